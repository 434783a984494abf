import type { DynamicModule } from '@nestjs/common';
import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'nestjs-pino';
import { LoggerModule } from 'nestjs-pino';
import { type GatehouseConfig, LOGGING } from './config/index.js';

/** Structured logs on standard output. Requests are logged by request-log.ts. */
export function loggerModule(config: GatehouseConfig): DynamicModule {
  return LoggerModule.forRoot({
    forRoutes: [],
    pinoHttp: {
      level: config.get(LOGGING).level,
      base: undefined,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: {
        err: (error: Error) => ({ type: error.name, message: error.message, stack: error.stack }),
      },
    },
  });
}

/** Nest's own account of how it wires the application: of use when that is what is looked for. */
const WIRING = new Set([
  'InstanceLoader',
  'LazyModuleLoader',
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
