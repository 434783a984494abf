import type {
  ChannelCapabilities,
  ConnectionState,
  ConversationId,
  DeliveryAttempt,
  FetchedFile,
  InboundSink,
  MissingFile,
  ProbeReport,
  ReconcileOutcome,
  RemoteMessageId,
  SendOutcome,
} from '../../channels/index.js';
import { type Check, type Finding, isLoopbackHost } from '../../common/index.js';
import { type CheckedAccount, type CheckedConfig, settingIn } from '../checks/checked-account.js';
import { CapabilitiesCache } from './capabilities.js';
import { type AccountDependencies, type AccountParts, makeAccountParts } from './account-parts.js';
import type { GroupActions } from '../outbound/group-actions.js';
import { NotConnected } from '../inbound/webhook-events.js';
import type { MessageActions } from '../outbound/message-actions.js';
import { isBridgeTrouble } from '../service/outcome.js';
import { faultText } from '../service/client/bridge-fault.js';
import type { ServerInfo } from '../service/client/server-info.js';
import { type ImbridgeSettings, isSameConnection } from '../settings/settings.js';
import type { Targets } from '../outbound/targets.js';
import { bridgeChecks } from '../checks/bridge-checks.js';
import { BridgeRound } from '../checks/bridge-round.js';
import { eventsCheck } from '../checks/events-check.js';
import { webhookChecks } from '../checks/webhook-checks.js';

/** Whether the localhost rule is in force where nothing needs it. */
const localhostCheck = (account: CheckedAccount): Check => ({
  id: 'localhost',
  run: async () => [localhostFinding(account)],
});

/**
 * The localhost rule may serve a bridge on this machine. A bridge elsewhere never uses it, so that there it only lets in
 * what a proxy or tunnel relays.
 */
function localhostFinding({ settings, trustsLocalhost }: CheckedAccount): Finding {
  const { webhookPath, serverUrl } = settings;
  if (!trustsLocalhost) return { state: 'ok', message: `every call to ${webhookPath} needs the secret` };
  const message = `programs on this machine can call ${webhookPath} without the secret`;
  if (isLoopbackHost(URL.parse(serverUrl)?.hostname ?? '')) return { state: 'ok', message };
  const setting = settingIn(settings, 'trustLocalhost');
  return {
    state: 'warning',
    message: `${message}, but the bridge is on another machine; a proxy or tunnel here would make the path public`,
    setting,
    remedy: `\`gatehouse config set ${setting} false\``,
  };
}

/** The checks of `gatehouse doctor` for one account. They share one round of questions to the bridge. */
function accountChecks(account: CheckedAccount): readonly Check[] {
  const round = new BridgeRound(account);
  return [
    ...bridgeChecks(account, round),
    ...webhookChecks(account, round),
    eventsCheck(account, round),
    localhostCheck(account),
  ];
}

/** One running account: everything between one bridge and the sink. */
export class ImbridgeAccount {
  private readonly parts: AccountParts;
  private readonly capabilitiesCache = new CapabilitiesCache();
  private sink: InboundSink | undefined;
  private isOnDuty = true;
  /** Set while this account waits for its predecessor. */
  private takingOver: Promise<void> = Promise.resolve();

  constructor(
    private current: ImbridgeSettings,
    dependencies: AccountDependencies,
  ) {
    this.parts = makeAccountParts(() => this.current, dependencies);
  }

  get messages(): MessageActions {
    return this.parts.messages;
  }

  get groups(): GroupActions {
    return this.parts.groups;
  }

  get targets(): Targets {
    return this.parts.targets;
  }

  get settings(): ImbridgeSettings {
    return this.current;
  }

  forgetPeople(): void {
    this.parts.bridge.chats.forgetAll();
    this.parts.bridge.info.forgetChats();
    this.parts.bridge.mirrored.forget();
    this.parts.rowIngest.seen.forgetChats();
  }

  /** Applies other settings. @returns false, and changes nothing, when they need another connection */
  adopt(settings: ImbridgeSettings): boolean {
    if (!isSameConnection(settings, this.current)) return false;
    this.current = settings;
    return true;
  }

  /** Replaces `old`, whose settings have changed, once it is disconnected. */
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

  /** The last known capabilities of the bridge; no I/O. */
  get info(): ServerInfo {
    return this.parts.bridge.info;
  }

  /** Without a conversation, those that any conversation can have. */
  capabilities(conversation?: ConversationId): ChannelCapabilities {
    const { actions, textFormatting } = this.settings;
    const circumstances = { info: this.info.known(), actions, textFormatting };
    return this.capabilitiesCache.of(
      conversation === undefined ? circumstances : { ...circumstances, conversation },
    );
  }

  connect(sink: InboundSink): void {
    if (this.sink === sink) return;
    this.sink = sink;
    this.parts.upkeep.start(sink);
    this.parts.monitor.start({
      state: (state) => this.noteState(state, sink),
      up: () => {
        void this.parts.bridge.contacts.refresh();
        this.parts.upkeep.refresh();
      },
      healthy: () => {
        void this.parts.bridge.contacts.refresh();
        void this.parts.webhookEvents.settle(sink);
        this.parts.upkeep.healthy();
      },
      concern: () => {
        const { webhookHealth, upkeep, outbound } = this.parts;
        const problems = [webhookHealth.problem ?? upkeep.problem, outbound.refusedExtras.problem];
        return problems.filter((each) => each !== undefined).join(' ') || undefined;
      },
    });
  }

