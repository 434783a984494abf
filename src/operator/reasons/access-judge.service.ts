import { Injectable } from '@nestjs/common';
import type { InboundMessage } from '../../channels/index.js';
import { PairingService } from '../../pairing/index.js';
import {
  agentOf,
  type DropReason,
  type GateDecision,
  InboundGate,
  SenderGate,
  SessionRouter,
  type StoredEvent,
} from '../../conversations/index.js';
import type { ReasonKind } from './core-reasons.js';
import { type Explanation, ReasonTable } from './reason-table.service.js';

/** `context`: kept, not answered; `code`: answered with a pairing code. */
export const ACCESS_VERDICTS = ['answer', 'context', 'code', 'dropped'] as const;
export type AccessVerdict = (typeof ACCESS_VERDICTS)[number];

/** The verdict on a message, and its reason. */
export interface Judgement extends Explanation {
  readonly verdict: AccessVerdict;
  /** Whether a command of an operator would be executed. */
  readonly mayCommand: boolean;
}

interface Decided {
  readonly verdict: AccessVerdict;
  readonly kind: ReasonKind;
  readonly reason: string;
}

/** Asks the gate's own code about a message that no one has written. */
@Injectable()
export class AccessJudge {
  constructor(
    private readonly gate: InboundGate,
    private readonly senders: SenderGate,
    private readonly pairing: PairingService,
    private readonly router: SessionRouter,
    private readonly table: ReasonTable,
  ) {}

  async judge(message: InboundMessage): Promise<Judgement> {
    const sessionKey = this.router.sessionOf(message);
    const decision = await this.gate.foresee(notStored(message, sessionKey));
    const { verdict, kind, reason } = await this.verdictOn(decision, message);
    const { channel, account, sender, conversation } = message;
    const about = { channel, account, senderId: sender.id, conversation, agentId: agentOf(sessionKey) };
    const isLetIn = verdict === 'answer' || verdict === 'context';
    const explained = this.table.explain(kind, reason, about);
    if (!explained) throw new Error(`the reason ${reason} has no row`);
    return { ...explained, verdict, mayCommand: isLetIn && this.senders.isAuthorized(message) };
  }

  private async verdictOn(decision: GateDecision, message: InboundMessage): Promise<Decided> {
    switch (decision.kind) {
      case 'admit':
      case 'decide':
        return { verdict: 'answer', kind: 'admission', reason: decision.reason };
      case 'hear':
        return { verdict: 'context', kind: 'drop', reason: decision.reason };
      case 'refuse':
        return { verdict: 'dropped', kind: 'drop', reason: decision.reason };
      case 'pair':
        return this.pairingOf(message);
    }
  }

  /** A sender who has been sent a code is not sent another one. */
  private async pairingOf({ channel, account, sender }: InboundMessage): Promise<Decided> {
    const obstacle = await this.pairing.obstacleTo({ channel, account, senderId: sender.id });
    const reason: DropReason = obstacle ?? 'not-paired';
    return { verdict: obstacle === undefined ? 'code' : 'dropped', kind: 'drop', reason };
  }
}

const notStored = (event: InboundMessage, sessionKey: string): StoredEvent<InboundMessage> => ({
  id: '',
  sessionKey,
  event,
  receivedAt: event.occurredAt,
  alreadySaid: '',
  hasActed: false,
  isOurs: false,
  session: { beginsAfter: 0 },
});
