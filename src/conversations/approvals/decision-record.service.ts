import { Injectable } from '@nestjs/common';
import { type Actor, AuditLog, SYSTEM } from '../../access-control/index.js';
import { targetOf } from '../../channels/index.js';
import { Clock, isoTime, newId } from '../../common/index.js';
import { Outbox } from '../../delivery/index.js';
import type { Tx } from '../../persistence/index.js';
import { TranscriptRepository } from '../transcript/transcript.repository.js';
import {
  type Approval,
  type ApprovalRequest,
  type Decider,
  GATEWAY,
  type ToolPermission,
} from './approval.js';
import { outcomeLine } from './approval-words.js';

/** The actions in the audit log. */
export const APPROVAL_ACTIONS = {
  asked: 'approval.asked',
  approved: 'approval.approved',
  denied: 'approval.denied',
  expired: 'approval.expired',
  withdrawn: 'approval.withdrawn',
  /** The call has ended. */
  ended: 'approval.ended',
} as const;

const PERMISSION_ACTIONS = { granted: 'permission.granted', ended: 'permission.ended' } as const;

type Decided = Approval & { readonly state: 'approved' | 'denied' | 'expired' | 'withdrawn' };
type Ended = Approval & { readonly state: 'done' | 'failed' | 'interrupted' };

/** Records decisions: for operators in the audit log, and for the people and the assistant that wait for them. */
@Injectable()
export class DecisionRecord {
  constructor(
    private readonly audit: AuditLog,
    private readonly outbox: Outbox,
    private readonly transcript: TranscriptRepository,
    private readonly clock: Clock,
  ) {}

  async asked(tx: Tx, request: ApprovalRequest): Promise<void> {
    await this.audit.record(tx, SYSTEM, {
      action: APPROVAL_ACTIONS.asked,
      subject: request.id,
      details: detailsOf(request),
    });
  }

  async decided(tx: Tx, approval: Decided): Promise<void> {
    const { state, id, decidedBy = GATEWAY.id } = approval;
    const actor: Actor = decidedBy === GATEWAY.id ? SYSTEM : { id: decidedBy, role: 'operator' };
    const action = APPROVAL_ACTIONS[state];
    await this.audit.record(tx, actor, { action, subject: id, details: detailsOf(approval) });
    if (state === 'denied' || state === 'expired') await this.tell(tx, approval);
    if (state === 'withdrawn') await this.note(tx, approval);
  }

  /** Records what became of an approved call. Tells no one: the turn that follows does. */
  async ended(tx: Tx, approval: Ended): Promise<void> {
    await this.audit.record(tx, SYSTEM, {
      action: APPROVAL_ACTIONS.ended,
      subject: approval.id,
      details: { ...detailsOf(approval), state: approval.state },
    });
  }

  async permissionGranted(tx: Tx, permission: ToolPermission, by: Decider): Promise<void> {
    const details = { ...permissionDetails(permission), ends_at: isoTime(permission.endsAt) };
    const action = PERMISSION_ACTIONS.granted;
    await this.audit.record(tx, by, { action, subject: permission.id, details });
  }

  async permissionEnded(tx: Tx, permission: ToolPermission, by: Decider): Promise<void> {
    const details = permissionDetails(permission);
    const action = PERMISSION_ACTIONS.ended;
    await this.audit.record(tx, by, { action, subject: permission.id, details });
  }

  /** Tells the people where the question was asked, and the assistant in its next turn. */
  private async tell(tx: Tx, approval: Approval): Promise<void> {
    const text = outcomeLine(approval);
    const target = targetOf(approval.askedIn);
    await this.outbox.add(tx, { target, content: { kind: 'text', text }, author: 'gateway' });
    await this.note(tx, approval);
  }

  private async note(tx: Tx, approval: Approval): Promise<void> {
    const { sessionKey, askedIn } = approval;
    const at = this.clock.now();
    const { channel, account, conversation } = askedIn;
    await this.transcript.appendHappening(tx, {
      sessionKey,
      at,
      text: outcomeLine(approval),
      author: GATEWAY.id,
      place: { channel, account, conversation: conversation.id },
      eventId: newId('evt', at),
    });
  }
}

/** No arguments: they may be secret; their digest binds the entry to them. */
const detailsOf = ({ agentId, call, digest, askedIn }: ApprovalRequest) => ({
  agent: agentId,
  provider: call.provider,
  tool: call.tool,
  digest,
  channel: askedIn.channel,
  account: askedIn.account,
  conversation_id: askedIn.conversation.id,
});

const permissionDetails = ({ agentId, call, place, senderId }: ToolPermission) => ({
  agent: agentId,
  provider: call.provider,
  tool: call.tool,
  sender_id: senderId,
  channel: place.channel,
  account: place.account,
  conversation_id: place.conversation,
});
