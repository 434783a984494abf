import { Injectable } from '@nestjs/common';
import { Histogram, Registry } from 'prom-client';
import { Clock, registerStateGauge } from '../../common/index.js';
import type { Delivery } from './delivery.js';
import { DeliveryListsRepository } from './delivery-lists.repository.js';

/** Seconds: a bridge that is up takes milliseconds, one that is unreachable up to a day. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600, 3_600];

/** Measures deliveries: their number by outcome, their latency, and how many wait or were given up. */
@Injectable()
export class DeliveryMetrics {
  private readonly duration: Histogram<'channel' | 'account' | 'outcome'>;

  constructor(
    registry: Registry,
    lists: DeliveryListsRepository,
    private readonly clock: Clock,
  ) {
    this.duration = new Histogram({
      name: 'gatehouse_delivery_duration_seconds',
      help: 'How long deliveries took from being made to their end, by channel, account and outcome (sent, dead).',
      labelNames: ['channel', 'account', 'outcome'],
      buckets: BUCKETS,
      registers: [registry],
    });
    registerStateGauge(registry, {
      name: 'gatehouse_deliveries',
      help: 'Deliveries in the database by state (queued, sending, unknown, dead); the same at every replica.',
      label: 'state',
      count: () => lists.countOpen(),
    });
  }

  ended({ target, createdAt }: Delivery, outcome: 'sent' | 'dead'): void {
    const { channel, account } = target;
    this.duration.observe({ channel, account, outcome }, (this.clock.now() - createdAt) / 1000);
  }
}
