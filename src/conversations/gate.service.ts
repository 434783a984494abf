import { Injectable } from '@nestjs/common';
import { dependsOnGrant, Grants, judgeDirectMessage, type Verdict } from '../access-control/index.js';
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

type Arrived = Pick<StoredEvent, 'event' | 'receivedAt'>;

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
    const { event } = stored;
    if (await this.deliveries.isOurs(event, event.messageId)) return refuse('echo');
    const delivery = await this.reflections.deliveryBehind(stored);
    if (delivery !== undefined) {
      return { ...refuse('self-echo'), alongside: (tx) => this.reflections.take(tx, stored, delivery) };
    }
    return this.judgeSender(stored);
  }

  /** May its sender write here, whatever the message is? */
  async judgeSender({ event, receivedAt }: Arrived): Promise<Verdict> {
    if (event.conversation.kind === 'group') return refuse('groups-not-served');
    const settings = this.registry.findAccount(event.channel, event.account);
    if (!settings) return refuse('account-not-enabled');
    const { accessKeys } = event;
    const rule = { policy: settings.dmPolicy, allowFrom: settings.allowFrom, accessKeys };
    return judgeDirectMessage({
      ...rule,
      grantedAt: dependsOnGrant(rule) ? await this.grantedAt(event) : undefined,
      // A clock of theirs counts only where we have nothing better: it may be minutes wrong.
      writtenAt: event.isLate ? Math.min(receivedAt, event.occurredAt + CLOCK_TOLERANCE_MS) : receivedAt,
    });
  }

  private grantedAt({ channel, account, sender }: InboundMessage): Promise<number | undefined> {
    return this.grants.since({ channel, account, senderId: sender.id });
  }
}

const refuse = (reason: string): Verdict => ({ kind: 'refuse', reason });