  /** Whether this replica registers the webhook and catches up; true by default. */
  setUpkeep(isOnDuty: boolean): void {
    this.isOnDuty = isOnDuty;
    this.parts.upkeep.set(isOnDuty);
  }

  async disconnect(): Promise<void> {
    await this.takingOver;
    const { sink } = this;
    this.sink = undefined;
    const atRest = this.parts.upkeep.stop();
    this.parts.rows.release();
    // First cuts off pending bridge calls, so that the rest ends at once; then the connections that were opened
    // meanwhile.
    await this.parts.bridge.client.close();
    await Promise.all([this.parts.monitor.stop(), atRest, this.parts.webhookEvents.idle()]);
    await this.parts.rowIngest.stop();
    await this.parts.bridge.client.close();
    sink?.state(this.settings.account, { status: 'stopped' });
  }

  async send(attempt: DeliveryAttempt, signal: AbortSignal): Promise<SendOutcome> {
    await this.parts.presence.untilTypingEnded(attempt.target.conversation);
    const outcome = await this.parts.outbound.send(attempt, signal);
    if (outcome.kind !== 'sent' && isBridgeTrouble(outcome.code)) this.parts.monitor.lookSoon();
    return outcome;
  }

  /** An inbound attachment from the bridge, unless its stated size exceeds the limit or `mediaMaxMb`. */
  async fetchMedia(id: string, maxBytes: number, signal: AbortSignal): Promise<FetchedFile | MissingFile> {
    const result = await this.parts.bridge.client.attachment(id, signal);
    if (!result.ok) return { problem: `could not be fetched from the bridge (${result.failure.kind})` };
    const { bytes = 0, chunks, cancel } = result.data;
    if (bytes <= Math.min(maxBytes, this.settings.mediaMaxBytes)) return { chunks };
    cancel();
    return { problem: 'larger than stated and than allowed' };
  }

  findSent(
    attempt: DeliveryAttempt,
    isOurs: (id: RemoteMessageId) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<ReconcileOutcome> {
    return this.parts.reconciler.findSent(attempt, isOurs, signal);
  }

  typing(conversation: ConversationId): Promise<void> {
    return this.parts.presence.typing(conversation);
  }

  async markRead(conversation: ConversationId): Promise<void> {
    if (this.settings.sendReadReceipts) await this.parts.presence.markRead(conversation);
  }

  async probe(): Promise<ProbeReport> {
    const failure = await this.info.refresh();
    // The reported status and the state of the account must not differ for long.
    this.parts.monitor.lookSoon();
    const info = failure ? undefined : this.info.known();
    const { sinceEventMs } = this.parts.webhookHealth;
    return {
      reachable: !failure,
      ...(failure ? { problem: faultText(failure) } : {}),
      os_version: info?.osVersion ?? null,
      server_version: info?.serverVersion ?? null,
      private_api: info?.privateApi ?? null,
      helper_connected: info?.helperConnected ?? null,
      webhook: this.parts.upkeep.webhookStatus,
      webhookProblem: this.parts.webhookHealth.problem ?? null,
      last_event_seconds: sinceEventMs === undefined ? null : Math.round(sinceEventMs / 100) / 10,
    };
  }

  /** The checks of the doctor. */
  checks(config: CheckedConfig): readonly Check[] {
    const { bridge, registration, upkeep, webhookHealth, rows, replayBarrier } = this.parts;
    const { client, clock } = bridge;
    const parts = { client, clock, registration, upkeep, webhookHealth, rows, replayBarrier };
    const account = { settings: this.settings, sink: () => this.sink, settled: () => this.settled() };
    return accountChecks({ ...account, ...config, ...parts });
  }

  /** Processes one webhook event. Resolves when it is stored or needs no storing; throws what the sink throws. */
  receive(type: string, data: unknown): Promise<void> {
    const { sink } = this;
    if (sink) return this.parts.webhookEvents.handle(type, data, sink);
    // The account is starting, and another replica may have the duty.
    this.parts.upkeep.lost();
    return Promise.reject(new NotConnected(`account ${this.settings.account} is not connected`));
  }

  /**
   * Resolves when the work with which a connection begins has ended: the predecessor is disconnected, the bridge was asked,
   * and the webhook is registered where the bridge answers.
   */
  private async settled(): Promise<void> {
    await this.takingOver;
    if (this.sink) await this.parts.monitor.hasLooked;
    await this.parts.registration.atRest();
  }

  /** Messages written while the bridge is away are fetched when it is back, before anything newer. */
  private noteState(state: ConnectionState, sink: InboundSink): void {
    if (!this.parts.monitor.isConnected) this.parts.upkeep.bridgeIsAway(state.status !== 'connecting');
    sink.state(this.settings.account, state);
  }
}
