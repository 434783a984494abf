import { Global, Module, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Clock, SystemClock } from '../common/index.js';
import { GatehouseConfig } from '../config/index.js';
import { Blobs } from './blobs/blobs.js';
import { Database } from './database/database.js';
import { JobHandlers } from './jobs/job-handlers.js';
import { JobQueue } from './jobs/job-queue.js';
import { DeadLetterRepository } from './jobs/lanes/dead-letter.repository.js';
import { Leadership } from './leadership/leadership.js';
import { openBlobs, openDatabase, openJobQueue, openLeadership } from './open.js';
import { Retention, RetentionSchedule } from './retention/retention-schedule.js';

/** Leaves time for the rest of the shutdown within the 20 s of DESIGN 6. */
const DRAIN_MS = 15_000;

/** The database, the job queue and the clock, for all modules. Drains the queue first and closes the database last. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    { provide: Clock, useClass: SystemClock },
    {
      provide: Database,
      inject: [GatehouseConfig],
      useFactory: ({ environment }: GatehouseConfig) => openDatabase(environment),
    },
    { provide: JobQueue, inject: [Database, Clock], useFactory: openJobQueue },
    { provide: Blobs, inject: [Database, Clock], useFactory: openBlobs },
    { provide: Leadership, inject: [Database], useFactory: openLeadership },
    JobHandlers,
    DeadLetterRepository,
    Retention,
    RetentionSchedule,
  ],
  exports: [Blobs, Clock, Database, JobQueue, Leadership],
})
export class PersistenceModule implements OnModuleDestroy, OnApplicationShutdown {
  constructor(
    private readonly db: Database,
    private readonly queue: JobQueue,
    private readonly blobs: Blobs,
  ) {}

  onModuleDestroy(): Promise<void> {
    return this.queue.stop(DRAIN_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.blobs.settled();
    await this.db.close();
  }
}
