import {
  type AccountSettings,
  type ConnectorState,
  DEFAULT_ACCOUNT,
  type InboundSink,
  type ProbeReport,
} from '../../channels/index.js';
import { type Clock, errorText } from '../../common/index.js';
import type { RemoteFiles } from '../../media/index.js';
import { Connection, type ConnectionSteps, type ConnectionTimings } from '../upkeep/connection.js';
import { selfTest } from '../upkeep/self-test.js';
import { AllowedNames } from '../service/directory/allowed-names.js';
import { DirectoryApi } from '../service/directory/directory-api.js';
import { Names } from '../service/directory/names.js';
import { FileParts } from '../outbound/file-parts.js';
import { ConversationHistory } from '../inbound/history/conversation-history.js';
import { MessageRecall } from '../inbound/history/recall.js';
import { CatchUp } from '../upkeep/catch-up.js';
import { ActivityIngest } from '../inbound/activity-ingest.js';
import { MediaFetcher } from '../files/media/fetcher.js';
import { allowedHosts, authorizationsFor } from '../files/media/media-hosts.js';
import { Outbound } from '../outbound/outbound.js';
import { Reconciler } from '../outbound/reconciler.js';
import { Targets } from '../outbound/targets.js';
import { type Reference, References } from '../service/references/references.js';
import type { TeamGroups } from '../service/references/team-groups.js';
import { TeamLookup } from '../service/team-lookup.js';
import { ConnectorService } from '../service/connector-service.js';
import {
  isSameConnection,
  type Known,
  teamsOf,
  toAccountSettings,
  type WorkchatSettings,
} from '../settings/settings.js';
import { withIds } from '../settings/teams.js';
import { AccessTokens, tokenSourceFor } from '../service/tokens/access-tokens.js';
import { WebhookController } from '../webhook/webhook.controller.js';
import { WebhookListener } from '../webhook/listener.js';
import { refuse, unavailable } from '../webhook/refusal.js';
import type { Activity, InvokeAnswer } from '../service/wire/activity.js';
import type { AdapterSettings, BotAdapter } from '../service/wire/bot-adapter.js';
import { isGuid } from '../ids/id.js';

/** Makes the adapter to the bot framework's library; loading that takes a while. */
export type LoadAdapter = (settings: AdapterSettings) => Promise<BotAdapter>;

export interface AccountDependencies {
  readonly state: ConnectorState;
  readonly clock: Clock;
  readonly teams: TeamGroups;
  readonly remote: RemoteFiles;
  readonly loadAdapter: LoadAdapter;
  readonly timings?: ConnectionTimings;
}

/** The bot: its listener, its token, and what comes in and goes out by them. */
export class WorkchatAccount {
  readonly outbound: Outbound;
  readonly reconciler: Reconciler;
  readonly targets: Targets;
  readonly references: References;
  readonly media: MediaFetcher;
  readonly recall: MessageRecall;
  readonly catchUp: CatchUp;
  private readonly names: AllowedNames;
  private readonly tokens: AccessTokens;
  private readonly service: ConnectorService;
  private readonly teams: TeamLookup;
  private readonly activityIngest: ActivityIngest;
  private readonly connection: Connection;
  private readonly listener = new WebhookListener();
  private webhookController: WebhookController | undefined;
  private adapter: Promise<BotAdapter> | undefined;
  private sink: InboundSink | undefined;
  private lastReceivedAt: number | undefined;

