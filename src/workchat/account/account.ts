import {
  type AccountSettings,
  DEFAULT_ACCOUNT,
  type InboundSink,
  type ProbeReport,
  type Webhook,
} from '../../channels/index.js';
import { type Check, errorText } from '../../common/index.js';
import type { MediaFetcher } from '../files/media/fetcher.js';
import type { MessageRecall } from '../inbound/history/recall.js';
import type { Outbound } from '../outbound/outbound.js';
import type { Reconciler } from '../outbound/reconciler.js';
import type { Targets } from '../outbound/targets.js';
import type { References } from '../service/references/references.js';
import type { Activity, InvokeAnswer } from '../service/wire/activity.js';
import type { BotAdapter } from '../service/wire/bot-adapter.js';
import { isSameConnection, type WorkchatSettings } from '../settings/settings.js';
import { Connection, type ConnectionSteps } from '../upkeep/connection.js';
import { selfTest } from '../upkeep/self-test.js';
import { WebhookListener } from '../webhook/listener.js';
import { refuse, unavailable } from '../webhook/claims.js';
import { WorkchatWebhook } from '../webhook/webhook.js';
import { type AccountDependencies, type AccountParts, makeAccountParts } from './account-parts.js';
import { urlBelow } from '../../channels/kit/index.js';
import { GATEWAY } from '../../config/index.js';
import { channelChecks } from '../upkeep/checks/channel-checks.js';
import type { RunningChannel } from '../upkeep/checks/check-subject.js';
import { packageFile, readIfThere } from '../upkeep/checks/package-file.js';

/** The bot: its listener, its token, and its inbound and outbound traffic. */
export class WorkchatAccount {
  private readonly parts: AccountParts;
  private readonly connection: Connection;
  private readonly listener = new WebhookListener();
  /** Undefined until tokens can be verified. */
  private calls: WorkchatWebhook | undefined;
  private adapter: Promise<BotAdapter> | undefined;
  private sink: InboundSink | undefined;
  private lastReceivedAt: number | undefined;

  constructor(
    private current: WorkchatSettings,
    private readonly dependencies: AccountDependencies,
  ) {
    this.parts = makeAccountParts(() => this.current, dependencies);
    this.connection = new Connection(this.steps(), dependencies.timings);
  }

  get outbound(): Outbound {
    return this.parts.outbound;
  }

  get reconciler(): Reconciler {
    return this.parts.reconciler;
  }

  get targets(): Targets {
    return this.parts.targets;
  }

  get references(): References {
    return this.parts.references;
  }

  get media(): MediaFetcher {
    return this.parts.media;
  }

  get recall(): MessageRecall {
    return this.parts.recall;
  }

  /** Whether this replica fetches missed messages; true by default. */
  setUpkeep(isOnDuty: boolean): void {
    this.parts.catchUp.setUpkeep(isOnDuty);
  }

  private steps(): ConnectionSteps {
    return {
      open: () => this.open(),
      learn: () => this.learn(),
      keys: () => this.testKeys(),
      token: () => this.token(),
    };
  }

  get settings(): WorkchatSettings {
    return this.current;
  }

  /** The listening address; undefined while it does not listen. */
  get port(): number | undefined {
    return this.listener.port;
  }

  /** @returns false when they change the connection: then a new account must replace this one */
  adopt(settings: WorkchatSettings): boolean {
    if (!isSameConnection(this.current, settings)) return false;
    this.current = settings;
    if (this.sink) this.learn().catch(() => undefined);
    return true;
  }

  /** The account's status, from the current knowledge about the platform. */
  accountSettings(): AccountSettings {
    return this.parts.accountSettings();
  }

  /** The platform's calls, on a listener of their own: an operator may open that one port to the platform alone. */
  get webhook(): Required<Webhook> {
    const { host, port, path } = this.current.webhook;
    return {
      path,
      admits: 'the platform, by a token that it has signed for the app',
      listener: { host, port },
      answer: async (request, response, caller) => {
        if (this.calls) return this.calls.answer(request, response, caller);
        refuse(request, response, unavailable('not ready yet'));
      },
    };
  }

