import { Injectable } from '@nestjs/common';
import { type InboundMessage, targetOf } from '../../channels/index.js';
import { OurMessages } from '../../delivery/index.js';
import { type GateDecision, type Refusal, refuse } from './gate-decision.js';
import { LoopBreaker } from '../loops/loop-breaker.service.js';
import { MentionGate } from './mention-gate.service.js';
import { SelfChatEchoes } from './self-chat-echoes.service.js';
import { SenderGate } from './sender-gate.service.js';
import type { StoredEvent } from '../inbox/stored-event.js';

/** Judges an event before anything is done about it: is it ours, may its sender write, are we meant, is it a loop? */
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
    const own = event.kind === 'message' ? await this.ours({ ...stored, event }) : undefined;
    if (own) return own;
    const verdict = await this.senders.judge(stored);
    const isOutdated = event.kind === 'message' && event.isOutdated === true;
    // A code nobody waits for any more says nothing to them.
    if (isOutdated && verdict.kind === 'pair') return refuse('outdated');
    if (verdict.kind !== 'admit') return verdict;
    if (isOutdated) return { kind: 'hear', reason: 'outdated' };
    if (!(await this.mentions.isMeant(stored))) return { kind: 'hear', reason: 'not-mentioned' };
    if (await this.isOfLoop(stored)) return refuse('loop-break');
    return {
      kind: 'admit',
      isAuthorized: () => this.senders.isAuthorized(event),
      isStillLetIn: async () => (await this.senders.judge(stored)).kind === 'admit',
    };
  }

  /** An operator's order is carried out also where programs talk to each other. */
  private async isOfLoop({ event, ...stored }: StoredEvent): Promise<boolean> {
    if (event.kind !== 'message' || this.mentions.isOrder({ ...stored, event })) return false;
    return this.loops.cutsOff({ ...stored, event });
  }

  /** A message of ours that comes back. */
  private async ours(stored: StoredEvent<InboundMessage>): Promise<Refusal | undefined> {
    const { event } = stored;
    if (await this.ourMessages.isOurs(targetOf(event), event.messageId)) return refuse('echo');
    const delivery = await this.echoes.deliveryBehind(stored);
    if (delivery === undefined) return undefined;
    return { ...refuse('self-echo'), alongside: (tx) => this.echoes.take(tx, stored, delivery) };
  }
}
