import { Logger as NestLogger } from '@nestjs/common';
import { Logger } from 'graphile-worker';

const nest = new NestLogger('Graphile');

/**
 * Logs graphile-worker's own errors at debug level, because the gateway logs those of jobs and of the database itself.
 */
export const graphileLogger = new Logger(() => (level, message) => {
  if (level === 'error' || level === 'warning') nest.debug(message);
});
