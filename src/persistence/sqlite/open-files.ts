import { statSync } from 'node:fs';

/** The interval between two checks of the paths, ms; a message accepted in between could still be lost. */
const CHECK_MS = 1_000;

/**
 * The files that this process has open. SQLite continues to write to a file that was removed or replaced, but the next
 * start would not find what is written from then on. And without the lock file a second gateway could start.
 */
export class OpenFiles {
  private readonly opened: ReadonlyMap<string, string>;
  private nextCheck = 0;
  private missing: string | undefined;

  /** @param paths of files that this process opened a moment ago; those that do not exist are left out */
  constructor(paths: readonly string[]) {
    this.opened = new Map(
      paths.flatMap((path) => {
        const identity = identityAt(path);
        return identity === undefined ? [] : [[path, identity]];
      }),
    );
  }

  /** @throws FileMovedError while one of them is not at its path */
  refuseMoved(): void {
    const now = performance.now();
    if (now >= this.nextCheck) {
      this.nextCheck = now + CHECK_MS;
      this.missing = [...this.opened].find(([path, opened]) => identityAt(path) !== opened)?.[0];
    }
    if (this.missing !== undefined) throw new FileMovedError(this.missing);
  }
}

export class FileMovedError extends Error {
  /** SQLite's code, which itself looks only where there is no write-ahead log. */
  readonly code = 'SQLITE_READONLY_DBMOVED';

  constructor(path: string) {
    super(`${path} was removed or replaced while it was open: put it back, or restart the gateway`);
  }
}

/** The same as long as the path names the same file; undefined when there is none. */
function identityAt(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat && `${stat.dev} ${stat.ino}`;
}
