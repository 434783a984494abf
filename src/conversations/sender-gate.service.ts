import { Injectable } from '@nestjs/common';
import {
  dependsOnGrant,
  Grants,
  judgeDirectMessage,
  judgeGroupMessage,
  type Verdict,
} from '../access-control/index.js';
import { type AccountSettings, ConnectorRegistry, type InboundEvent } from '../channels/index.js';
import type { AllowList } from '../common/index.js';
import { refuse } from './judgement.js';
import type { StoredEvent } from './stored-event.js';

/**
 * How far the remote's clock may lag behind ours before a message written after an approval looks older than
 * it, ms.
 */
const CLOCK_TOLERANCE_MS = 5_000;

type Arrived = Pick<StoredEvent, 'event' | 'receivedAt'>;

/** Judges who did something: may they reach the assistant from there, and may they give commands? */
@Injectable()
export class SenderGate {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly grants: Grants,
  ) {}

  /** May its sender write here, whatever the event is? */
  async judge(arrived: Arrived): Promise<Verdict> {
    const { event } = arrived;
    // Two programs that answer each other would never end.
    if (event.sender.isBot) return refuse('bot');
    const settings = this.registry.findAccount(event.channel, event.account);
    if (!settings) return refuse('account-not-enabled');
    return event.conversation.kind === 'direct'
      ? this.judgeDirect(arrived, settings)
      : this.judgeGroup(event, settings);
  }

  /**
   * May they give commands? Only who is listed themselves, in direct chats also by a grant: neither a policy nor an
   * entry that lets everyone of a place in makes operators of them.
   */
  async isAuthorized(event: InboundEvent): Promise<boolean> {
    const { allowFrom, groupAllowFrom } = this.registry.account(event.channel, event.account);
    if (namesSender(allowFrom, event)) return true;
    return event.conversation.kind === 'direct'
      ? (await this.grantedAt(event)) !== undefined
      : namesSender(groupAllowFrom, event);
  }

  private async judgeDirect({ event, receivedAt }: Arrived, settings: AccountSettings): Promise<Verdict> {
    const { accessKeys } = event;
    const rule = { policy: settings.dmPolicy, allowFrom: settings.allowFrom, accessKeys };
    const verdict = judgeDirectMessage({
      ...rule,
      grantedAt: dependsOnGrant(rule) ? await this.grantedAt(event) : undefined,
      // A clock of theirs counts only where we have nothing better: it may be minutes wrong.
      writtenAt: event.isLate ? Math.min(receivedAt, event.occurredAt + CLOCK_TOLERANCE_MS) : receivedAt,
    });
    return verdict.kind === 'pair' && event.kind !== 'message' ? refuse('not-paired') : verdict;
  }

  private judgeGroup({ accessKeys, conversation }: InboundEvent, settings: AccountSettings): Verdict {
    const { groupPolicy: policy, groupAllowFrom } = settings;
    const { isExcluded } = settings.group(conversation);
    return judgeGroupMessage({ policy, groupAllowFrom, accessKeys, isExcluded });
  }

  private grantedAt({ channel, account, sender }: InboundEvent): Promise<number | undefined> {
    return this.grants.since({ channel, account, senderId: sender.id });
  }
}

const namesSender = ({ keys }: AllowList, { sender }: InboundEvent): boolean =>
  keys.has(`sender:${sender.id}`);
