import { Injectable } from '@nestjs/common';
import type { InboundEvent } from '../../channels/index.js';
import { Clock } from '../../common/index.js';
import type { ClaimedJob, Tx } from '../../persistence/index.js';
import { DropCounter } from './drop-counter.js';
import { InboxRepository } from '../inbox/inbox.repository.js';
import type { StoredEvent } from '../inbox/stored-event.js';
import { TranscriptRepository } from '../transcript/transcript.repository.js';

/** What stands in place of a message that its author took back, or changed when they were not let in any more. */
export const TAKEN_BACK = '[taken back]';
const EDITED = '[edited]';

/** Ends events that are dropped: with a reason in the inbox, the counter, the log and the conversation's view. */
@Injectable()
export class DroppedEvents {
  constructor(
    private readonly inbox: InboxRepository,
    private readonly transcript: TranscriptRepository,
    private readonly counter: DropCounter,
    private readonly clock: Clock,
  ) {}

  async end(tx: Tx, job: ClaimedJob, { id, event }: StoredEvent, reason: string): Promise<void> {
    await this.withdraw(tx, event);
    // The view shows a place with its drops, also one where nothing was ever let in.
    await this.transcript.touchConversation(tx, unnamed(event), this.clock.now());
    await this.inbox.finish(tx, id, { outcome: 'dropped', reason });
    await job.complete(tx);
    const { channel, account, conversation } = event;
    tx.afterCommit(() => this.counter.count({ channel, account, kind: conversation.kind, reason }));
  }

  /** What people take back of their own words is gone, whoever may write by now; nothing new of theirs is kept. */
  private async withdraw(tx: Tx, event: InboundEvent): Promise<void> {
    if (event.kind !== 'notice') return;
    const { change } = event;
    if (change.type !== 'edited' && change.type !== 'unsent') return;
    const text = change.type === 'edited' ? EDITED : TAKEN_BACK;
    const taken = { rewritten: () => text, isTakenBack: true };
    await this.transcript.rewrite(tx, { event, messageId: change.messageId, ...taken });
  }
}

/** A direct chat has the name of whoever is shut out: it is not kept. */
const unnamed = (event: InboundEvent): InboundEvent => {
  const { id, kind } = event.conversation;
  return kind === 'direct' ? { ...event, conversation: { id, kind } } : event;
};
