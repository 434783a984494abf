import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import type { InboundEvent } from '../channels/index.js';

/** What comes in, before anything is thought of it. */
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
