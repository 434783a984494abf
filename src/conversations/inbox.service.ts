import { Injectable } from '@nestjs/common';
import type { InboundEvent } from '../channels/index.js';
import { Database } from '../persistence/index.js';
import { Arrivals } from './arrivals.service.js';
import { InboundLanes } from './inbound-lanes.js';
import { InboxCounter } from './inbox-counter.js';
import { InboxRepository } from './inbox.repository.js';

/** Where events are kept before anyone is told that we have them (DESIGN 4, accept). */
@Injectable()
export class Inbox {
  constructor(
    private readonly db: Database,
    private readonly repository: InboxRepository,
    private readonly lanes: InboundLanes,
    private readonly arrivals: Arrivals,
    private readonly counter: InboxCounter,
  ) {}

  /** Resolves once the event is on disk and its job with it; a second event of the same key changes nothing. */
  async accept(event: InboundEvent): Promise<'stored' | 'duplicate'> {
    const { stored, lane } = await this.arrivals.of(event);
    const isNew = await this.db.transaction(async (tx) => {
      const inserted = await this.repository.insert(tx, stored);
      if (inserted) await this.lanes.enqueue(tx, stored.id, lane);
      return inserted;
    });
    const result = isNew ? 'stored' : 'duplicate';
    this.counter.count(event, result);
    return result;
  }

  /** What InboundSink.sequencesBetween tells. */
  sequencesBetween(
    { channel, account }: Pick<InboundEvent, 'channel' | 'account'>,
    after: number,
    before: number,
  ): Promise<readonly number[]> {
    return this.repository.sequencesBetween({ channel, account, after, before });
  }
}
