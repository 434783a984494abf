import type { InboundSink } from '../../channels/index.js';
import { OneShotTimer } from './one-shot-timer.js';
import type { CatchUpRequests } from './catch-up-requests.js';
import type { CatchUp } from './catch-up.js';
import type { Cursor } from '../inbound/rows/cursor.js';
import type { ReplayBarrier } from '../inbound/replay-barrier.js';
import type { Monitor } from './monitor.js';
import type { WebhookHealth } from './webhook-health.js';
import type { RegistrationOutcome, WebhookRegistration } from './webhook-registration.js';

/** The pause after a catch-up that could not finish, ms, instead of the usual interval. */
const RETRY_MS = 3_000;
const REFUSED_FOR_MS = 5_000;

export interface UpkeepParts {
  readonly catchUp: CatchUp;
  readonly registration: WebhookRegistration;
  readonly webhookHealth: WebhookHealth;
  readonly cursor: Cursor;
  readonly catchUpRequests: CatchUpRequests;
  readonly replayBarrier: ReplayBarrier;
  readonly monitor: Pick<Monitor, 'isConnected' | 'lookSoon'>;
  readonly catchUpIntervalMs: number;
  /** How long a bridge may fail to tell the older messages before newer ones are taken without them. */
  readonly refusedForMs?: number;
}

/**
 * The work for an account that only one replica does: it registers the webhook, and fetches messages that the webhook
 * did not bring. Replicas without the duty ask the one that has it. Live messages wait at the replay barrier of the
 * replica that is fetching older ones; on a replica without the duty they do not wait.
 */
export class Upkeep {
  private readonly nextCatchUp = new OneShotTimer(() => void this.runCatchUp());
  private readonly longAway = new OneShotTimer(() => this.parts.replayBarrier.release());
  private sink: InboundSink | undefined;
  private isOnDuty = true;
  private webhook: RegistrationOutcome | 'pending' = 'pending';
  /** Since when no catch-up was completed because of the bridge; monotonic, ms. */
  private refusedSince: number | undefined;
  /** Since when checks of the bridge fail; monotonic, ms. */
  private awaySince: number | undefined;
  /** The next catch-up may find messages that could not be announced: the bridge was away, or we could store nothing. */
  private areSomeMissed = true;

  constructor(private readonly parts: UpkeepParts) {}

  /** The result of the webhook's registration by this replica; another replica may have a newer one. */
  get webhookStatus(): RegistrationOutcome | 'pending' | 'elsewhere' {
    return this.isOnDuty ? this.webhook : 'elsewhere';
  }

  /** The problem and its effect for an operator; undefined while there is none. */
  get problem(): string | undefined {
    return this.isRefused ? UNFETCHED : undefined;
  }

  start(sink: InboundSink): void {
    this.sink = sink;
    this.parts.catchUpRequests.start();
    void this.parts.catchUp.begin();
    if (this.isOnDuty) this.takeUp();
    else this.parts.replayBarrier.open();
  }

  /** Resolves when no more events go to the sink. */
  async stop(): Promise<void> {
    this.sink = undefined;
    this.refusedSince = undefined;
    this.forgetAway();
    this.nextCatchUp.clear();
    // Waiting messages are not let through, because the catch-up will bring them in their order.
    this.parts.replayBarrier.refuse();
    this.parts.catchUpRequests.stop();
    await this.parts.catchUp.stop();
  }

  set(isOnDuty: boolean): void {
    if (isOnDuty === this.isOnDuty) return;
    this.isOnDuty = isOnDuty;
    if (!this.sink) return;
    if (!isOnDuty) {
      this.layDown();
      void this.parts.catchUp.stop();
      return;
    }
    // The previous replica on duty may have got further.
    this.parts.cursor.forget();
    this.takeUp();
    if (this.parts.monitor.isConnected) this.refresh();
  }

  /** Call it when the bridge has (re)started or answers again: registers the webhook, and fetches missed messages. */
  refresh(): void {
    this.forgetAway();
    if (!this.isOnDuty || !this.sink) return;
    this.expectMissed();
    // In this order: messages from before the webhook is registered are fetched, and those after it are announced.
    void this.register().then(() => this.catchUpWithin(0));
  }

  /** Call it when the bridge still answers. */
  healthy(): void {
    const { registration, webhookHealth, cursor } = this.parts;
    if (!this.isOnDuty) cursor.forget();
    else if (registration.isDue || webhookHealth.isDue) void this.checkWebhook();
  }

  /**
   * Makes messages wait that are written while the bridge is away: they are fetched when it is back, before anything
   * newer. Those that a bridge sends although its checks fail pass when that continues, because nothing can be fetched.
   * @param hasFailed whether a check has failed; there may have been none yet
   */
  bridgeIsAway(hasFailed: boolean): void {
    this.refusedSince = undefined;
    if (this.isOnDuty) this.expectMissed();
    // The end of an account cuts off a check under way, which then fails.
    if (!hasFailed || !this.sink) return;
    this.awaySince ??= performance.now();
    // A timer too, because the next check may come only after the waiting messages have been refused.
    if (this.isLong(this.awaySince)) this.parts.replayBarrier.release();
    else this.longAway.within(this.refusedForMs);
  }

