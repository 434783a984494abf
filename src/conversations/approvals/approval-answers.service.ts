import { Injectable } from '@nestjs/common';
import type { ApprovalProblem, InboundApprovalAnswer } from '../../channels/index.js';
import { outcomeLine } from './approval-words.js';
import { Approvals } from './approvals.service.js';
import { Deciders } from './deciders.service.js';

/** Reads the answers that people give to approvals in chats. */
@Injectable()
export class ApprovalAnswers {
  constructor(
    private readonly approvals: Approvals,
    private readonly deciders: Deciders,
  ) {}

  /** Why an answer would have no effect now; undefined when it would. */
  async problemOf(event: InboundApprovalAnswer): Promise<ApprovalProblem | undefined> {
    const approval = await this.approvals.find(event.approvalId);
    if (!approval) return { kind: 'unknown', text: 'This approval is not known any more.' };
    const refusal = this.deciders.refusalOf(approval, event);
    if (refusal !== undefined) return { kind: 'sender', text: refusal };
    if (approval.state === 'pending') return undefined;
    return { kind: 'ended', text: outcomeLine(approval) };
  }
}
