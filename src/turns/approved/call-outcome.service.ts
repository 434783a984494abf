import { Injectable } from '@nestjs/common';
import type { ToolResult } from '../../assistant/index.js';
import type { InboundPrompt } from '../../channels/index.js';
import { Clock, type TracedEvent, tracer } from '../../common/index.js';
import { JOB_KINDS, JobQueue, type Tx } from '../../persistence/index.js';
import {
  type Approval,
  type ApprovalEnding,
  Approvals,
  InboxRepository,
  type NewEvent,
  outcomeLine,
} from '../../conversations/index.js';

/** How an approved call ended. */
export interface CallEnd extends Pick<ApprovalEnding, 'state' | 'reason'> {
  readonly result?: ToolResult;
}

/** Stores how an approved call ended, together with the turn that tells the person who wanted it. */
@Injectable()
export class CallOutcome {
  constructor(
    private readonly approvals: Approvals,
    private readonly inbox: InboxRepository,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  begin(tx: Tx, approval: Approval): Promise<void> {
    return this.approvals.begin(tx, approval);
  }

  /** Changes nothing when the end is known already. */
  async end(tx: Tx, approval: Approval, { result, ...end }: CallEnd): Promise<void> {
    const text = result === undefined ? undefined : textOf(result);
    const ended = await this.approvals.end(tx, approval, { ...end, result: text });
    if (ended) await this.prompt(tx, ended);
  }

  /** Judged and answered like any event; nothing is lost when the process ends here. */
  private async prompt(tx: Tx, approval: Approval): Promise<void> {
    const event = this.inbox.newEvent(promptAbout(approval, this.clock.now()), approval.sessionKey);
    await (tracer?.accept(tracedEventOf(event, approval), () => this.store(tx, event)) ??
      this.store(tx, event));
  }

  private async store(tx: Tx, event: NewEvent): Promise<'stored'> {
    await this.inbox.insert(tx, event);
    await this.queue.enqueue(tx, {
      kind: JOB_KINDS.inbound,
      key: event.sessionKey,
      payload: { eventId: event.id },
    });
    return 'stored';
  }
}

const tracedEventOf = (
  { id, event: { channel, account, kind } }: NewEvent,
  { eventId: causedBy }: Approval,
): TracedEvent => ({ id, channel, account, kind, causedBy });

/** The event of the turn that carries the outcome, in the place and with the rights of the person who wanted the call. */
export const promptAbout = (approval: Approval, at: number): InboundPrompt => ({
  ...approval.askedIn,
  kind: 'prompt',
  approvalId: approval.id,
  inboxKey: `prompt:${approval.id}`,
  occurredAt: at,
  isLate: false,
  text: promptText(approval),
});

function promptText(approval: Approval): string {
  const { result } = approval;
  const head = `The gateway reports on a call that was waiting for an approval. ${outcomeLine(approval)}`;
  const tail = 'Tell the person the outcome. The gateway makes each call once; do not repeat it.';
  return result === undefined ? `${head}\n${tail}` : `${head}\n${result}\n${tail}`;
}

/** In the words of a tool's result, which are fenced where a server wrote them. */
function textOf(result: ToolResult): string {
  if (!result.ok) return result.error;
  return typeof result.value === 'string' ? result.value : JSON.stringify(result.value);
}
