import { Injectable } from '@nestjs/common';
import {
  type AccountSettings,
  type ChannelId,
  ConnectorRegistry,
  type ConversationId,
  type ConversationRef,
  DEFAULT_ACCOUNT,
} from '../../channels/index.js';
import type { Finding } from '../../common/index.js';
import { type ReasonKind, ReasonTable } from '../../operator/index.js';

/** An account that is switched on. */
export interface Account {
  readonly channel: ChannelId;
  readonly settings: AccountSettings;
  /** As in `imbridge/default`. */
  readonly name: string;
}

/** The reason by which the gate decides. */
export interface Why {
  readonly kind: ReasonKind;
  readonly code: string;
  readonly isGroup?: boolean;
}

/** A group that no setting knows by itself. */
export const ANY_GROUP: ConversationRef = { id: '' as ConversationId, kind: 'group' };

/** Warns of accounts with the setting and the remedy of the reason by which the gate decides. */
@Injectable()
export class AccountFindings {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly reasons: ReasonTable,
  ) {}

  accounts(): readonly Account[] {
    return this.registry
      .all()
      .flatMap((connector) => connector.accounts().map((settings) => accountOf(connector.channel, settings)));
  }

  warning({ channel, settings }: Account, { kind, code, isGroup = false }: Why, message: string): Finding {
    const about = { channel, account: settings.account, ...(isGroup && { conversation: ANY_GROUP }) };
    const explanation = this.reasons.explain(kind, code, about);
    if (!explanation) throw new Error(`the reason ${code} has no row`);
    const { setting, remedy } = explanation;
    return { state: 'warning', message, ...(setting !== null && { setting }), remedy };
  }
}

/** Whether a setting names an account. Without a name the only one of the channel is meant, or the default one. */
export function isAccount(registry: ConnectorRegistry, channel: string, name: string | undefined): boolean {
  const accounts = registry.find(channel)?.accounts() ?? [];
  if (name === undefined && accounts.length === 1) return true;
  return accounts.some(({ account }) => account === (name ?? DEFAULT_ACCOUNT));
}

const accountOf = (channel: ChannelId, settings: AccountSettings): Account => ({
  channel,
  settings,
  name: `${channel}/${settings.account}`,
});
