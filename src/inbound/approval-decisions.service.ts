import { Injectable } from '@nestjs/common';
import { ConnectorRegistry, type InboundEvent, targetOf } from '../channels/index.js';
import { type ClaimedJob, type JobResult, type Tx } from '../persistence/index.js';
import {
  type AnswerOutcome,
  type ApprovalAnswer,
  ApprovalAnswers,
  decisionFrom,
  InboxRepository,
  type StoredEvent,
} from '../conversations/index.js';
import { Reply } from '../turns/index.js';
import { DroppedEvents } from './dropped-events.service.js';

/** Ends events that answer an approval without a command: by a button, a reaction or a reply. */
@Injectable()
export class ApprovalDecisions {
  constructor(
    private readonly answers: ApprovalAnswers,
    private readonly registry: ConnectorRegistry,
    private readonly replies: Reply,
    private readonly inbox: InboxRepository,
    private readonly dropped: DroppedEvents,
  ) {}

  /** The decision, the words about it and the end of the event are stored at once. */
  make(job: ClaimedJob, stored: StoredEvent, { approvalId, decision }: ApprovalAnswer): Promise<JobResult> {
    const { event, judged } = stored;
    return this.dropped.dropUnless(job, stored, async (tx) => {
      const outcome = await this.answers.carryOut(tx, event, approvalId, decisionFrom(decision));
      await this.tell(tx, stored, outcome);
      if (outcome.kind === 'refused') return outcome.reason;
      await this.inbox.finish(tx, stored, { outcome: 'approval', judged });
      return undefined;
    });
  }

  private async tell(tx: Tx, { id, sessionKey, event }: StoredEvent, outcome: AnswerOutcome): Promise<void> {
    if (!this.isTold(event, outcome)) return;
    const { text } = outcome;
    const reply = { author: 'gateway', eventId: id, sessionKey, text, isFirst: false } as const;
    await this.replies.addTo(tx, event, reply).written;
  }

  /** A refused person is told in a direct chat only: in a group anyone may react to what they see. */
  private isTold(event: InboundEvent, outcome: AnswerOutcome): boolean {
    if (outcome.kind === 'decided') return !this.showsItsEnd(event);
    return outcome.reason === 'approval-ended' || event.conversation.kind === 'direct';
  }

  /** Whether the request itself shows how it ended. */
  private showsItsEnd(event: InboundEvent): boolean {
    const { features } = this.registry.get(event.channel).capabilities(targetOf(event));
    return features.approval === 'full';
  }
}
