import { Injectable } from '@nestjs/common';
import { Grants, judgeDirectMessage, type Verdict } from '../access-control/index.js';
import { ConnectorRegistry, type InboundMessage } from '../channels/index.js';
import { Deliveries } from '../delivery/index.js';
import type { Tx } from '../persistence/index.js';
import type { StoredEvent } from './inbox.repository.js';
import { Reflections } from './reflections.service.js';

/**
 * How far the remote's clock may lag behind ours before a message written after an approval looks older than
 * it, ms.
 */
const CLOCK_TOLERANCE_MS = 5_000;

/** A verdict, and what must be written down with its execution. */
export type Judgement = Verdict & { readonly alongside?: (tx: Tx) => Promise<void> };

/** Judges an event before anything is done about it: is it ours, and may its sender write? */
@Injectable()
export class Gate {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly grants: Grants,
    private readonly deliveries: Deliveries,
    private readonly reflections: Reflections,
  ) {}

  async judge(stored: StoredEvent): Promise<Judgement> {
    const { event, receivedAt } = stored;
    if (await this.deliveries.isOurs(event, event.messageId)) return refuse('echo');
    const delivery = await this.reflections.deliveryBehind(stored);
    if (delivery !== undefined) {
      return { ...refuse('self-echo'), alongside: (tx) => this.reflections.take(tx, stored, delivery) };
    }
    if (event.conversation.kind === 'group') return refuse('groups-not-served');
    return this.judgeSender(event, receivedAt);
  }

  private async judgeSender(event: InboundMessage, receivedAt: number): Promise<Verdict> {
    const settings = this.registry.findAccount(event.channel, event.account);
    if (!settings) return refuse('account-not-enabled');
    const { dmPolicy, allowFrom } = settings;
    const { channel, account, sender } = event;
    return judgeDirectMessage({
      policy: dmPolicy,
      allowFrom,
      accessKeys: event.accessKeys,
      grantedAt: await this.grants.since({ channel, account, senderId: sender.id }),
      // A clock of theirs counts only where we have nothing better: it may be minutes wrong.
      writtenAt: event.isLate ? Math.min(receivedAt, event.occurredAt + CLOCK_TOLERANCE_MS) : receivedAt,
    });
  }
}

const refuse = (reason: string): Verdict => ({ kind: 'refuse', reason });