  /** Takes the port before the account connects; calls are deferred until then. @throws PortUnavailable */
  async open(): Promise<void> {
    if (this.listener.port !== undefined) return;
    await this.listener.open(this.webhook);
  }

  connect(sink: InboundSink): void {
    if (this.sink) return;
    this.sink = sink;
    this.connection.start((state) => sink.state(DEFAULT_ACCOUNT, state));
  }

  /** Resolves when no further event will reach the sink. */
  async disconnect(): Promise<void> {
    await this.connection.stop();
    await this.listener.close();
    await this.parts.catchUp.stop();
    this.sink?.state(DEFAULT_ACCOUNT, { status: 'stopped' });
    this.sink = undefined;
  }

  /** The checks look at the account as it is now. */
  checks(): readonly Check[] {
    return checksOf(this.current, this.dependencies, {
      port: this.port,
      calledAt: this.lastReceivedAt,
      refused: this.calls?.lastRefused,
      names: this.parts.names,
    });
  }

  /** Never throws. */
  async probe(): Promise<ProbeReport> {
    const problem = await this.token().then(
      () => undefined,
      (error: unknown) => errorText(error),
    );
    const { host, path } = this.current.webhook;
    const endpoint = this.port === undefined ? null : `http://${host}:${this.port}${path}`;
    return {
      reachable: problem === undefined,
      endpoint,
      app_id: this.current.credentials.appId,
      tenant_id: this.current.credentials.tenantId,
      last_activity_at:
        this.lastReceivedAt === undefined ? null : new Date(this.lastReceivedAt).toISOString(),
      ...(problem === undefined ? {} : { problem }),
    };
  }

  /**
   * Loads known teams and resolves names before the first call is accepted; otherwise people on the lists would be
   * turned away.
   */
  private async learn(): Promise<void> {
    await this.dependencies.teams.load().catch(() => undefined);
    await this.parts.names.resolve(this.current);
  }

  private async ingest(activity: Activity): Promise<InvokeAnswer | undefined> {
    if (!this.sink) throw new Error('the account is not connected');
    this.lastReceivedAt = this.dependencies.clock.now();
    return this.parts.activityIngest.ingest(activity, this.sink).catch((error: unknown) => {
      this.parts.catchUp.lost();
      throw error;
    });
  }

  private token(): Promise<string> {
    return this.parts.tokens.get(this.current.cloud.oauthScope);
  }

  /** Tests that the library is loaded, verifies tokens and has the keys; only then are calls accepted. */
  private async testKeys(): Promise<void> {
    const { clock, loadAdapter } = this.dependencies;
    const { credentials, cloud } = this.current;
    this.adapter ??= loadAdapter({ ...credentials, ...cloud });
    const adapter = await this.adapter.catch((error: unknown) => {
      this.adapter = undefined;
      throw error;
    });
    const settings = { credentials, cloud, webhook: this.current.webhook };
    if (this.sink) this.parts.catchUp.start(this.sink);
    this.calls ??= new WorkchatWebhook({ settings, adapter, clock }, (activity) => this.ingest(activity));
    await selfTest(adapter, this.current, clock.now());
  }
}

/** The checks that the gateway runs: those of `gatehouse workchat doctor`, and more that only a running account can. */
function checksOf(
  settings: WorkchatSettings,
  { config, clock }: Pick<AccountDependencies, 'config' | 'clock'>,
  gateway: RunningChannel,
): readonly Check[] {
  const { publicUrl } = config.get(GATEWAY);
  const endpoint = publicUrl && urlBelow(publicUrl, settings.webhook.path);
  const file = packageFile(config.environment.stateDir);
  const readPackage = () => {
    const bytes = readIfThere(file);
    return bytes && { file, bytes };
  };
  return channelChecks({ settings, clock, endpoint, readPackage, gateway }).checks;
}
