import { Injectable, Logger } from '@nestjs/common';
import { type AccountId, type AccountSettings, ConnectorState } from '../../channels/index.js';
import { type Check, Clock, errorText } from '../../common/index.js';
import { CHANNEL_DEFAULTS, ConfigProblem, GATEWAY, GatehouseConfig, RETENTION } from '../../config/index.js';
import type { AccountDependencies } from './account-parts.js';
import { ImbridgeAccount } from './account.js';
import { about } from '../checks/checked-account.js';
import { missing } from '../settings/config-rules.js';
import { IMBRIDGE_CONFIG } from '../imbridge.config.js';
import { comparable } from '../settings/credentials.js';
import { recordOf } from '../../channels/kit/index.js';
import { GatewayOrigin } from '../upkeep/gateway-origin.js';
import {
  type AccountSource,
  enabledSources,
  type ImbridgeSettings,
  resolveSettings,
  toAccountSettings,
} from '../settings/settings.js';

/** The enabled accounts of a configuration that passes `imbridgeIsComplete`. */
export function settingsFrom(config: GatehouseConfig): readonly ImbridgeSettings[] {
  const top = config.get(IMBRIDGE_CONFIG);
  const isOwnPolicy = config.present('channels.imbridge.groupPolicy') || !config.has(CHANNEL_DEFAULTS);
  const groups = isOwnPolicy
    ? { policy: top.groupPolicy, path: 'channels.imbridge.groupPolicy' }
    : { policy: config.get(CHANNEL_DEFAULTS).groupPolicy, path: 'channels.defaults.groupPolicy' };
  return sourcesOf(config).map((source) => resolveSettings(top, source, groups));
}

/**
 * Problems of missing required settings in a section that only repeats the defaults: its values alone cannot
 * distinguish it from an absent section.
 */
export function imbridgeIsComplete(config: GatehouseConfig): readonly ConfigProblem[] {
  const top = config.get(IMBRIDGE_CONFIG);
  return sourcesOf(config)
    .flatMap((source) => missing(top, source))
    .map(inSection);
}

const sourcesOf = (config: GatehouseConfig): readonly AccountSource[] =>
  enabledSources(config.get(IMBRIDGE_CONFIG), isSet(config));

/** Whether the file sets anything in the section; null counts as unset. */
function isSet(config: GatehouseConfig): boolean {
  return Object.values(recordOf(config.rawAt(IMBRIDGE_CONFIG.path)) ?? {}).some((value) => value !== null);
}

const inSection = ({ path, message }: ConfigProblem): ConfigProblem =>
  new ConfigProblem(`${IMBRIDGE_CONFIG.path}.${path}`, message);

/** A secret of at least this length cannot be guessed by trying. */
const LONG_SECRET = 24;

const DAY_MS = 86_400_000;

/** The view of an account for the authentication of its webhooks. */
export interface WebhookAccount {
  readonly account: ImbridgeAccount;
  /** The secret in its form for comparison. */
  readonly secret: Buffer;
  /** Whether the secret is too long to guess, so that a correct one always passes, despite failures of others. */
  readonly isLong: boolean;
}

export interface WebhookEndpoint {
  readonly accounts: readonly WebhookAccount[];
  /**
   * The account that accepts webhooks from this machine without a secret, while the localhost rule holds (DESIGN 7).
   */
  readonly local?: ImbridgeAccount;
}

/** The accounts of this program, by name and by webhook path; they follow the configuration. */
@Injectable()
export class ImbridgeAccounts {
  private readonly logger = new Logger(ImbridgeAccounts.name);
  private readonly dependencies: AccountDependencies;
  private readonly byName = new Map<AccountId, ImbridgeAccount>();
  /** Removed accounts, until they are disconnected. */
  private readonly leaving = new Map<AccountId, Promise<void>>();
  private byPath: ReadonlyMap<string, WebhookEndpoint> = new Map();
  private forCentre: readonly AccountSettings[] = [];

