import { type DestinationStream, pino } from 'pino';
import { MESSAGE_FIELDS } from '../../common/index.js';
import type { LogFormat } from '../../config/index.js';

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
    ignore: ['context', ...REQUEST_FIELDS, ...MESSAGE_FIELDS].join(','),
  });
}

/** An entry of the log as pino wrote it. */
type Entry = Readonly<Record<string, unknown>>;

/** The fields of a request (request-log.ts), which a readable line has in its text. */
const REQUEST_FIELDS = ['reqId', 'method', 'path', 'client', 'status', 'responseTime'];

/** The text of an entry on a terminal: one line, also for a request. */
function readableText(entry: Entry): string {
  const context = textOf(entry.context);
  const text = typeof entry.path === 'string' ? requestText(entry) : textOf(entry.msg);
  return context === '' ? text : `[${context}] ${text}`;
}

/** The id is shown only where somebody may look for it: with a request that failed. */
function requestText({ method, path, status, responseTime, client, reqId, msg }: Entry): string {
  const end = msg === 'request aborted' ? ', aborted by the client' : '';
  const id = Number(status) >= 500 ? `, request ${textOf(reqId)}` : '';
  return `${textOf(method)} ${textOf(path)}: ${textOf(status)} in ${textOf(responseTime)} ms, for ${textOf(client)}${id}${end}`;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
