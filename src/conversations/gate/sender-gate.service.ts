import { Injectable } from '@nestjs/common';
import {
  type AdmissionReason,
  dependsOnGrant,
  Grants,
  type GroupVerdict,
  judgeDirectMessage,
  judgeGroupMessage,
} from '../../access-control/index.js';
import {
  type AccountId,
  type AccountSettings,
  type ChannelId,
  ConnectorRegistry,
  type ConversationRef,
  type InboundEvent,
  senderKeyOf,
} from '../../channels/index.js';
import type { AllowList } from '../../common/index.js';
import type { StoredEvent } from '../inbox/stored-event.js';
import type { Tx } from '../../persistence/index.js';
import type { DropReason } from '../inbox/drop-reasons.js';
import type { ApprovalAnswer } from './asked-approvals.service.js';

/** The gate's decision about an event. */
export type GateDecision =
  /** The event goes to the assistant, or is executed if it is a command. */
  | {
      readonly kind: 'admit';
      readonly reason: AdmissionReason;
      /** Whether the sender is an operator according to the lists at the time of the call. */
      readonly isAuthorized: () => boolean;
      /** Checks the sender again after a wait. */
      readonly isStillLetIn: () => Promise<boolean>;
    }
  /** The event answers an approval: without a mention too, and even while a person holds the conversation. */
  | { readonly kind: 'decide'; readonly reason: AdmissionReason; readonly answer: ApprovalAnswer }
  /** A group message that was not for the assistant: kept as context, not answered. */
  | { readonly kind: 'hear'; readonly reason: DropReason }
  | { readonly kind: 'pair' }
  | {
      readonly kind: 'refuse';
      readonly reason: DropReason;
      /** Must be committed together with the end of the event. */
      readonly alongside?: (tx: Tx) => Promise<void>;
    };

export type Admission = Extract<GateDecision, { kind: 'admit' }>;
export type Refusal = Extract<GateDecision, { kind: 'refuse' }>;
/** The decision about a sender alone. */
type Verdict = Refusal | { readonly kind: 'pair' } | Pick<Admission, 'kind' | 'reason'>;

export const refuse = (reason: DropReason): Refusal => ({ kind: 'refuse', reason });

/**
 * How far the remote's clock may lag behind ours before a message written after its sender was let in looks older
 * than that, ms.
 */
const CLOCK_TOLERANCE_MS = 5_000;

type Arrived = Pick<StoredEvent, 'event' | 'receivedAt'>;

/** A sender of an earlier message, and its place. */
export interface PastSender {
  readonly channel: ChannelId;
  readonly account: AccountId;
  readonly senderId: string;
  readonly conversation: ConversationRef;
  /** The parts of the earlier event that matter, as far as they are known. */
  readonly accessKeys: readonly string[];
}

/** Judges the sender of an event: may they reach the assistant from this place, and may they give commands? */
@Injectable()
export class SenderGate {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly grants: Grants,
  ) {}

  /** Whether the sender may write here, whatever the event. Answers without a query unless it depends on a grant. */
  async judge(arrived: Arrived): Promise<Verdict> {
    const { event } = arrived;
    // Two programs that answer each other would never stop.
    if (event.sender.isBot) return refuse('bot');
    const settings = this.registry.findAccount(event.channel, event.account);
    if (!settings) return refuse('account-not-enabled');
    return event.conversation.kind === 'direct'
      ? this.judgeDirect(arrived, settings)
      : this.judgeGroup(event, settings);
  }

  /**
   * Whether the sender is an operator here, according to the current lists. Only a list entry for the sender themselves
   * counts: neither a pairing, nor a policy, nor an entry that admits everyone of a place makes an operator (DESIGN 7
   * "Who may give commands").
   */
  isAuthorized(event: InboundEvent): boolean {
    const { allowFrom, groupAllowFrom } = this.registry.account(event.channel, event.account);
    if (namesSender(allowFrom, event)) return true;
    return event.conversation.kind !== 'direct' && namesSender(groupAllowFrom, event);
  }

  /**
   * The senders who would be admitted if they wrote again now, according to the current lists, policies and grants.
   * Makes at most one query, and only about direct chats with people who are on no list.
   */
  async stillLetIn(senders: readonly PastSender[]): Promise<ReadonlySet<PastSender>> {
    const granted = await this.grants.among(senders.filter((each) => this.needsGrant(each)));
    return new Set(senders.filter((each) => this.wouldAdmit(each, granted.has(each))));
  }

  private needsGrant(sender: PastSender): boolean {
    const settings = this.registry.findAccount(sender.channel, sender.account);
    return (
      settings !== undefined &&
      sender.conversation.kind === 'direct' &&
      dependsOnGrant(ruleFor(sender, settings))
    );
  }

  private wouldAdmit(sender: PastSender, isGranted: boolean): boolean {
    const settings = this.registry.findAccount(sender.channel, sender.account);
    if (!settings) return false;
    if (sender.conversation.kind !== 'direct') return this.judgeGroup(sender, settings).kind === 'admit';
    const now = { writtenAt: 0, grantedAt: isGranted ? 0 : undefined };
    return judgeDirectMessage({ ...ruleFor(sender, settings), ...now }).kind === 'admit';
  }

  private async judgeDirect(arrived: Arrived, settings: AccountSettings): Promise<Verdict> {
    const rule = ruleFor(arrived.event, settings);
    const grantedAt = dependsOnGrant(rule) ? await this.grantedAt(arrived.event) : undefined;
    return verdictOn(arrived, rule, grantedAt);
  }

  private judgeGroup(
    { accessKeys, conversation }: Pick<InboundEvent, 'accessKeys' | 'conversation'>,
    settings: AccountSettings,
  ): GroupVerdict {
    const { isExcluded, isOff, allowFrom } = settings.group(conversation);
    const isOfItsOwn = allowFrom !== undefined && settings.groupPolicy !== 'disabled';
    const policy = isOfItsOwn ? 'allowlist' : settings.groupPolicy;
    const groupAllowFrom = allowFrom ?? settings.groupAllowFrom;
    return judgeGroupMessage({ policy, groupAllowFrom, accessKeys, isExcluded, isOff });
  }

  private grantedAt({ channel, account, sender }: InboundEvent): Promise<number | undefined> {
    return this.grants.since({ channel, account, senderId: sender.id });
  }
}

function verdictOn(
  { event, receivedAt }: Arrived,
  rule: ReturnType<typeof ruleFor>,
  grantedAt: number | undefined,
): Verdict {
  // The remote's clock may be minutes wrong, so it is used only for events that were fetched later.
  const writtenAt = event.isLate ? Math.min(receivedAt, event.occurredAt + CLOCK_TOLERANCE_MS) : receivedAt;
  const verdict = judgeDirectMessage({ ...rule, grantedAt, writtenAt });
  return verdict.kind === 'pair' && event.kind !== 'message' ? refuse('not-paired') : verdict;
}

const ruleFor = (
  { accessKeys }: Pick<InboundEvent, 'accessKeys'>,
  { dmPolicy: policy, allowFrom }: AccountSettings,
) => ({ policy, allowFrom, accessKeys });

const namesSender = ({ keys }: AllowList, { sender }: InboundEvent): boolean =>
  keys.has(senderKeyOf(sender.id));
