import { Injectable } from '@nestjs/common';
import type { InboundEvent } from '../channels/index.js';
import { Clock, newId } from '../common/index.js';
import { Database } from '../persistence/index.js';
import { InboundLanes } from './inbound-lanes.js';
import { InboxRepository } from './inbox.repository.js';
import { SenderGate } from './sender-gate.service.js';
import { SessionRouter } from './sessions/session-router.js';

/** Where events are kept before anyone is told that we have them (DESIGN 4, accept). */
@Injectable()
export class Inbox {
  constructor(
    private readonly db: Database,
    private readonly repository: InboxRepository,
    private readonly lanes: InboundLanes,
    private readonly router: SessionRouter,
    private readonly senders: SenderGate,
    private readonly clock: Clock,
  ) {}

  /** Resolves once the event is on disk and its job with it; a second event of the same key changes nothing. */
  async accept(event: InboundEvent): Promise<'stored' | 'duplicate'> {
    const receivedAt = this.clock.now();
    const sessionKey = this.router.sessionOf(event);
    const stored = { id: newId('evt', receivedAt), sessionKey, event, receivedAt };
    const lane = this.lanes.laneOf(stored, (await this.senders.judge(stored)).kind === 'admit');
    const isNew = await this.db.transaction(async (tx) => {
      const inserted = await this.repository.insert(tx, stored);
      if (inserted) await this.lanes.enqueue(tx, stored.id, lane);
      return inserted;
    });
    return isNew ? 'stored' : 'duplicate';
  }
}
