import { type DestinationStream, pino } from 'pino';
import type { LogFormat } from '../../config/index.js';
import { readableText, REQUEST_FIELDS } from './readable-line.js';

/** A standard stream. */
export interface LogOutput {
  readonly fd: number;
  readonly isTTY?: boolean;
  /** On a terminal: whether colors are wanted there (`NO_COLOR`, `FORCE_COLOR`, `TERM`). */
  readonly hasColors?: () => boolean;
}

/** Whether the lines are for a person. */
export const isReadable = (format: LogFormat, { isTTY = false }: LogOutput): boolean =>
  format === 'pretty' || (format === 'auto' && isTTY);

/** JSON, one object per line; or readable lines on a terminal. */
export async function logDestination(format: LogFormat, output: LogOutput): Promise<DestinationStream> {
  const { fd, isTTY = false } = output;
  if (!isReadable(format, output)) return pino.destination({ fd, sync: true });
  const { build } = await import('pino-pretty');
  return build({
    destination: fd,
    sync: true,
    colorize: isTTY && (output.hasColors?.() ?? false),
    translateTime: 'SYS:HH:MM:ss',
    messageFormat: readableText,
    ignore: ['context', ...REQUEST_FIELDS].join(','),
  });
}
