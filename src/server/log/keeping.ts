import type { DestinationStream } from 'pino';
import type { KeptLines } from '../../common/index.js';

/** Keeps each line that goes to the destination: JSON, also where that makes a readable line of it. */
export function keeping(kept: KeptLines, to: DestinationStream & { flushSync?(): void }): DestinationStream {
  return Object.assign(
    {
      write(line: string): void {
        kept.add(line);
        to.write(line);
      },
    },
    // Pino flushes after a line at the level fatal.
    to.flushSync && { flushSync: () => to.flushSync?.() },
  );
}