  constructor(
    private readonly config: GatehouseConfig,
    state: ConnectorState,
    clock: Clock,
    origin: GatewayOrigin,
  ) {
    this.dependencies = {
      state,
      clock,
      origin: (settings) => origin.forBridge(settings),
      rememberedMs: () => config.get(RETENTION).eventsDays * DAY_MS,
    };
    this.follow();
    config.onChange(() => this.follow());
  }

  /** The accounts in the form of the port. */
  settings(): readonly AccountSettings[] {
    return this.forCentre;
  }

  all(): readonly ImbridgeAccount[] {
    return [...this.byName.values()];
  }

  find(account: AccountId): ImbridgeAccount | undefined {
    return this.byName.get(account);
  }

  /** The doctor's checks of an account. */
  checks(name: AccountId): readonly Check[] {
    const account = this.find(name);
    if (!account) return [];
    const trustsLocalhost = this.byPath.get(account.settings.webhookPath)?.local === account;
    const checks = account.checks({ trustsLocalhost, isSet: (path) => this.config.present(path) });
    return this.byName.size > 1 ? checks.map((check) => about(name, check)) : checks;
  }

  /** The accounts that share a webhook path, by that path. */
  get endpoints(): ReadonlyMap<string, WebhookEndpoint> {
    return this.byPath;
  }

  /** Resolves when all removed accounts are disconnected. */
  async left(account: AccountId): Promise<void> {
    await this.leaving.get(account);
  }

  private follow(): void {
    const wanted = settingsFrom(this.config);
    const names = new Set(wanted.map(({ account }) => account));
    for (const [name, account] of this.byName) if (!names.has(name)) this.release(name, account);
    for (const settings of wanted) this.adopt(settings);
    this.forCentre = wanted.map(toAccountSettings);
    this.routeWebhooks();
  }

  /** Takes over new settings. An account that stays keeps its connection unless the change concerns that. */
  private adopt(settings: ImbridgeSettings): void {
    const running = this.byName.get(settings.account);
    if (running?.adopt(settings)) return;
    const next = new ImbridgeAccount(settings, this.dependencies);
    if (running) next.takeOver(running);
    this.byName.set(settings.account, next);
  }

  private release(name: AccountId, account: ImbridgeAccount): void {
    this.byName.delete(name);
    const left = account.disconnect().finally(() => this.leaving.delete(name));
    this.leaving.set(name, left);
    left.catch((error: unknown) => this.logger.warn(`${name} did not disconnect: ${errorText(error)}`));
  }

  private routeWebhooks(): void {
    const endpoints = new Map<string, WebhookEndpoint>();
    const { publicUrl, trustedProxies } = this.config.get(GATEWAY);
    // A proxy on this machine may stand at any of these addresses, and its calls come from here.
    const isReached = this.all().some(({ settings }) => settings.webhookUrl !== undefined);
    const isAlone = publicUrl === undefined && !isReached && trustedProxies.length === 0;
    for (const path of new Set(this.all().map(({ settings }) => settings.webhookPath))) {
      const sharing = this.all().filter(({ settings }) => settings.webhookPath === path);
      const accounts = sharing.map((account) => ({
        account,
        secret: comparable(account.settings.webhookSecret),
        isLong: account.settings.webhookSecret.trim().length >= LONG_SECRET,
      }));
      // Not with several accounts on one path: the account of a message would be ambiguous.
      const local =
        isAlone && sharing.length === 1 && sharing[0]?.settings.trustLocalhost ? sharing[0] : undefined;
      endpoints.set(path, { accounts, ...(local ? { local } : {}) });
      if (local && !this.byPath.get(path)?.local) this.announceTrustedLocalhost(path, local.settings);
    }
    this.byPath = endpoints;
  }

  /**
   * Logs that the rule is in force. With a separate secret it was a deliberate choice, so the line is no warning then.
   */
  private announceTrustedLocalhost(path: string, { webhookSecret, password }: ImbridgeSettings): void {
    const text =
      `local requests to ${path} need no secret. If a proxy or tunnel runs on this machine, ` +
      'set channels.imbridge.trustLocalhost to false.';
    if (webhookSecret === password) this.logger.warn(text);
    else this.logger.log(text);
  }
}
