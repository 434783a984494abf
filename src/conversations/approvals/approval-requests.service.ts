import { Injectable } from '@nestjs/common';
import { ToolCallCounter, type ToolResult } from '../../assistant/index.js';
import { Clock, newId, newShortCode } from '../../common/index.js';
import { APPROVALS, GatehouseConfig } from '../../config/index.js';
import { canonicalJson, digestOf } from '../../mcp/index.js';
import type { Tx } from '../../persistence/index.js';
import { agentOf } from '../sessions/session-key.js';
import type { StoredEvent } from '../inbox/stored-event.js';
import { type ApprovalRequest, type AskedIn, MCP_PREFIX, type WaitingCall } from './approval.js';
import { Approvals } from './approvals.service.js';
import { RequestMessages } from './request-messages.service.js';

const CODE_LENGTH = 6;
const MINUTE_MS = 60_000;

/** A call that needs a person's yes, and the turn that wants it. */
export interface NewApproval {
  readonly stored: Pick<StoredEvent, 'id' | 'sessionKey' | 'event'>;
  readonly call: WaitingCall;
}

/** The request is stored together with the step of the turn that caused it. */
export type StoreRequest = (tx: Tx) => Promise<ToolResult>;

/** Asks people to decide about calls. The turn does not wait for them (ADR 0109). */
@Injectable()
export class ApprovalRequests {
  constructor(
    private readonly approvals: Approvals,
    private readonly messages: RequestMessages,
    private readonly config: GatehouseConfig,
    private readonly clock: Clock,
    private readonly counter: ToolCallCounter,
  ) {}

  /** Whether an operator has permitted such calls of this person here, and the time is not over. */
  isPermitted({ stored, call }: NewApproval): Promise<boolean> {
    const { channel, account, conversation, sender } = stored.event;
    const place = { channel, account, conversation: conversation.id };
    return this.approvals.isPermitted({
      agentId: agentOf(stored.sessionKey),
      call,
      place,
      senderId: sender.id,
    });
  }

  /** A function that stores the request, or the refusal for the model. */
  async prepare(asked: NewApproval, signal: AbortSignal): Promise<StoreRequest | ToolResult> {
    const places = await this.messages.placesFor(asked.stored.event, signal);
    const server = serverOf(asked.call);
    if (places.length === 0) return this.counter.count(server, 'refused', NO_ONE);
    return async (tx) => {
      const { maxPending, expireMinutes } = this.config.get(APPROVALS);
      const waiting = await this.approvals.pendingAt(tx, asked.stored.event);
      if (waiting >= maxPending) return this.counter.count(server, 'refused', TOO_MANY);
      const createdAt = this.clock.now();
      const times = { createdAt, expiresAt: createdAt + expireMinutes * MINUTE_MS };
      const request = { ...requestOf(asked, times), code: await this.newCode(tx) };
      const shown = await this.messages.send(tx, request, places);
      await this.approvals.ask(tx, { ...request, shown });
      return this.counter.count(server, 'waiting', waitingFor(request.code));
    };
  }

  private async newCode(tx: Tx): Promise<string> {
    const code = newShortCode(CODE_LENGTH);
    return (await this.approvals.withCode(code, tx)) ? this.newCode(tx) : code;
  }
}

function requestOf(
  { stored, call }: NewApproval,
  times: Pick<ApprovalRequest, 'createdAt' | 'expiresAt'>,
): Omit<ApprovalRequest, 'code' | 'shown'> {
  const { id: eventId, sessionKey, event } = stored;
  const { channel, account, conversation, thread, sender, accessKeys } = event;
  const askedIn: AskedIn = { channel, account, conversation, sender, accessKeys, ...(thread && { thread }) };
  const bound = { agentId: agentOf(sessionKey), call, askedIn, ...times };
  return { id: newId('apr', times.createdAt), ...bound, digest: approvalDigest(bound), sessionKey, eventId };
}

/** Binds a decision to all that was shown for it, to the person with whose rights the call is made, and to its time. */
export const approvalDigest = ({
  agentId,
  call,
  askedIn,
  expiresAt,
}: Pick<ApprovalRequest, 'agentId' | 'call' | 'askedIn' | 'expiresAt'>): string =>
  digestOf(canonicalJson({ agentId, ...call, askedIn, expiresAt }));

/** As metrics name it. */
const serverOf = ({ provider }: WaitingCall): string =>
  provider.startsWith(MCP_PREFIX) ? provider.slice(MCP_PREFIX.length) : provider;

const NO_ONE: ToolResult = {
  ok: false,
  error: 'This call needs approval, and no one here can give it. It was not made.',
};

const TOO_MANY: ToolResult = {
  ok: false,
  error:
    'This call needs approval, and too many calls are already waiting for approval here. It was not made.',
};

const waitingFor = (code: string): ToolResult => ({
  ok: true,
  value: {
    waiting_for_approval: code,
    note:
      'The call has NOT been made yet: a person has to allow it, which may take a long time. Do not call it again. ' +
      'End your answer now and say that the call is waiting for approval; you will get the result in a later message.',
  },
});
