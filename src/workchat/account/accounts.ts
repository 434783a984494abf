import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import {
  type AccountId,
  type AccountSettings,
  ConnectorState,
  DEFAULT_ACCOUNT,
  type InboundSink,
  type Webhook,
} from '../../channels/index.js';
import { Clock, errorText } from '../../common/index.js';
import { GatehouseConfig } from '../../config/index.js';
import { RemoteFiles } from '../../media/index.js';
import { TeamGroups } from '../service/references/team-groups.js';
import type { AccountDependencies } from './account-parts.js';
import { WorkchatAccount } from './account.js';
import { settingsFrom } from '../settings/workchat.config.js';
import { AdapterLoader } from '../service/botbuilder/adapter-loader.js';

/** The account of this program, if there is one; it follows the configuration. */
@Injectable()
export class WorkchatAccounts implements OnApplicationShutdown {
  private readonly logger = new Logger('Workchat');
  private readonly dependencies: AccountDependencies;
  private account: WorkchatAccount | undefined;
  /** The disconnection of a replaced or removed account. */
  private leaving: Promise<void> = Promise.resolve();
  private sink: InboundSink | undefined;
  private isOnDuty = true;

  constructor(
    private readonly config: GatehouseConfig,
    state: ConnectorState,
    clock: Clock,
    loader: AdapterLoader,
    remote: RemoteFiles,
  ) {
    const teams = new TeamGroups(state, clock);
    const loadAdapter: AccountDependencies['loadAdapter'] = (settings) => loader.load(settings);
    this.dependencies = { config, state, clock, teams, remote, loadAdapter };
    this.follow();
    config.onChange(() => this.follow());
  }

  /** Takes the account's port, if there is an account. @throws PortUnavailable */
  async open(): Promise<void> {
    await this.account?.open();
  }

  /** Also closes an account that was never connected. */
  onApplicationShutdown(): Promise<void> {
    return this.disconnect();
  }

  settings(): readonly AccountSettings[] {
    return this.account ? [this.account.accountSettings()] : [];
  }

  webhooks(): readonly Webhook[] {
    return this.account ? [this.account.webhook] : [];
  }

  find(account: AccountId): WorkchatAccount | undefined {
    return account === DEFAULT_ACCOUNT ? this.account : undefined;
  }

  /** Applies to the current account and to later ones. */
  setUpkeep(isOnDuty: boolean): void {
    this.isOnDuty = isOnDuty;
    this.account?.setUpkeep(isOnDuty);
  }

  connect(sink: InboundSink): void {
    this.sink = sink;
    this.account?.connect(sink);
  }

  /** Resolves when the account is fully disconnected. */
  async disconnect(): Promise<void> {
    this.sink = undefined;
    await this.account?.disconnect();
    await this.leaving;
  }

  /** Follows the configuration. An account keeps its connection unless the change concerns that. */
  private follow(): void {
    const wanted = settingsFrom(this.config);
    if (wanted && this.account?.adopt(wanted)) return;
    const before = this.account;
    this.account = wanted && new WorkchatAccount(wanted, this.dependencies);
    this.account?.setUpkeep(this.isOnDuty);
    if (before) this.release(before);
  }

  /** The next account may need the port, so it connects after the previous one has released it. */
  private release(before: WorkchatAccount): void {
    this.leaving = Promise.all([this.leaving, before.disconnect()])
      .catch((error: unknown) => this.logger.warn(`did not disconnect: ${errorText(error)}`))
      .then(() => {
        if (this.sink) this.account?.connect(this.sink);
      });
  }
}
