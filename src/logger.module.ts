import type { DynamicModule } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'nestjs-pino';
import { LoggerModule } from 'nestjs-pino';
import { REQUEST_ID_HEADER } from './common/index.js';
import { type GatehouseConfig, LOGGING } from './config/index.js';

/**
 * Structured logs on standard output. A request is logged by method, path, client
 * address and status: never with its query,
 * headers or body, where secrets and people's words are.
 */
export function loggerModule(config: GatehouseConfig): DynamicModule {
  return LoggerModule.forRoot({
    forRoutes: ['admin/v1/{*path}', 'v1/{*path}'],
    pinoHttp: {
      level: config.get(LOGGING).level,
      base: undefined,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      quietReqLogger: true,
      genReqId: (_request, response) => String(response.getHeader(REQUEST_ID_HEADER) ?? ''),
      customLogLevel: (_request, response, error) =>
        error || response.statusCode >= 500 ? 'error' : response.statusCode >= 400 ? 'warn' : 'info',
      serializers: {
        req: ({ raw }: { raw: Request }) => ({ method: raw.method, path: pathOf(raw), client: raw.ip }),
        res: ({ raw }: { raw: Response }) => ({ status: raw.statusCode }),
        err: (error: Error) => ({ type: error.name, message: error.message, stack: error.stack }),
      },
    },
  });
}

/** Nest's own account of how it wires the application: of use when that is what is looked for. */
const WIRING = new Set([
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
]);

/** The application's logger, with Nest's wiring at debug level. */
export function applicationLogger(logger: Logger): LoggerService {
  return Object.assign(Object.create(logger) as Logger, {
    log: (message: unknown, ...rest: unknown[]) =>
      WIRING.has(String(rest.at(-1))) ? logger.debug(message, ...rest) : logger.log(message, ...rest),
  });
}

const pathOf = ({ originalUrl }: Request): string => originalUrl.split('?', 1)[0] ?? '';
