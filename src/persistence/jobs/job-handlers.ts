import { Injectable, type OnModuleInit, SetMetadata } from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import { type JobHandler, JobQueue } from './job-queue.js';

const HANDLES_JOBS = 'gatehouse:handles-jobs';

/** Marks a provider as a JobHandler, which is registered at the start; two of one kind stop the start. */
export const HandlesJobs = () => SetMetadata(HANDLES_JOBS, true);

/** Registers every marked handler with the queue. */
@Injectable()
export class JobHandlers implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
    private readonly queue: JobQueue,
  ) {}

  onModuleInit(): void {
    for (const { metatype, instance } of this.discovery.getProviders()) {
      if (typeof metatype === 'function' && this.reflector.get<boolean>(HANDLES_JOBS, metatype)) {
        this.queue.register(instance as JobHandler);
      }
    }
  }
}
