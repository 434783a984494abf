import { Injectable } from '@nestjs/common';
import { type ApprovalDecision, type InboundEvent, targetOf } from '../../channels/index.js';
import { AGENTS, GatehouseConfig } from '../../config/index.js';
import { OurMessages } from '../../delivery/index.js';
import { type AnswerForm, answerFormOf } from '../inbox/command-reader.js';

/** A person's answer to an approval, given without a command. */
export interface ApprovalAnswer {
  readonly approvalId: string;
  readonly decision: ApprovalDecision;
}

/** Finds the approvals that our messages ask for. */
@Injectable()
export class AskedApprovals {
  constructor(
    private readonly ourMessages: OurMessages,
    private readonly config: GatehouseConfig,
  ) {}

  /** Whether an event has the form of an answer, where any can be awaited. */
  mayAnswer(event: InboundEvent): boolean {
    return answerFormOf(event) !== undefined && this.mayBeAsked();
  }

  /** The answer that an event of this form is; undefined when its message asks for no approval. At most one query. */
  async answerIn(event: InboundEvent, form: AnswerForm): Promise<ApprovalAnswer | undefined> {
    const { decision } = form;
    if ('approvalId' in form) return { approvalId: form.approvalId, decision };
    if (!this.mayBeAsked()) return undefined;
    const found = await this.ourMessages.oursAmong(targetOf(event), [form.messageId]);
    const content = found.get(form.messageId)?.content;
    // A card has buttons: a reaction to it is no answer.
    const approvalId = content?.kind === 'text' ? content.approvalId : undefined;
    return approvalId === undefined ? undefined : { approvalId, decision };
  }

  /** Whether any agent has MCP servers, or any policy has tools that ask. */
  private mayBeAsked(): boolean {
    const hasServers = this.config.get(AGENTS).list.some(({ mcp = [] }) => mcp.length > 0);
    return hasServers || asks(this.config.rawAt('agents')) || asks(this.config.rawAt('channels'));
  }
}

/** Whether a list named `ask`, of a policy wherever it stands in these settings, has an entry. */
function asks(settings: unknown): boolean {
  if (typeof settings !== 'object' || settings === null) return false;
  return Object.entries(settings).some(
    ([name, value]) => (name === 'ask' && Array.isArray(value) && value.length > 0) || asks(value),
  );
}