  constructor(
    private current: WorkchatSettings,
    private readonly dependencies: AccountDependencies,
  ) {
    const { state, clock, teams, timings } = dependencies;
    const { credentials, cloud } = current;
    this.references = new References(state, clock);
    this.tokens = new AccessTokens(tokenSourceFor(credentials, cloud, clock), clock);
    this.service = new ConnectorService(cloud, this.tokens, clock);
    this.teams = new TeamLookup(this.service, teams, () => this.namesTeamsByGroup());
    const directory = new DirectoryApi(cloud.graphUrl, this.tokens, clock);
    const names = new Names(directory);
    this.names = new AllowedNames(names, (team) => teams.groupOf(team));
    this.targets = new Targets(this.references, names);
    this.outbound = this.makeOutbound(directory);
    this.reconciler = this.makeReconciler(directory);
    this.media = this.makeFetcher(directory);
    const history = this.makeHistory(directory);
    this.recall = new MessageRecall(this.references, history);
    this.catchUp = this.makeCatchUp(history);
    this.activityIngest = new ActivityIngest({
      references: this.references,
      teams,
      clock,
      caughtUp: (conversation) => this.catchUp.caughtUp(conversation),
      askGroup: (reference, team) => this.teams.askGroup(reference, team),
      installed: (reference) => this.welcome(reference),
    });
    this.connection = new Connection(this.steps(), timings);
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

  /** Where it listens; undefined while it does not. */
  get port(): number | undefined {
    return this.listener.port;
  }

  /** @returns false when they are about another connection: then another account has to take this one's place. */
  adopt(settings: WorkchatSettings): boolean {
    if (!isSameConnection(this.current, settings)) return false;
    this.current = settings;
    if (this.sink) this.learn().catch(() => undefined);
    return true;
  }

  /** The account's status, by what is known of the platform now. */
  accountSettings(): AccountSettings {
    return toAccountSettings(this.current, this.known());
  }

  /** Takes the port before anybody is connected; calls are put off until then. @throws PortUnavailable */
  async open(): Promise<void> {
    if (this.listener.port !== undefined) return;
    await this.listener.open(this.current.webhook, async (request, response) => {
      if (this.webhookController) return this.webhookController.answer(request, response);
      refuse(request, response, unavailable('not ready yet'));
    });
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
    await this.catchUp.stop();
    this.sink?.state(DEFAULT_ACCOUNT, { status: 'stopped' });
    this.sink = undefined;
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

  private known(): Known {
    return { groupOf: (team) => this.dependencies.teams.groupOf(team), names: this.names };
  }

  /** Before the first call of the platform is taken: else people who were meant would be turned away. */
  private async learn(): Promise<void> {
    await this.dependencies.teams.load().catch(() => undefined);
    await this.names.resolve(this.current);
  }

  private makeOutbound(directory: DirectoryApi): Outbound {
    const { clock, state } = this.dependencies;
    const { service, references } = this;
    const groupOf = (reference: Reference) => this.teams.groupOf(reference);
    const files = new FileParts({ state, clock, service, directory, groupOf, settings: () => this.current });
    return new Outbound({
      service,
      references,
      clock,
      files,
      marksGenerated: () => this.current.aiLabel,
      replyStyleOf: ({ conversation, team }) =>
        teamsOf(this.current, this.known()).replyStyleOf({
          id: conversation,
          ...(team === undefined ? {} : { team }),
        }),
    });
  }

  private makeFetcher(directory: DirectoryApi): MediaFetcher {
    const { clock, remote } = this.dependencies;
    const { credentials, cloud } = this.current;
    const tokenOf = (whose: 'directory' | 'bot') =>
      this.tokens.get(whose === 'bot' ? cloud.oauthScope : new URL(cloud.graphUrl).origin);
    return new MediaFetcher({
      remote,
      directory,
      clock,
      references: this.references,
      appId: credentials.appId,
      groupOf: (reference) => this.teams.groupOf(reference),
      allowed: () => allowedHosts(this.current.config, cloud),
      authorizations: () => authorizationsFor(this.current.config, cloud, tokenOf),
    });
  }

  private makeReconciler(directory: DirectoryApi): Reconciler {
    return new Reconciler({
      directory,
      references: this.references,
      clock: this.dependencies.clock,
      appId: this.current.credentials.appId,
      groupOf: (reference) => this.teams.groupOf(reference),
      outbound: this.outbound,
    });
  }

  private makeHistory(directory: DirectoryApi): ConversationHistory {
    return new ConversationHistory({
      directory,
      clock: this.dependencies.clock,
      appId: this.current.credentials.appId,
      groupOf: (reference) => this.teams.groupOf(reference),
    });
  }

  private makeCatchUp(history: ConversationHistory): CatchUp {
    const { clock, state } = this.dependencies;
    return new CatchUp({
      history,
      state,
      clock,
      references: () => this.references.all(),
      isHeard: (reference) => this.isHeard(reference),
      answeredMs: () => this.current.catchUpMs,
    });
  }

  /** Whether anybody's message from there could reach the assistant. */
  private isHeard({ kind, conversation, team }: Reference): boolean {
    const { dmPolicy, groupPolicy } = this.current;
    if (kind === 'direct') return dmPolicy !== 'disabled';
    const place = { id: conversation, kind, ...(team === undefined ? {} : { team }) };
    return groupPolicy !== 'disabled' && !this.accountSettings().group(place).isExcluded;
  }

  private async take(activity: Activity): Promise<InvokeAnswer | undefined> {
    if (!this.sink) throw new Error('the account is not connected');
    this.lastReceivedAt = this.dependencies.clock.now();
    return this.activityIngest.take(activity, this.sink).catch((error: unknown) => {
      this.catchUp.lost();
      throw error;
    });
  }

  private token(): Promise<string> {
    return this.tokens.get(this.current.cloud.oauthScope);
  }

  /** The library is loaded, verifies, and has the keys; from then on calls are taken. */
  private async testKeys(): Promise<void> {
    const { clock, loadAdapter } = this.dependencies;
    const { credentials, cloud } = this.current;
    this.adapter ??= loadAdapter({ ...credentials, ...cloud });
    const adapter = await this.adapter.catch((error: unknown) => {
      this.adapter = undefined;
      throw error;
    });
    const settings = { credentials, cloud, webhook: this.current.webhook };
    if (this.sink) this.catchUp.start(this.sink);
    this.webhookController ??= new WebhookController({ settings, adapter, clock }, (activity) =>
      this.take(activity),
    );
    await selfTest(adapter, this.current, clock.now());
  }

  private namesTeamsByGroup(): boolean {
    return Object.keys(withIds(this.current.teams, this.names) ?? {}).some(isGuid);
  }

  private welcome(reference: Reference): void {
    const { welcomeText } = this.current;
    this.references
      .once('welcomed', reference.conversation)
      .then((isFirst) => (isFirst ? this.outbound.welcome(reference, welcomeText) : undefined))
      .catch(() => undefined);
  }
}
