import type { LoggerService } from '@nestjs/common';
import { Logger, type Params, PinoLogger } from 'nestjs-pino';
import { type DestinationStream, pino } from 'pino';
import { KeptLines, MESSAGE_FIELDS } from '../../common/index.js';
import { ANSWERS, type LogFormat, type LoggingConfig } from '../../config/index.js';

/** A standard stream. */
export interface LogOutput {
  readonly fd: number;
  readonly isTTY?: boolean;
  /** On a terminal: whether colors are wanted there (`NO_COLOR`, `FORCE_COLOR`, `TERM`). */
  readonly hasColors?: () => boolean;
}

/** Whether the lines are for a person. */
const isReadable = (format: LogFormat, { isTTY = false }: LogOutput): boolean =>
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

/** The id is shown only where someone may look for it: with a request that failed. */
function requestText({ method, path, status, responseTime, client, reqId, msg }: Entry): string {
  const end = msg === 'request aborted' ? ', aborted by the client' : '';
  const id = Number(status) >= 500 ? `, request ${textOf(reqId)}` : '';
  return `${textOf(method)} ${textOf(path)}: ${textOf(status)} in ${textOf(responseTime)} ms, for ${textOf(client)}${id}${end}`;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The program's log on standard output, usable before the application exists and within it. */
export interface Log {
  /** Settings for the application's log module, so that it writes to the same place in the same form. */
  readonly params: Params;
  readonly logger: LoggerService;
  /** Its last lines. */
  readonly kept: KeptLines;
}

/** Opens the log in the requested form; requests are logged by request-log.ts. */
export async function openLog({ level, format, keepLines }: LoggingConfig): Promise<Log> {
  const kept = new KeptLines(keepLines);
  const quiet = isReadable(format, process.stdout) ? WIRING : [...WIRING, ANSWERS];
  const params: Params = {
    forRoutes: [],
    pinoHttp: [{ level, ...ENTRY }, keeping(kept, await logDestination(format, process.stdout))],
  };
  return { params, logger: quietly(new Logger(new PinoLogger(params), params), quiet), kept };
}

/** Keeps each line that goes to the destination: JSON, also where that makes a readable line of it. */
function keeping(kept: KeptLines, to: DestinationStream & { flushSync?(): void }): DestinationStream {
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

const ENTRY = {
  base: undefined,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  serializers: {
    err: (error: Error) => ({ type: error.name, message: error.message, stack: error.stack }),
  },
} as const;

/** Writes the reasons why the program ends to standard error, one line each, in the form of its log. */
export async function logFailure(reasons: readonly string[], format: LogFormat): Promise<void> {
  const log = pino(ENTRY, await logDestination(format, process.stderr));
  for (const reason of reasons) log.fatal({ context: 'Gateway' }, reason);
}

/** Contexts in which Nest reports how it wires the application, which is useful only to someone who looks for it. */
const WIRING: readonly string[] = [
  'InstanceLoader',
  'LazyModuleLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
];

/**
 * Contexts in which Nest reports a failed start with a stack trace; shown only at debug level, because the program's
 * start reports the error itself.
 */
const SAID_BY_THE_STARTER = ['ExceptionHandler', 'NestApplication'];

function quietly(logger: Logger, quiet: readonly string[]): LoggerService {
  const isFrom = (contexts: readonly string[], rest: readonly unknown[]) =>
    contexts.includes(String(rest.at(-1)));
  return Object.assign(Object.create(logger) as Logger, {
    log: (message: unknown, ...rest: unknown[]) =>
      isFrom(quiet, rest) ? logger.debug(message, ...rest) : logger.log(message, ...rest),
    error: (message: unknown, ...rest: unknown[]) =>
      isFrom(SAID_BY_THE_STARTER, rest) ? logger.debug(message, ...rest) : logger.error(message, ...rest),
  });
}
