import { Injectable, type OnModuleInit, SetMetadata } from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import { GatehouseError, type Webhook } from '../common/index.js';
import type { AccountSettings } from './account-settings.js';
import type { ChannelConnector } from './connector/connector.js';
import { hasWebhooks } from './connector/connector-webhooks.js';
import { type AccountId, type ChannelId, DEFAULT_ACCOUNT } from './ids.js';

const CONNECTOR = 'gatehouse:connector';

/** Marks a provider as a channel's connector; the registry finds it. */
export const Connector = () => SetMetadata(CONNECTOR, true);

/** All connectors of this program, found by their decorator. The start fails when two serve the same channel. */
@Injectable()
export class ConnectorRegistry implements OnModuleInit {
  private readonly connectors = new Map<ChannelId, ChannelConnector>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    for (const wrapper of this.discovery.getProviders()) {
      const type = wrapper.metatype;
      if (typeof type !== 'function' || !this.reflector.get<boolean>(CONNECTOR, type)) continue;
      this.add(wrapper.instance as ChannelConnector);
    }
  }

  /** Those of services that operators set up; `find` and the like know the local ones too. */
  all(): readonly ChannelConnector[] {
    return [...this.connectors.values()].filter(({ isLocal = false }) => !isLocal);
  }

  /** Those whose service is the gateway itself. */
  local(): readonly ChannelConnector[] {
    return [...this.connectors.values()].filter(({ isLocal = false }) => isLocal);
  }

  /** The webhooks of all connectors, in their order. */
  webhooks(): readonly Webhook[] {
    return this.all().flatMap((connector) => (hasWebhooks(connector) ? connector.webhooks() : []));
  }

  find(channel: string): ChannelConnector | undefined {
    return this.connectors.get(channel as ChannelId);
  }

  /** @throws GatehouseError NOT_FOUND for a channel without a connector. */
  get(channel: string): ChannelConnector {
    const connector = this.find(channel);
    if (!connector)
      throw new GatehouseError('NOT_FOUND', 'No such channel.', `channel ${channel} is not configured`);
    return connector;
  }

  findAccount(channel: ChannelId, account: AccountId): AccountSettings | undefined {
    return this.find(channel)
      ?.accounts()
      .find((each) => each.account === account);
  }

  /** @throws GatehouseError NOT_FOUND for an account that is not configured, or not enabled. */
  account(channel: ChannelId, account: AccountId): AccountSettings {
    const settings = this.findAccount(channel, account);
    if (!settings) {
      throw new GatehouseError(
        'NOT_FOUND',
        'No such account.',
        `account ${account} of ${channel} is not enabled`,
      );
    }
    return settings;
  }

  /**
   * The account with this name; without a name, the only account or the one called `default`.
   * @throws GatehouseError NOT_FOUND for a channel without a connector, or an account that is not enabled.
   */
  accountNamed(channel: string, name: string | undefined): AccountSettings {
    const connector = this.get(channel);
    const [first, ...others] = connector.accounts();
    const only = first !== undefined && others.length === 0 ? first.account : DEFAULT_ACCOUNT;
    return this.account(connector.channel, name === undefined ? only : (name as AccountId));
  }

  private add(connector: ChannelConnector): void {
    if (this.connectors.has(connector.channel)) {
      throw new Error(`two connectors claim the channel ${connector.channel}`);
    }
    this.connectors.set(connector.channel, connector);
  }
}
