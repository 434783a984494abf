import { Injectable } from '@nestjs/common';
import {
  type AccountSettings,
  type ChannelCapabilities,
  type ChannelConnector,
  ConnectorRegistry,
  describesAccounts,
  probes,
} from '../../channels/index.js';
import { type AccountState, ChannelHost, isUp } from '../../inbound/index.js';
import { ReasonTable } from '../../operator/index.js';
import type { Json } from '../http/json.js';
import { snakeKeys } from '../http/snake-case.js';
import { isoTime } from '../../common/index.js';
import type { AccountDto, AccountStateDto, CapabilitiesDto, ChannelDto } from './channel.dto.js';

interface Asked {
  readonly states: ReadonlyMap<string, AccountState>;
  /** Also asks the remote service of each account now. */
  readonly isDeep: boolean;
}

/** Channels and accounts for operators. */
@Injectable()
export class ChannelOverview {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly host: ChannelHost,
    private readonly reasons: ReasonTable,
  ) {}

  async list(): Promise<readonly Json<ChannelDto>[]> {
    const states = await this.host.status();
    return Promise.all(
      this.registry.all().map((connector) => this.show(connector, { states, isDeep: false })),
    );
  }

  /**
   * @param isDeep also asks the remote service of each account now
   * @throws GatehouseError NOT_FOUND for a channel that is not served
   */
  async get(channel: string, isDeep: boolean): Promise<Json<ChannelDto>> {
    const connector = this.registry.get(channel);
    return this.show(connector, { states: await this.host.status(), isDeep });
  }

  /** The state of every enabled account, the same from every replica. */
  async states(): Promise<readonly Json<AccountStateDto>[]> {
    const states = await this.host.status();
    return this.registry
      .all()
      .flatMap((connector) =>
        connector.accounts().map(({ account }) => this.stateOf(states, connector.channel, account)),
      );
  }

  private async show(connector: ChannelConnector, asked: Asked): Promise<Json<ChannelDto>> {
    const accounts = connector.accounts().map((account) => this.showAccount(connector, account, asked));
    return {
      channel: connector.channel,
      capabilities: toCapabilitiesDto(connector.capabilities()),
      accounts: await Promise.all(accounts),
    };
  }

  private async showAccount(
    connector: ChannelConnector,
    { account, dmPolicy, groupPolicy }: AccountSettings,
    { states, isDeep }: Asked,
  ): Promise<Json<AccountDto>> {
    return {
      ...this.stateOf(states, connector.channel, account),
      dm_policy: dmPolicy,
      group_policy: groupPolicy,
      capabilities: toCapabilitiesDto(
        describesAccounts(connector) ? connector.accountCapabilities(account) : connector.capabilities(),
      ),
      probe: isDeep && probes(connector) ? snakeKeys(await connector.probe(account)) : null,
    };
  }

  private stateOf(states: Asked['states'], channel: string, account: string): Json<AccountStateDto> {
    const state = states.get(`${channel}/${account}`);
    const status = state?.status ?? 'stopped';
    const health = isUp(status) ? status : 'down';
    const why =
      health === 'connected' ? undefined : this.reasons.explain('state', status, { channel, account });
    return {
      channel,
      account,
      status,
      health,
      reason: state?.reason ?? null,
      setting: why?.setting ?? null,
      remedy: why?.remedy ?? null,
      since: state ? isoTime(state.since) : null,
      last_error: state?.lastError?.reason ?? null,
      last_error_at: state?.lastError ? isoTime(state.lastError.at) : null,
    };
  }
}

function toCapabilitiesDto({ version, text, features }: ChannelCapabilities): Json<CapabilitiesDto> {
  return {
    version,
    text: { max_chars: text.maxChars, format: text.format },
    features: snakeKeys(features),
  };
}
