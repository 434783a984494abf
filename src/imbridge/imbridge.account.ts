import type {
  ConnectionState,
  ConnectorState,
  ConversationId,
  DeliveryAttempt,
  InboundSink,
  ProbeReport,
  ReconcileOutcome,
  RemoteMessageId,
  SendFailureCode,
  SendOutcome,
} from '../channels/index.js';
import type { Clock } from '../common/index.js';
import { CatchUpCall } from './imbridge.catch-up-call.js';
import { CatchUp } from './imbridge.catch-up.js';
import { ChatDirectory } from './imbridge.chats.js';
import { ImbridgeClient } from './imbridge.client.js';
import { Courtesies } from './imbridge.courtesy.js';
import { Cursor } from './imbridge.cursor.js';
import { RecentSends } from './imbridge.echo.js';
import { Gate } from './imbridge.gate.js';
import { Inlet, type InletListener, NotConnected } from './imbridge.inlet.js';
import { Intake } from './imbridge.intake.js';
import { Monitor, type MonitorTimings } from './imbridge.monitor.js';
import { type Bridge, Outbound } from './imbridge.outbound.js';
import { Reconciler } from './imbridge.reconcile.js';
import { RowOrder } from './imbridge.row-order.js';
import { ServerInfo } from './imbridge.server-info.js';
import type { ImbridgeSettings } from './imbridge.settings.js';
import { Upkeep } from './imbridge.upkeep.js';
import { WebhookRegistration } from './imbridge.webhook-registration.js';

/** Outcomes that say something about the bridge and not only about one message. */
const BRIDGE_TROUBLE: ReadonlySet<SendFailureCode> = new Set([
  'unreachable',
  'bad-credentials',
  'not-supported',
  'remote-error',
  'timeout',
  'cut-off',
]);

/** Settings that are the connection itself; the others are read when they are needed. */
const CONNECTION = [
  'serverUrl',
  'password',
  'webhookSecret',
  'webhookPath',
  'sendTimeoutMs',
  'maxAgeMs',
  'catchUpIntervalMs',
] as const satisfies readonly (keyof ImbridgeSettings)[];

export interface AccountDependencies {
  readonly state: ConnectorState;
  readonly clock: Clock;
  /** Where this account's bridge reaches us; see GatewayOrigin. */
  readonly origin: (serverUrl: string) => Promise<string | undefined>;
  readonly timings?: MonitorTimings;
  /** How often a call for a catch-up is looked for, ms. */
  readonly callLookMs?: number;
}

/** One account at work: everything between one bridge and the sink. */
export class ImbridgeAccount {
  private readonly bridge: Bridge;
  private readonly courtesies: Courtesies;
  private readonly outbound: Outbound;
  private readonly reconciler: Reconciler;
  private readonly inlet: Inlet;
  private readonly upkeep: Upkeep;
  private readonly monitor: Monitor;
  private readonly gate = new Gate();
  private readonly rows = new RowOrder();
  private sink: InboundSink | undefined;
  private isOnDuty = true;
  /** While we wait for the account in whose place this one is. */
  private takingOver: Promise<void> = Promise.resolve();

  constructor(
    private current: ImbridgeSettings,
    { state, clock, origin, timings, callLookMs }: AccountDependencies,
  ) {
    const { account, serverUrl, password, webhookSecret, sendTimeoutMs, maxAgeMs, webhookPath } = current;
    const client = new ImbridgeClient({ serverUrl, password, secrets: [webhookSecret], sendTimeoutMs });
    const info = new ServerInfo(client, clock);
    const chats = new ChatDirectory(account, state, client, info);
    const cursor = new Cursor(account, state, clock);
    this.bridge = { client, info, chats, recent: new RecentSends(), clock };
    this.courtesies = new Courtesies(client, info, chats);
    this.outbound = new Outbound(this.bridge, this.rows);
    this.reconciler = new Reconciler(this.bridge);
    const intake = new Intake({ account, maxAgeMs }, this.bridge, cursor);
    this.inlet = new Inlet(account, intake, { gate: this.gate, rows: this.rows }, this.inletListener());
    const reached = (rowId: number) => this.rows.reach(rowId);
    const catchUp = new CatchUp({ account, reached }, client, intake, cursor);
    const target = { account, path: webhookPath, secret: webhookSecret, origin: () => origin(serverUrl) };
    const registration = new WebhookRegistration(target, client, state, clock);
    this.monitor = new Monitor(info, timings);
    const call = new CatchUpCall(account, state, callLookMs);
    const { gate, monitor } = this;
    const { catchUpIntervalMs } = current;
    this.upkeep = new Upkeep({ catchUp, registration, cursor, call, gate, monitor, catchUpIntervalMs });
  }

