import { Injectable } from '@nestjs/common';
import { ConnectorRegistry, type InboundMessage, targetOf } from '../../channels/index.js';
import { OurMessages } from '../../delivery/index.js';
import { AskedApprovals } from './asked-approvals.service.js';
import { type GateDecision, type Refusal, refuse, SenderGate } from './sender-gate.service.js';
import { LoopBreaker } from './loops/loop-breaker.service.js';
import { SelfChatEchoes } from './self-chat-echoes.service.js';
import { HELD } from '../holds/holds.repository.js';
import { Holds } from '../holds/holds.service.js';
import { HoldsInForce } from '../holds/holds-in-force.js';
import { isUtterance, type StoredEvent } from '../inbox/stored-event.js';
import { answerFormOf, CommandReader, MentionPatterns } from '../inbox/command-reader.js';
import { agentOf } from '../sessions/session-key.js';

/** Decides whether a group message is addressed to the assistant (spec 2-imbridge "Mention gating", DESIGN 7). */
@Injectable()
export class MentionGate {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly senders: SenderGate,
    private readonly commands: CommandReader,
    private readonly patterns: MentionPatterns,
    private readonly ourMessages: OurMessages,
  ) {}

  /**
   * A command needs no mention if its sender may give commands. Nor does the use of one of our cards, which is like a
   * reply to it. An event that is not a message never starts a turn, with or without a mention.
   */
  async isMeant({ event, sessionKey }: StoredEvent): Promise<boolean> {
    if (event.conversation.kind === 'direct' || event.kind !== 'message') return true;
    const settings = this.registry.account(event.channel, event.account);
    if (!settings.group(event.conversation).requireMention) return true;
    return this.isOrder({ event, sessionKey }) || this.isMentioned(event, sessionKey);
  }

  /** Whether it is a command from a sender who may give commands. */
  isOrder({ event, sessionKey }: Pick<StoredEvent, 'event' | 'sessionKey'>): boolean {
    return this.commands.read(event, sessionKey) !== undefined && this.senders.isAuthorized(event);
  }

  /**
   * A message mentions the assistant natively, by replying to a message of ours, or by matching one of the agent's
   * patterns.
   */
  private async isMentioned(message: InboundMessage, sessionKey: string): Promise<boolean> {
    if (message.mentionsUs || this.patterns.matches(message.text, agentOf(sessionKey))) return true;
    if (message.replyTo === undefined) return false;
    return this.ourMessages.isOurs(targetOf(message), message.replyTo);
  }
}

type LoopTest = (stored: StoredEvent<InboundMessage>) => Promise<boolean>;
type SilenceTest = (stored: StoredEvent) => Promise<GateDecision | undefined>;

/** Knows the conversations that get no answers for a time: a person holds them, or programs answer each other there. */
@Injectable()
export class QuietPlaces {
  constructor(
    private readonly mentions: MentionGate,
    private readonly commands: CommandReader,
    private readonly inForce: HoldsInForce,
    private readonly holds: Holds,
    private readonly loops: LoopBreaker,
  ) {}

  /** Why an event that is for the assistant is not answered; undefined when it is. */
  silenceFor(stored: StoredEvent): Promise<GateDecision | undefined> {
    return this.silence(stored, (said) => this.loops.cutsOff(said));
  }

  /** The answer of `silenceFor`, foreseen. Begins no loop break, and counts nothing. */
  foresee(stored: StoredEvent): Promise<GateDecision | undefined> {
    return this.silence(stored, ({ event }) => this.loops.isBroken(event));
  }

  /** An operator's command is executed even in a conversation where programs answer each other. */
  private async silence(stored: StoredEvent, isOfLoop: LoopTest): Promise<GateDecision | undefined> {
    if (await this.isHeld(stored)) return { kind: 'hear', reason: HELD };
    if (!isMessage(stored) || this.mentions.isOrder(stored)) return undefined;
    return (await isOfLoop(stored)) ? refuse('loop-break') : undefined;
  }

  /** Commands are for the gateway, so they are executed even while a person holds the conversation. */
  private async isHeld(stored: StoredEvent): Promise<boolean> {
    if (!this.inForce.isKnown(stored.event) || !isUtterance(stored)) return false;
    if (this.commands.read(stored.event, stored.sessionKey) !== undefined) return false;
    return this.holds.isHeld(targetOf(stored.event));
  }
}

/**
 * Judges an event before anything else happens: is it our own, may its sender write, is it for the assistant, and is it
 * answered there?
 */
@Injectable()
export class InboundGate {
  constructor(
    private readonly senders: SenderGate,
    private readonly mentions: MentionGate,
    private readonly asked: AskedApprovals,
    private readonly quiet: QuietPlaces,
    private readonly ourMessages: OurMessages,
    private readonly echoes: SelfChatEchoes,
  ) {}

  judge(stored: StoredEvent): Promise<GateDecision> {
    return this.decide(stored, (admitted) => this.quiet.silenceFor(admitted));
  }

  /** The decision of `judge`, foreseen. Begins no loop break, and counts nothing. */
  foresee(stored: StoredEvent): Promise<GateDecision> {
    return this.decide(stored, (admitted) => this.quiet.foresee(admitted));
  }

  private async decide(stored: StoredEvent, silenceFor: SilenceTest): Promise<GateDecision> {
    const { event } = stored;
    const said = isMessage(stored) ? stored : undefined;
    const own = said && (await this.echoRefusalOf(said));
    if (own) return own;
    const verdict = await this.senders.judge(stored);
    const isOutdated = said?.event.isOutdated === true;
    // The sender of an outdated message no longer waits for an answer, so a pairing code would only puzzle them.
    if (isOutdated && verdict.kind === 'pair') return refuse('outdated');
    if (verdict.kind !== 'admit') return verdict;
    if (isOutdated) return { kind: 'hear', reason: 'outdated' };
    const form = answerFormOf(event);
    const answer = form && (await this.asked.answerIn(event, form));
    if (answer) return { kind: 'decide', reason: verdict.reason, answer };
    if (!(await this.mentions.isMeant(stored))) return { kind: 'hear', reason: 'not-mentioned' };
    const silence = await silenceFor(stored);
    if (silence) return silence;
    return {
      kind: 'admit',
      reason: verdict.reason,
      isAuthorized: () => this.senders.isAuthorized(event),
      isStillLetIn: async () => (await this.senders.judge(stored)).kind === 'admit',
    };
  }

  private async echoRefusalOf(stored: StoredEvent<InboundMessage>): Promise<Refusal | undefined> {
    const { event } = stored;
    const { isOurs = await this.ourMessages.isOurs(targetOf(event), event.messageId) } = stored;
    if (isOurs) return refuse('echo');
    const delivery = await this.echoes.deliveryBehind(stored);
    if (delivery === undefined) return undefined;
    return { ...refuse('self-echo'), alongside: (tx) => this.echoes.recordReturn(tx, stored, delivery) };
  }
}

const isMessage = (stored: StoredEvent): stored is StoredEvent<InboundMessage> =>
  stored.event.kind === 'message';
