import { Logger as NestLogger } from '@nestjs/common';
import { Logger } from 'graphile-worker';

const nest = new NestLogger('Graphile');

/** What graphile-worker says, for whoever looks closely: our own lines tell of jobs and of the database. */
export const graphileLogger = new Logger(() => (_level, message) => nest.debug(message));
