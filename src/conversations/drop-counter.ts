import { Injectable, Logger } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';

/** Every message that gets no answer has a reason, in the log and as a counter. */
@Injectable()
export class DropCounter {
  private readonly logger = new Logger('Conversations');
  private readonly counter: Counter;

  constructor(registry: Registry) {
    this.counter = new Counter({
      name: 'gatehouse_inbound_dropped_total',
      help: 'Inbound events that started no turn, by channel and reason.',
      labelNames: ['channel', 'account', 'reason'],
      registers: [registry],
    });
  }

  count(channel: string, account: string, reason: string): void {
    this.counter.inc({ channel, account, reason });
    this.logger.debug(`dropped an event of ${channel}/${account}: ${reason}`);
  }
}