  get settings(): ImbridgeSettings {
    return this.current;
  }

  /** Goes on with other settings. @returns false, and changes nothing, when they need another connection */
  adopt(settings: ImbridgeSettings): boolean {
    if (CONNECTION.some((key) => settings[key] !== this.current[key])) return false;
    this.current = settings;
    return true;
  }

  /** Does what `old` did, once that is disconnected: its settings have changed. */
  takeOver(old: ImbridgeAccount): void {
    const { sink } = old;
    this.setUpkeep(old.isOnDuty);
    this.takingOver = old
      .disconnect()
      .catch(() => undefined)
      .then(() => {
        if (sink) this.connect(sink);
      });
  }

  /** What the bridge was last seen to offer; no I/O. */
  get info(): ServerInfo {
    return this.bridge.info;
  }

  connect(sink: InboundSink): void {
    if (this.sink === sink) return;
    this.sink = sink;
    this.upkeep.start(sink);
    this.monitor.start({
      state: (state) => this.noteState(state, sink),
      up: () => this.upkeep.refresh(),
      healthy: () => this.upkeep.healthy(),
    });
  }

  /** Whether this replica is the one that registers the webhook and catches up; it is until told otherwise. */
  setUpkeep(isOnDuty: boolean): void {
    this.isOnDuty = isOnDuty;
    this.upkeep.set(isOnDuty);
  }

  async disconnect(): Promise<void> {
    await this.takingOver;
    const { sink } = this;
    this.sink = undefined;
    const atRest = this.upkeep.stop();
    this.rows.release();
    // Cuts what waits for the bridge, so that the rest ends at once; then what was opened meanwhile.
    await this.bridge.client.close();
    await Promise.all([this.monitor.stop(), atRest, this.inlet.settled()]);
    await this.bridge.client.close();
    sink?.state(this.settings.account, { status: 'stopped' });
  }

  async send(attempt: DeliveryAttempt, signal: AbortSignal): Promise<SendOutcome> {
    await this.courtesies.settled(attempt.target.conversation);
    const outcome = await this.outbound.send(attempt, signal);
    if (outcome.kind !== 'sent' && BRIDGE_TROUBLE.has(outcome.code)) this.monitor.lookSoon();
    return outcome;
  }

  findSent(
    attempt: DeliveryAttempt,
    isOurs: (id: RemoteMessageId) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<ReconcileOutcome> {
    return this.reconciler.findSent(attempt, isOurs, signal);
  }

  typing(conversation: ConversationId): Promise<void> {
    return this.courtesies.typing(conversation);
  }

  async markRead(conversation: ConversationId): Promise<void> {
    if (this.settings.sendReadReceipts) await this.courtesies.markRead(conversation);
  }

  async probe(): Promise<ProbeReport> {
    const failure = await this.info.refresh();
    const info = this.info.known();
    return {
      reachable: !failure,
      ...(failure ? { problem: failure.detail } : {}),
      os_version: info?.osVersion ?? null,
      server_version: info?.serverVersion ?? null,
      private_api: info?.privateApi ?? null,
      helper_connected: info?.helperConnected ?? null,
      webhook: this.upkeep.webhookStatus,
    };
  }

  /** Takes one webhook event. Resolves when it is stored, or is nothing to store; throws what the sink throws. */
  async receive(type: string, data: unknown): Promise<void> {
    const { sink } = this;
    if (!sink) {
      // Starting, and another replica may have the duty.
      this.upkeep.lost();
      throw new NotConnected(`account ${this.settings.account} is not connected`);
    }
    await this.inlet.take(type, data, sink);
  }

  /**
   * What people write while the bridge is away is fetched when it is back, before anything newer. A look that
   * found no bridge ends the wait of those at the gate: there is nothing to fetch before them.
   */
  private noteState(state: ConnectionState, sink: InboundSink): void {
    if (!this.monitor.isConnected) this.upkeep.bridgeIsAway();
    if (!this.monitor.isConnected && state.status !== 'connecting') this.gate.release();
    sink.state(this.settings.account, state);
  }

  private inletListener(): InletListener {
    return {
      hello: () => this.upkeep.hello(),
      // Look now rather than after the back-off.
      signOfLife: () => {
        if (!this.monitor.isConnected) this.monitor.lookSoon();
      },
      lost: () => this.upkeep.lost(),
    };
  }
}
