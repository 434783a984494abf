import { Injectable, Logger } from '@nestjs/common';
import { type AccountId, ConnectorState } from '../channels/index.js';
import { Clock } from '../common/index.js';
import {
  CHANNEL_DEFAULTS,
  ConfigInvalidError,
  ConfigProblem,
  GATEWAY,
  GatehouseConfig,
} from '../config/index.js';
import { ImbridgeAccount } from './imbridge.account.js';
import { missing } from './imbridge.config-rules.js';
import { IMBRIDGE_CONFIG } from './imbridge.config.js';
import { digestOf } from './imbridge.credentials.js';
import { recordOf } from './imbridge.json.js';
import { GatewayOrigin } from './imbridge.origin.js';
import { enabledSources, type ImbridgeSettings, resolveSettings, webhookKeyOf } from './imbridge.settings.js';

/**
 * The enabled accounts of a configuration, complete.
 * @throws ConfigInvalidError when the section is there and says no more than the defaults: nothing in its
 * values can tell that from a section that is not there.
 */
export function settingsFrom(config: GatehouseConfig): readonly ImbridgeSettings[] {
  const top = config.get(IMBRIDGE_CONFIG);
  const isOwnPolicy = config.present('channels.imbridge.groupPolicy') || !config.has(CHANNEL_DEFAULTS);
  const groupPolicy = isOwnPolicy ? top.groupPolicy : config.get(CHANNEL_DEFAULTS).groupPolicy;
  const sources = enabledSources(top, isSet(config));
  const problems = sources.flatMap((source) => missing(top, source));
  if (problems.length > 0) throw new ConfigInvalidError(problems.map(inSection));
  return sources.map((source) => resolveSettings(top, source, groupPolicy));
}

/** Whether the file says anything in the section; null counts as nothing. */
function isSet(config: GatehouseConfig): boolean {
  return Object.values(recordOf(config.rawAt(IMBRIDGE_CONFIG.path)) ?? {}).some((value) => value !== null);
}

const inSection = ({ path, message }: ConfigProblem): ConfigProblem =>
  new ConfigProblem(`${IMBRIDGE_CONFIG.path}.${path}`, message);

/** From this many characters on a secret can't be found by trying. */
const LONG_SECRET = 24;

/** An account as the webhook's guard sees it. */
export interface WebhookAccount {
  readonly account: ImbridgeAccount;
  readonly secret: Buffer;
  /** Too long to be guessed however often: a right credential passes whatever others have tried. */
  readonly isLong: boolean;
}

export interface WebhookDoor {
  readonly accounts: readonly WebhookAccount[];
  /** The account whose webhooks this machine may bring without a secret, while the rule is in force (DESIGN 7). */
  readonly local?: ImbridgeAccount;
}

/** The accounts of this program, by name and by webhook path. */
@Injectable()
export class ImbridgeAccounts {
  private readonly logger = new Logger(ImbridgeAccounts.name);
  private readonly byName = new Map<AccountId, ImbridgeAccount>();
  private readonly doors = new Map<string, WebhookDoor>();

  constructor(
    private readonly config: GatehouseConfig,
    state: ConnectorState,
    clock: Clock,
    origin: GatewayOrigin,
  ) {
    const dependencies = { state, clock, origin: (serverUrl: string) => origin.forBridge(serverUrl) };
    for (const settings of settingsFrom(config)) {
      this.byName.set(settings.account, new ImbridgeAccount(settings, dependencies));
    }
    this.openDoors();
  }

  all(): readonly ImbridgeAccount[] {
    return [...this.byName.values()];
  }

  find(account: AccountId): ImbridgeAccount | undefined {
    return this.byName.get(account);
  }

  /** Who may be behind a webhook path, as the request spells it. */
  behind(path: string): WebhookDoor | undefined {
    return this.doors.get(webhookKeyOf(path));
  }

  private openDoors(): void {
    const { publicUrl, trustedProxies } = this.config.get(GATEWAY);
    const isAlone = publicUrl === undefined && trustedProxies.length === 0;
    for (const path of new Set(this.all().map(({ settings }) => webhookKeyOf(settings.webhookPath)))) {
      const sharing = this.all().filter(({ settings }) => webhookKeyOf(settings.webhookPath) === path);
      const accounts = sharing.map((account) => ({
        account,
        secret: digestOf(account.settings.webhookSecret),
        isLong: account.settings.webhookSecret.trim().length >= LONG_SECRET,
      }));
      // With several accounts behind one path nobody could tell whose message it is.
      const local =
        isAlone && sharing.length === 1 && sharing[0]?.settings.trustLocalhost ? sharing[0] : undefined;
      this.doors.set(path, { accounts, ...(local ? { local } : {}) });
      if (local) this.warn(path);
    }
  }

  private warn(path: string): void {
    this.logger.warn(
      `${path} accepts webhooks from this machine without a secret: anything that relays requests here makes it public. ` +
        'Set channels.imbridge.trustLocalhost to false, or gateway.trustedProxies when there is a proxy.',
    );
  }
}
