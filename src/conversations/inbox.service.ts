import { Injectable } from '@nestjs/common';
import type { InboundEvent } from '../channels/index.js';
import { Clock, newId } from '../common/index.js';
import { Database, JobQueue } from '../persistence/index.js';
import { InboxRepository } from './inbox.repository.js';
import { SessionRouter } from './session-router.js';

export const INBOUND_JOB = 'inbound';

/** Where events are kept before anyone is told that we have them (DESIGN 4, accept). */
@Injectable()
export class Inbox {
  constructor(
    private readonly db: Database,
    private readonly repository: InboxRepository,
    private readonly queue: JobQueue,
    private readonly router: SessionRouter,
    private readonly clock: Clock,
  ) {}

  /** Resolves once the event is on disk and its job with it; a second event of the same key changes nothing. */
  async accept(event: InboundEvent): Promise<'stored' | 'duplicate'> {
    if (await this.repository.exists(event)) return 'duplicate';
    const receivedAt = this.clock.now();
    const id = newId('evt', receivedAt);
    const { sessionKey } = this.router.route(event);
    const isNew = await this.db.transaction(async (tx) => {
      const inserted = await this.repository.insert(tx, { id, sessionKey, event, receivedAt });
      if (inserted)
        await this.queue.enqueue(tx, { kind: INBOUND_JOB, key: sessionKey, payload: { eventId: id } });
      return inserted;
    });
    return isNew ? 'stored' : 'duplicate';
  }
}
