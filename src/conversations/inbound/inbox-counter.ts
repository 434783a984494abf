import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import type { InboundEvent } from '../../channels/index.js';

/** Counts events as they come in, before the gate judges them. */
@Injectable()
export class InboxCounter {
  private readonly counter: Counter<'channel' | 'account' | 'result'>;

  constructor(registry: Registry) {
    this.counter = new Counter({
      name: 'gatehouse_inbound_events_total',
      help: 'Inbound events by channel, account and result: stored, or duplicate of one that is.',
      labelNames: ['channel', 'account', 'result'],
      registers: [registry],
    });
  }

  count({ channel, account }: InboundEvent, result: 'stored' | 'duplicate'): void {
    this.counter.inc({ channel, account, result });
  }
}
