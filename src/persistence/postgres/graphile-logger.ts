import { Logger as NestLogger } from '@nestjs/common';
import { Logger } from 'graphile-worker';

const nest = new NestLogger('Graphile');

/** Logs graphile-worker's own troubles at debug level: our own lines tell of jobs and of the database. */
export const graphileLogger = new Logger(() => (level, message) => {
  if (level === 'error' || level === 'warning') nest.debug(message);
});
