import { Logger as NestLogger } from '@nestjs/common';
import { Logger } from 'graphile-worker';

const nest = new NestLogger('Graphile');

/** What troubles graphile-worker, for whoever looks closely: our own lines tell of jobs and of the database. */
export const graphileLogger = new Logger(() => (level, message) => {
  if (level === 'error' || level === 'warning') nest.debug(message);
});
