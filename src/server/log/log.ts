import type { LoggerService } from '@nestjs/common';
import { Logger, type Params, PinoLogger } from 'nestjs-pino';
import { type DestinationStream, pino } from 'pino';
import type { LogFormat, LoggingConfig } from '../../config/index.js';

/** The program's log on standard output, before the application is there and within it. */
export interface Log {
  /** For the application's own module, so that it writes to the same place in the same form. */
  readonly params: Params;
  readonly logger: LoggerService;
}

/** Opens the log in the form that is asked for; requests are logged by request-log.ts. */
export async function openLog({ level, format }: Pick<LoggingConfig, 'level' | 'format'>): Promise<Log> {
  const params: Params = {
    forRoutes: [],
    pinoHttp: [{ level, ...ENTRY }, await destination(format, process.stdout)],
  };
  return { params, logger: quietly(new Logger(new PinoLogger(params), params)) };
}

const ENTRY = {
  base: undefined,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  serializers: {
    err: (error: Error) => ({ type: error.name, message: error.message, stack: error.stack }),
  },
} as const;

interface Output {
  readonly fd: number;
  readonly isTTY?: boolean;
}

/** JSON, one object a line; or readable lines on a terminal. */
async function destination(format: LogFormat, { fd, isTTY = false }: Output): Promise<DestinationStream> {
  const isPretty = format === 'pretty' || (format === 'auto' && isTTY);
  if (!isPretty) return pino.destination({ fd, sync: true });
  const { build } = await import('pino-pretty');
  return build({
    destination: fd,
    sync: true,
    colorize: isTTY,
    translateTime: 'SYS:HH:MM:ss.l',
    messageFormat: '{if context}[{context}] {end}{msg}',
    ignore: 'context',
  });
}

/** Writes to standard error why the program ends, a line for each reason, in the form of its log. */
export async function logFailure(reasons: readonly string[], format: LogFormat): Promise<void> {
  const log = pino(ENTRY, await destination(format, process.stderr));
  for (const reason of reasons) log.fatal({ context: 'Gateway' }, reason);
}

/** Nest's report of how it wires the application: only useful when somebody looks for it. */
const WIRING = new Set([
  'InstanceLoader',
  'LazyModuleLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
]);

/**
 * Contexts in which Nest reports a failed start, with a stack trace; the error reaches the program's start, which
 * reports it.
 */
const SAID_BY_THE_STARTER = new Set(['ExceptionHandler', 'NestApplication']);

function quietly(logger: Logger): LoggerService {
  const isFrom = (contexts: ReadonlySet<string>, rest: readonly unknown[]) =>
    contexts.has(String(rest.at(-1)));
  return Object.assign(Object.create(logger) as Logger, {
    log: (message: unknown, ...rest: unknown[]) =>
      isFrom(WIRING, rest) ? logger.debug(message, ...rest) : logger.log(message, ...rest),
    error: (message: unknown, ...rest: unknown[]) =>
      isFrom(SAID_BY_THE_STARTER, rest) ? logger.debug(message, ...rest) : logger.error(message, ...rest),
  });
}
