import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { registerStateGauge } from '../common/index.js';
import { JobQueue } from '../persistence/index.js';

/** Jobs that wait, by queue. */
@Injectable()
export class QueueMetrics {
  constructor(registry: Registry, queue: JobQueue) {
    registerStateGauge(registry, {
      name: 'gatehouse_jobs',
      help: 'Jobs in the database, waiting or running, by kind; the same at every replica.',
      label: 'kind',
      count: () => queue.depth(),
    });
  }
}
