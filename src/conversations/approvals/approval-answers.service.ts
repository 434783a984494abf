import { Injectable } from '@nestjs/common';
import type {
  ApprovalDecision,
  ApprovalProblem,
  InboundApprovalAnswer,
  InboundEvent,
} from '../../channels/index.js';
import type { Tx } from '../../persistence/index.js';
import type { Approval, Decision } from './approval.js';
import { outcomeLine, permissionText } from './approval-words.js';
import { Approvals } from './approvals.service.js';
import { type DecisionRefusal, Deciders, deciderOf } from './deciders.service.js';

/** The effect of a person's answer. The text is for that person, in one line; empty when it is said there anyway. */
export type AnswerOutcome =
  { readonly kind: 'decided'; readonly text: string } | ({ readonly kind: 'refused' } & DecisionRefusal);

export const decisionFrom = (decision: ApprovalDecision): Decision =>
  decision === 'deny'
    ? { kind: 'deny', reason: undefined }
    : { kind: 'approve', forAnHour: decision === 'allow-hour' };

/** Carries out the answers that people give to approvals in chats. */
@Injectable()
export class ApprovalAnswers {
  constructor(
    private readonly approvals: Approvals,
    private readonly deciders: Deciders,
  ) {}

  /** Why an answer would have no effect now; undefined when it would. */
  async problemOf(event: InboundApprovalAnswer): Promise<ApprovalProblem | undefined> {
    const approval = await this.approvals.find(event.approvalId);
    if (!approval) return { kind: 'unknown', text: UNKNOWN.text };
    const refusal = this.deciders.refusalOf(approval, event);
    if (refusal !== undefined) return { kind: 'sender', text: refusal.text };
    if (approval.state === 'pending') return undefined;
    return { kind: 'ended', text: outcomeLine(approval) };
  }

  /** Decides, if the sender of the event may and is the first. Call it in the transaction that ends the event. */
  async carryOut(tx: Tx, event: InboundEvent, id: string, decision: Decision): Promise<AnswerOutcome> {
    const approval = await this.approvals.find(id, tx);
    if (!approval) return { kind: 'refused', ...UNKNOWN };
    const refusal = this.deciders.refusalOf(approval, event);
    if (refusal) return { kind: 'refused', ...refusal };
    const outcome = await this.approvals.decide(tx, id, decision, deciderOf(event));
    if (outcome.kind === 'unknown') return { kind: 'refused', ...UNKNOWN };
    const text = isToldNow(approval, outcome.approval, event) ? '' : outcomeLine(outcome.approval);
    if (outcome.kind === 'already') return { kind: 'refused', reason: 'approval-ended', text };
    const isPermission = decision.kind === 'approve' && decision.forAnHour;
    return { kind: 'decided', text: isPermission ? text + permissionText(approval) : text };
  }
}

const UNKNOWN: DecisionRefusal = {
  reason: 'approval-unknown',
  text: 'This approval is no longer known.',
};

/** Whether the end of an approval that waited a moment ago is told where the event comes from (`DecisionRecord`). */
function isToldNow(before: Approval, { state, askedIn }: Approval, event: InboundEvent): boolean {
  const isTold = before.state === 'pending' && (state === 'denied' || state === 'expired');
  const { channel, account, conversation } = askedIn;
  return (
    isTold &&
    channel === event.channel &&
    account === event.account &&
    conversation.id === event.conversation.id
  );
}
