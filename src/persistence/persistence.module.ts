import { join } from 'node:path';
import { Global, Module, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Clock, SystemClock } from '../common/index.js';
import { GatehouseConfig } from '../config/index.js';
import { Database } from './database.js';
import { JobHandlers } from './job-handlers.js';
import { JobQueue } from './job-queue.js';
import { SqliteDatabase } from './sqlite/sqlite-database.js';
import { SqliteJobQueue } from './sqlite/sqlite-job-queue.js';

/** Leaves time for the rest of the shutdown within the 20 s of DESIGN 6. */
const DRAIN_MS = 15_000;

/** The database, the job queue and the clock, for everyone. Drains the queue first and closes the database last. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    { provide: Clock, useClass: SystemClock },
    {
      provide: Database,
      inject: [GatehouseConfig],
      useFactory: (config: GatehouseConfig) =>
        SqliteDatabase.open(join(config.environment.stateDir, 'gatehouse.db')),
    },
    {
      provide: JobQueue,
      inject: [Database, Clock],
      useFactory: (db: Database, clock: Clock) => new SqliteJobQueue(db, clock),
    },
    JobHandlers,
  ],
  exports: [Clock, Database, JobQueue],
})
export class PersistenceModule implements OnModuleDestroy, OnApplicationShutdown {
  constructor(
    private readonly db: Database,
    private readonly queue: JobQueue,
  ) {}

  onModuleDestroy(): Promise<void> {
    return this.queue.stop(DRAIN_MS);
  }

  onApplicationShutdown(): Promise<void> {
    return this.db.close();
  }
}
