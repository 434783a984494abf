import { Injectable } from '@nestjs/common';
import type { InboundEvent, KnownEvent } from '../../channels/index.js';
import { Database } from '../../persistence/index.js';
import { Arrivals } from './arrivals.service.js';
import { Continuations } from '../turns/continuations.service.js';
import { InboxCounter } from './inbox-counter.js';
import { type InboxPlace, InboxRepository, type NewEvent } from '../inbox/inbox.repository.js';

/** Where events are kept before anyone is told that we have them (DESIGN 4, accept). */
@Injectable()
export class Inbox {
  constructor(
    private readonly db: Database,
    private readonly repository: InboxRepository,
    private readonly arrivals: Arrivals,
    private readonly counter: InboxCounter,
    private readonly continuations: Continuations,
  ) {}

  /** Resolves once the event is on disk and its job with it; a second event of the same key changes nothing. */
  async accept(event: InboundEvent): Promise<'stored' | 'duplicate'> {
    const { stored, lane } = await this.arrivals.of(event);
    const isNew = await this.db.transaction(async (tx) => {
      const inserted = await this.repository.insert(tx, stored);
      if (!inserted) return false;
      await this.continuations.note(tx, stored);
      await this.arrivals.enqueue(tx, stored.id, lane);
      for (const inboxKey of coveredBy(event))
        await this.repository.insertDone(tx, covered(stored, inboxKey));
      return true;
    });
    const result = isNew ? 'stored' : 'duplicate';
    this.counter.count(event, result);
    return result;
  }

  /** Answers InboundSink.sequencesBetween. */
  sequencesBetween(
    { channel, account }: Pick<InboundEvent, 'channel' | 'account'>,
    after: number,
    before: number,
  ): Promise<readonly number[]> {
    return this.repository.sequencesBetween({ channel, account, after, before });
  }

  known(place: InboxPlace): Promise<KnownEvent | undefined> {
    return this.repository.known(place);
  }
}

const coveredBy = (event: InboundEvent): readonly string[] =>
  event.kind === 'message' ? (event.covers ?? []) : [];

/** Told by an event of another key, so that it is not told again. */
const covered = ({ event: { channel, account }, sessionKey, receivedAt }: NewEvent, inboxKey: string) => ({
  channel,
  account,
  inboxKey,
  sessionKey,
  receivedAt,
  reason: 'covered',
});
