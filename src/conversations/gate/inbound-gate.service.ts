import { Injectable } from '@nestjs/common';
import { type InboundMessage, targetOf } from '../../channels/index.js';
import { OurMessages } from '../../delivery/index.js';
import { type GateDecision, type Refusal, refuse } from './gate-decision.js';
import { LoopBreaker } from '../loops/loop-breaker.service.js';
import { MentionGate } from './mention-gate.service.js';
import { SelfChatEchoes } from './self-chat-echoes.service.js';
import { SenderGate } from './sender-gate.service.js';
import type { StoredEvent } from '../inbox/stored-event.js';

/**
 * Judges an event before anything else happens: is it our own, may its sender write, is it for the assistant, is it
 * part of a loop?
 */
@Injectable()
export class InboundGate {
  constructor(
    private readonly ourMessages: OurMessages,
    private readonly senders: SenderGate,
    private readonly mentions: MentionGate,
    private readonly echoes: SelfChatEchoes,
    private readonly loops: LoopBreaker,
  ) {}

  async judge(stored: StoredEvent): Promise<GateDecision> {
    const { event } = stored;
    const said = isMessage(stored) ? stored : undefined;
    const own = said && (await this.ours(said));
    if (own) return own;
    const verdict = await this.senders.judge(stored);
    const isOutdated = said?.event.isOutdated === true;
    // The sender of an outdated message no longer waits for an answer, so a pairing code would only puzzle them.
    if (isOutdated && verdict.kind === 'pair') return refuse('outdated');
    if (verdict.kind !== 'admit') return verdict;
    if (isOutdated) return { kind: 'hear', reason: 'outdated' };
    if (!(await this.mentions.isMeant(stored))) return { kind: 'hear', reason: 'not-mentioned' };
    if (said && (await this.isOfLoop(said))) return refuse('loop-break');
    return {
      kind: 'admit',
      isAuthorized: () => this.senders.isAuthorized(event),
      isStillLetIn: async () => (await this.senders.judge(stored)).kind === 'admit',
    };
  }

  /** An operator's command is executed even in a conversation where programs answer each other. */
  private async isOfLoop(stored: StoredEvent<InboundMessage>): Promise<boolean> {
    return !this.mentions.isOrder(stored) && (await this.loops.cutsOff(stored));
  }

  /** Refuses the echo of a message of ours. */
  private async ours(stored: StoredEvent<InboundMessage>): Promise<Refusal | undefined> {
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
