import { Injectable } from '@nestjs/common';
import { ConnectorRegistry, type InboundEvent, type Target } from '../../channels/index.js';
import { APPROVALS, GatehouseConfig } from '../../config/index.js';
import { SenderGate } from '../gate/sender-gate.service.js';
import type { DropReason } from '../inbox/drop-reasons.js';
import type { Approval, AskedIn, Decider } from './approval.js';

/** The person behind an event, as one who decides. */
export const deciderOf = ({ channel, sender }: Pick<InboundEvent, 'channel' | 'sender'>): Decider => ({
  id: `sender:${channel}:${sender.id}`,
  role: 'operator',
  name: sender.name ?? sender.id,
});

/** Why a person may not decide. */
export interface DecisionRefusal {
  readonly reason: Extract<DropReason, `approval-${string}`>;
  /** For that person; plain text. */
  readonly text: string;
}

/** Knows who may decide about a call: operators of the place where it is shown. An empty list is no one. */
@Injectable()
export class Deciders {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly senders: SenderGate,
    private readonly config: GatehouseConfig,
  ) {}

  /** Why the sender of an event may not decide about an approval; undefined when they may. */
  refusalOf({ shown, askedIn }: Approval, event: InboundEvent): DecisionRefusal | undefined {
    if (shown.length === 0) return TOO_LONG;
    if (!shown.some(({ target }) => isAt(target, event))) return ELSEWHERE;
    if (!this.senders.isAuthorized(event)) return NO_OPERATOR;
    return this.isOwn(askedIn, event) ? OWN : undefined;
  }

  /** Whether someone may decide in a chat: lists and accounts may have changed since it was shown. */
  isAnybodyFor({ shown, askedIn }: Approval): boolean {
    return shown.some(({ target }) => this.isAnybodyAt(target, askedIn));
  }

  /**
   * Whether someone may decide at a place: anyone whom the lists of its account name, in the requester's own direct chat
   * they themselves. Other people's direct chats do not tell who is in them.
   */
  isAnybodyAt(target: Target, { channel, conversation, sender, ...place }: AskedIn): boolean {
    const settings = this.registry.findAccount(target.channel, target.account);
    if (!settings) return false;
    const own = target.channel === channel ? `sender:${sender.id}` : undefined;
    const { byRequester } = this.config.get(APPROVALS);
    const isOwnChat = conversation.kind === 'direct' && isAt(target, { channel, conversation, ...place });
    if (isOwnChat) return byRequester && settings.allowFrom.keys.has(`sender:${sender.id}`);
    const named = [...settings.allowFrom.keys, ...settings.groupAllowFrom.keys];
    return named.some((key) => key.startsWith('sender:') && (byRequester || key !== own));
  }

  private isOwn({ channel, sender }: AskedIn, event: InboundEvent): boolean {
    const isSame = channel === event.channel && sender.id === event.sender.id;
    return isSame && !this.config.get(APPROVALS).byRequester;
  }
}

const TOO_LONG: DecisionRefusal = {
  reason: 'approval-elsewhere',
  text: 'This call is too long to show in a chat. Decide with `gatehouse approvals`.',
};
const ELSEWHERE: DecisionRefusal = {
  reason: 'approval-elsewhere',
  text: 'This request belongs to another chat. Answer it there.',
};
const NO_OPERATOR: DecisionRefusal = {
  reason: 'approval-not-allowed',
  text: 'Only operators (people in the allowlist) can decide this.',
};
const OWN: DecisionRefusal = {
  reason: 'approval-of-their-own',
  text: "You can't approve your own request.",
};

/** A thread is no place of its own: who reads it reads its conversation. */
const isAt = (
  target: Target,
  { channel, account, conversation }: Pick<InboundEvent, 'channel' | 'account' | 'conversation'>,
): boolean =>
  target.channel === channel && target.account === account && target.conversation === conversation.id;
