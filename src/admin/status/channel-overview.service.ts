import { Injectable } from '@nestjs/common';
import {
  type AccountSettings,
  type ChannelCapabilities,
  type ChannelConnector,
  ConnectorRegistry,
  describesAccounts,
  probes,
} from '../../channels/index.js';
import { ChannelHost, type ChannelStatus, ReasonTable } from '../../conversations/index.js';
import type { Json } from '../http/json.js';
import { snakeKeys } from '../http/snake-case.js';
import type { AccountDto, AccountStateDto, CapabilitiesDto, ChannelDto, Health } from './channel.dto.js';

/** Channels and accounts for operators. */
@Injectable()
export class ChannelOverview {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly host: ChannelHost,
    private readonly reasons: ReasonTable,
  ) {}

  list(): Promise<readonly Json<ChannelDto>[]> {
    return Promise.all(this.registry.all().map((connector) => this.show(connector, false)));
  }

  /**
   * @param isDeep also asks the remote service of each account now
   * @throws GatehouseError NOT_FOUND for a channel that is not served
   */
  async get(channel: string, isDeep: boolean): Promise<Json<ChannelDto>> {
    return this.show(this.registry.get(channel), isDeep);
  }

  /** The state of every enabled account. No I/O. */
  states(): readonly Json<AccountStateDto>[] {
    return this.registry
      .all()
      .flatMap((connector) =>
        connector.accounts().map(({ account }) => this.stateOf(connector.channel, account)),
      );
  }

  private async show(connector: ChannelConnector, isDeep: boolean): Promise<Json<ChannelDto>> {
    const accounts = connector.accounts().map((account) => this.showAccount(connector, account, isDeep));
    return {
      channel: connector.channel,
      capabilities: toCapabilitiesDto(connector.capabilities()),
      accounts: await Promise.all(accounts),
    };
  }

  private async showAccount(
    connector: ChannelConnector,
    { account, dmPolicy, groupPolicy }: AccountSettings,
    isDeep: boolean,
  ): Promise<Json<AccountDto>> {
    return {
      ...this.stateOf(connector.channel, account),
      dm_policy: dmPolicy,
      group_policy: groupPolicy,
      capabilities: toCapabilitiesDto(
        describesAccounts(connector) ? connector.accountCapabilities(account) : connector.capabilities(),
      ),
      probe: isDeep && probes(connector) ? snakeKeys(await connector.probe(account)) : null,
    };
  }

  private stateOf(channel: string, account: string): Json<AccountStateDto> {
    const isMeant = (each: ChannelStatus): boolean => each.channel === channel && each.account === account;
    const state = this.host.status().find(isMeant);
    const status = state?.status ?? 'stopped';
    const health = healthOf(status);
    const why =
      health === 'connected' ? undefined : this.reasons.explain('state', status, { channel, account });
    return {
      ...{ channel, account, status, health, reason: state?.reason ?? null },
      ...{ setting: why?.setting ?? null, remedy: why?.remedy ?? null },
    };
  }
}

const healthOf = (status: ChannelStatus['status']): Health =>
  status === 'connected' || status === 'degraded' ? status : 'down';

function toCapabilitiesDto({ version, text, features }: ChannelCapabilities): Json<CapabilitiesDto> {
  return {
    version,
    text: { max_chars: text.maxChars, format: text.format },
    features: snakeKeys(features),
  };
}
