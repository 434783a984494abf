/** An entry of the log as pino wrote it. */
type Entry = Readonly<Record<string, unknown>>;

/** The fields of a request (request-log.ts), which a readable line has in its text. */
export const REQUEST_FIELDS = ['reqId', 'method', 'path', 'client', 'status', 'responseTime'];

/** The text of an entry on a terminal: one line, also for a request. */
export function readableText(entry: Entry): string {
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
