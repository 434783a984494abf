import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'nestjs-pino';
import { pino } from 'pino';
import { API_PATH, isFromThisMachine, REQUEST_ID_HEADER, withoutSecrets } from '../../common/index.js';
import { CLI_AGENT } from '../../config/process/cli-agent.js';

/**
 * Logs each API request when it is over, by method, path, client address and status. Never its query, headers or body,
 * which contain secrets and people's texts. A request below the log level costs next to nothing.
 */
export function requestLog(logger: Logger, level: () => string) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (API_PATH.test(request.path)) {
      const begin = performance.now();
      response.once('close', () => {
        const severity = severityOf(request, response);
        if ((pino.levels.values[severity] ?? 0) < (pino.levels.values[level()] ?? Infinity)) return;
        write(logger, severity, entryOf(request, response, performance.now() - begin));
      });
    }
    next();
  };
}

type Severity = 'debug' | 'info' | 'warn' | 'error';

/** A path that is not there, or not any more, is an answer like others. */
function severityOf(request: Request, { statusCode }: Response): Severity {
  if (statusCode >= 500) return 'error';
  if (statusCode >= 400 && statusCode !== 404) return 'warn';
  return isOwnCommand(request) || (statusCode < 400 && isReadOfConsole(request)) ? 'debug' : 'info';
}

/** The command line on this machine: its user sees the answer. Changes are in the audit log. */
const isOwnCommand = (request: Request): boolean =>
  request.headers['user-agent'] === CLI_AGENT && isFromThisMachine(request);

/** Without a token, the admin API answers only who has signed in to the console, whose pages read every few seconds. */
const isReadOfConsole = ({ method, path, headers }: Request): boolean =>
  method === 'GET' && path.startsWith('/admin/') && headers.authorization === undefined;

function entryOf(request: Request, response: Response, tookMs: number): object {
  return {
    reqId: String(response.getHeader(REQUEST_ID_HEADER) ?? ''),
    method: request.method,
    path: withoutSecrets(request.originalUrl.split('?', 1)[0] ?? ''),
    client: request.ip,
    status: response.statusCode,
    responseTime: Math.round(tookMs),
    msg: response.writableFinished ? 'request completed' : 'request aborted',
  };
}

function write(logger: Logger, severity: Severity, entry: object): void {
  if (severity === 'info') logger.log(entry, 'Http');
  else logger[severity](entry, 'Http');
}
