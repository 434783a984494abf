import { type DestinationStream, pino } from 'pino';
import type { LogFormat } from '../../config/index.js';

/** A standard stream. */
export interface LogOutput {
  readonly fd: number;
  readonly isTTY?: boolean;
  /** On a terminal: whether colors are wanted there (`NO_COLOR`, `FORCE_COLOR`, `TERM`). */
  readonly hasColors?: () => boolean;
}

/** JSON, one object per line; or readable lines on a terminal. */
export async function logDestination(format: LogFormat, output: LogOutput): Promise<DestinationStream> {
  const { fd, isTTY = false } = output;
  const isPretty = format === 'pretty' || (format === 'auto' && isTTY);
  if (!isPretty) return pino.destination({ fd, sync: true });
  const { build } = await import('pino-pretty');
  return build({
    destination: fd,
    sync: true,
    colorize: isTTY && (output.hasColors?.() ?? false),
    translateTime: 'SYS:HH:MM:ss.l',
    messageFormat: '{if context}[{context}] {end}{msg}',
    ignore: 'context',
  });
}