  /** Call it when the bridge has announced its start: it will never send the messages from its downtime (wire 3.4). */
  hello(): void {
    this.parts.monitor.lookSoon();
    if (this.isOnDuty) this.refresh();
    else this.parts.catchUpRequests.make();
  }

  /**
   * Makes the registration again, on any replica: concurrent ones end with the same single webhook. Messages written
   * while there was none are fetched. Never throws.
   */
  async registerAgain(): Promise<RegistrationOutcome> {
    const { registration, catchUpRequests } = this.parts;
    if (this.isOnDuty && this.sink) {
      await this.checkWebhook();
      return this.webhook === 'pending' ? 'failed' : this.webhook;
    }
    const outcome = await registration.ensure();
    if (registration.hasRepaired) catchUpRequests.make();
    return outcome;
  }

  /**
   * Call it when an event could not be stored: it is fetched as soon as the sink may have recovered, before anything
   * newer. Until then newer events are refused, not held, because with a full disk held ones would pile up as
   * connections.
   */
  lost(): void {
    if (!this.isOnDuty || !this.sink) {
      this.parts.catchUpRequests.make();
    } else {
      this.areSomeMissed = true;
      this.parts.replayBarrier.refuse();
      this.catchUpWithin(RETRY_MS);
    }
  }

  /** Call it when rows that were not announced could not be fetched one by one. */
  missed(): void {
    if (!this.isOnDuty || !this.sink) {
      this.parts.catchUpRequests.make();
    } else {
      this.areSomeMissed = true;
      this.catchUpWithin(RETRY_MS);
    }
  }

  private forgetAway(): void {
    this.awaySince = undefined;
    this.longAway.clear();
  }

  private takeUp(): void {
    this.expectMissed();
    this.parts.catchUpRequests.listen(() => this.hello());
  }

  /**
   * Gives up the duty. Messages that wait here for older ones are turned away: the replica that now has the duty
   * fetches them in their order.
   */
  private layDown(): void {
    this.refusedSince = undefined;
    this.parts.webhookHealth.leave();
    this.nextCatchUp.clear();
    this.parts.catchUpRequests.ignore();
    this.parts.replayBarrier.turnAway();
    this.parts.replayBarrier.open();
  }

  /** Makes newer messages wait until the next catch-up has brought those that could not be announced. */
  private expectMissed(): void {
    this.areSomeMissed = true;
    this.parts.replayBarrier.close();
  }

  /** Messages written while the bridge had no webhook are fetched before anything newer. */
  private async checkWebhook(): Promise<void> {
    await this.register();
    if (!this.parts.registration.hasRepaired || !this.isOnDuty || !this.sink) return;
    this.expectMissed();
    this.catchUpWithin(0);
  }

  private async register(): Promise<void> {
    this.webhook = await this.parts.registration.ensure();
    if (this.isOnDuty && this.sink) void this.parts.webhookHealth.look(this.webhook);
  }

  private catchUpWithin(ms: number): void {
    if (this.sink && this.isOnDuty) this.nextCatchUp.within(ms);
  }

  private async runCatchUp(): Promise<void> {
    const { catchUp, replayBarrier, monitor, catchUpIntervalMs } = this.parts;
    // Without the bridge nothing can be fetched; `refresh` continues here once it is back.
    if (!this.sink || !monitor.isConnected) return;
    const hasRefused = replayBarrier.isRefusing;
    // Webhooks wait for the end of this run, because a refused one would cause another run.
    if (hasRefused) replayBarrier.close();
    const [begunAt, areMissed] = [performance.now(), this.areSomeMissed];
    this.areSomeMissed = false;
    const isComplete = await catchUp.fetchMissed(this.sink);
    this.refusedSince = catchUp.endedBy === 'bridge' ? (this.refusedSince ?? begunAt) : undefined;
    if (catchUp.foundUnannounced && !areMissed) this.doubtWebhook();
    this.areSomeMissed ||= areMissed && !isComplete;
    // Messages that cannot be fetched must not keep away those that come by themselves.
    if (isComplete || this.isRefused) replayBarrier.open();
    else if (hasRefused) replayBarrier.refuse();
    if (!isComplete) monitor.lookSoon();
    this.catchUpWithin(isComplete ? catchUpIntervalMs : Math.min(RETRY_MS, catchUpIntervalMs));
  }

  /** A message that should have been announced and was not: the bridge may have lost our webhook. */
  private doubtWebhook(): void {
    if (!this.isOnDuty || !this.sink) return;
    this.parts.webhookHealth.doubt();
    void this.checkWebhook();
  }

  private get isRefused(): boolean {
    return this.refusedSince !== undefined && this.isLong(this.refusedSince);
  }

  private isLong(since: number): boolean {
    return performance.now() - since >= this.refusedForMs;
  }

  private get refusedForMs(): number {
    return this.parts.refusedForMs ?? REFUSED_FOR_MS;
  }
}

const UNFETCHED =
  'The bridge does not return messages with a missed webhook, so they arrive late and out of order.';
