import { Injectable } from '@nestjs/common';
import { Grants, isListed, judgeDirectMessage, judgeGroupMessage } from '../access-control/index.js';
import { type AccountSettings, ConnectorRegistry } from '../channels/index.js';
import { Deliveries } from '../delivery/index.js';
import { isCommand } from './commands/parse-command.js';
import { type Judgement, refuse } from './judgement.js';
import { MentionGate } from './mention-gate.service.js';
import { Reflections } from './reflections.service.js';
import type { StoredEvent } from './stored-event.js';

/**
 * How far the remote's clock may lag behind ours before a message written after an approval looks older than
 * it, ms.
 */
const CLOCK_TOLERANCE_MS = 5_000;

type ToJudge = Pick<StoredEvent, 'event' | 'receivedAt' | 'sessionKey'>;

/** Judges an event before anything is done about it: is it ours, may its sender write, are we meant? */
@Injectable()
export class Gate {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly grants: Grants,
    private readonly deliveries: Deliveries,
    private readonly mentions: MentionGate,
    private readonly reflections: Reflections,
  ) {}

  async judge(stored: ToJudge): Promise<Judgement> {
    const { event } = stored;
    if (event.kind === 'message') {
      if (await this.deliveries.isOurs(event, event.messageId)) return refuse('echo');
      const delivery = await this.reflections.deliveryBehind({ ...stored, event });
      if (delivery !== undefined)
        return { ...refuse('self-echo'), alongside: (tx) => this.reflections.take(tx, stored, delivery) };
    }
    // Two programs that answer each other would never end.
    if (event.sender.isBot) return refuse('bot');
    const settings = this.registry.findAccount(event.channel, event.account);
    if (!settings) return refuse('account-not-enabled');
    return event.conversation.kind === 'direct'
      ? this.judgeDirect(stored, settings)
      : this.judgeGroup(stored, settings);
  }

  private async judgeDirect({ event, receivedAt }: ToJudge, settings: AccountSettings): Promise<Judgement> {
    const { dmPolicy, allowFrom } = settings;
    const { channel, account, sender, accessKeys } = event;
    const grantedAt = await this.grants.since({ channel, account, senderId: sender.id });
    const verdict = judgeDirectMessage({
      policy: dmPolicy,
      allowFrom,
      accessKeys,
      grantedAt,
      // A clock of theirs counts only where we have nothing better: it may be minutes wrong.
      writtenAt: event.isLate ? Math.min(receivedAt, event.occurredAt + CLOCK_TOLERANCE_MS) : receivedAt,
    });
    if (verdict.kind === 'pair' && event.kind !== 'message') return refuse('not-paired');
    if (verdict.kind !== 'admit') return verdict;
    return { kind: 'admit', isAuthorized: grantedAt !== undefined || isListed(allowFrom, accessKeys) };
  }

  private async judgeGroup({ event, sessionKey }: ToJudge, settings: AccountSettings): Promise<Judgement> {
    const { groupPolicy, groupAllowFrom, allowFrom } = settings;
    const { accessKeys } = event;
    const { isExcluded, requireMention } = settings.group(event.conversation);
    const verdict = judgeGroupMessage({ policy: groupPolicy, groupAllowFrom, accessKeys, isExcluded });
    if (verdict.kind !== 'admit') return verdict;
    const isAuthorized = isListed(groupAllowFrom, accessKeys) || isListed(allowFrom, accessKeys);
    const isMeant =
      !requireMention ||
      event.kind !== 'message' ||
      (isAuthorized && isCommand(event)) ||
      (await this.mentions.isMentioned(event, sessionKey));
    return isMeant ? { kind: 'admit', isAuthorized } : { kind: 'hear', reason: 'not-mentioned' };
  }
}
