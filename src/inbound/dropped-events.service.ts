import { Injectable } from '@nestjs/common';
import type { InboundEvent } from '../channels/index.js';
import { Clock } from '../common/index.js';
import { type ClaimedJob, Database, DONE, type JobResult, type Tx } from '../persistence/index.js';
import {
  DropCounter,
  type DropReason,
  EDITED,
  InboxRepository,
  type Refusal,
  type StoredEvent,
  TAKEN_BACK,
  TranscriptRepository,
} from '../conversations/index.js';

/** Ends dropped events, with a reason in the inbox, the counter, the log and the conversation's view. */
@Injectable()
export class DroppedEvents {
  constructor(
    private readonly db: Database,
    private readonly inbox: InboxRepository,
    private readonly transcript: TranscriptRepository,
    private readonly counter: DropCounter,
    private readonly clock: Clock,
  ) {}

  /** Drops events that the gate refuses. */
  async drop(job: ClaimedJob, stored: StoredEvent, { reason, alongside }: Refusal): Promise<JobResult> {
    const end = async (tx: Tx) => {
      await alongside?.(tx);
      await this.end(tx, job, stored, reason);
    };
    // If a crash loses this end, the event is judged again, so its commit may wait for others. With `alongside` it may
    // not: the second judgement could have another result.
    const isAlone = alongside === undefined;
    await this.db.transaction(end, { mayWait: isAlone, isBatch: isAlone && !changesAnother(stored.event) });
    return DONE;
  }

  /** @param take records the event's effect and ends it, or returns the reason for dropping it. */
  async dropUnless(
    job: ClaimedJob,
    stored: StoredEvent,
    take: (tx: Tx) => Promise<DropReason | undefined>,
  ): Promise<JobResult> {
    await this.db.transaction(async (tx) => {
      const reason = await take(tx);
      if (reason === undefined) await job.complete(tx);
      else await this.end(tx, job, stored, reason);
    });
    return DONE;
  }

  async end(tx: Tx, job: ClaimedJob, stored: StoredEvent, reason: DropReason): Promise<void> {
    await Promise.all([this.conclude(tx, stored, reason), job.complete(tx)]);
  }

  /** Ends an event that has no job. */
  async conclude(tx: Tx, stored: Pick<StoredEvent, 'id' | 'event'>, reason: DropReason): Promise<void> {
    const { id, event } = stored;
    const { channel, account, conversation } = event;
    const about = { eventId: id, conversationId: conversation.id };
    tx.afterCommit(() => this.counter.count({ channel, account, kind: conversation.kind, reason, about }));
    if (changesAnother(event)) await this.withdraw(tx, event);
    await Promise.all([
      this.listPlace(tx, event),
      this.inbox.finish(tx, stored, { outcome: 'dropped', reason }),
    ]);
  }

  /** Makes the operator's view list a place, even if no message from there was ever admitted. */
  listPlace(tx: Tx, event: InboundEvent): Promise<void> {
    return this.transcript.touchConversation(tx, unnamed(event), this.clock.now());
  }

  /**
   * Deletes a text that its author takes back, even if they have no access any more; a new text of theirs is not
   * stored.
   */
  private async withdraw(tx: Tx, event: AuthorsNotice): Promise<void> {
    const { change } = event;
    const text = change.type === 'edited' ? EDITED : TAKEN_BACK;
    const taken = { rewritten: () => text, isTakenBack: true };
    await this.transcript.rewrite(tx, { event, messageId: change.messageId, ...taken });
  }
}

type Notice = Extract<InboundEvent, { kind: 'notice' }>;
type AuthorsNotice = Notice & { change: Extract<Notice['change'], { type: 'edited' | 'unsent' }> };

/** Whether its author changes or takes back an earlier message. */
export const changesAnother = (event: InboundEvent): event is AuthorsNotice =>
  event.kind === 'notice' && (event.change.type === 'edited' || event.change.type === 'unsent');

/** Removes the name of the other person of a direct chat: it is not stored for people without access. */
const unnamed = (event: InboundEvent): InboundEvent => {
  const { id, kind } = event.conversation;
  if (kind !== 'direct') return event;
  const { name: _, ...sender } = event.sender;
  return { ...event, conversation: { id, kind }, sender };
};
