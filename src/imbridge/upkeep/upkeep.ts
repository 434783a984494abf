import type { InboundSink } from '../../channels/index.js';
import { OneShotTimer } from './one-shot-timer.js';
import type { CatchUpRequests } from './catch-up-requests.js';
import type { CatchUp } from './catch-up.js';
import type { Cursor } from '../inbound/cursor.js';
import type { ReplayBarrier } from '../inbound/replay-barrier.js';
import type { Monitor } from './monitor.js';
import type { WebhookHealth } from './webhook-health.js';
import type { RegistrationOutcome, WebhookRegistration } from './webhook-registration.js';

/** After a catch-up that could not finish, the next one comes this soon instead of at the next interval. */
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
  /** How long a bridge that answers may refuse the older messages before newer ones are taken without them. */
  readonly refusedForMs?: number;
}

/**
 * The work one replica does for an account: it registers the webhook and fetches what it did not bring. The others,
 * without duty, call the one that has it. Live messages wait at the replay barrier where the older ones are being fetched;
 * on a replica without duty they do not wait.
 */
export class Upkeep {
  private readonly nextCatchUp = new OneShotTimer(() => void this.runCatchUp());
  private sink: InboundSink | undefined;
  private isOnDuty = true;
  private webhook: RegistrationOutcome | 'pending' = 'pending';
  /** Since when no catch-up was completed because of the bridge; monotonic, ms. */
  private refusedSince: number | undefined;

  constructor(private readonly parts: UpkeepParts) {}

  /** The result of the webhook's registration here; another replica may have a newer one. */
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
    this.nextCatchUp.clear();
    // Waiting messages are not let through: the catch-up brings them back in their order.
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

  /** The bridge (re)started or answers again: registers the webhook, and fetches missed messages. */
  refresh(): void {
    if (!this.isOnDuty || !this.sink) return;
    this.parts.replayBarrier.close();
    // In this order: what comes before the webhook stands is fetched, what comes after it is announced.
    void this.register().then(() => this.catchUpWithin(0));
  }

  /** The bridge still answers. */
  healthy(): void {
    const { registration, webhookHealth, cursor } = this.parts;
    if (!this.isOnDuty) cursor.forget();
    else if (registration.isDue && this.webhook !== 'by-hand' && this.webhook !== 'missing')
      void this.register();
    else if (webhookHealth.isDue) void this.register();
  }

  /** Messages of the time in which the bridge is away are fetched when it is back, before anything newer. */
  bridgeIsAway(): void {
    this.refusedSince = undefined;
    if (this.isOnDuty) this.parts.replayBarrier.close();
  }

  /** The bridge announced its start here: it will never send the messages from its downtime (wire 3.4). */
  hello(): void {
    this.parts.monitor.lookSoon();
    if (this.isOnDuty) this.refresh();
    else this.parts.catchUpRequests.make();
  }

  /**
   * An event could not be stored: it is fetched as soon as the sink may have recovered, and nothing newer before it.
   * Newer ones are refused meanwhile, not held: a full disk would pile up connections.
   */
  lost(): void {
    if (!this.isOnDuty || !this.sink) {
      this.parts.catchUpRequests.make();
    } else {
      this.parts.replayBarrier.refuse();
      this.catchUpWithin(RETRY_MS);
    }
  }

  private takeUp(): void {
    this.parts.replayBarrier.close();
    this.parts.catchUpRequests.listen(() => this.hello());
  }

  /** Messages that wait here for older ones are fetched, in their place, by whoever has the duty now. */
  private layDown(): void {
    this.refusedSince = undefined;
    this.parts.webhookHealth.leave();
    this.nextCatchUp.clear();
    this.parts.catchUpRequests.ignore();
    this.parts.replayBarrier.turnAway();
    this.parts.replayBarrier.open();
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
    // Without the bridge nothing can be fetched; `up` continues here.
    if (!this.sink || !monitor.isConnected) return;
    const hasRefused = replayBarrier.isRefusing;
    // Webhooks wait for the end of this run: a refused one would be a reason for the next run.
    if (hasRefused) replayBarrier.close();
    const begunAt = performance.now();
    const isComplete = await catchUp.run(this.sink);
    this.refusedSince = catchUp.endedBy === 'bridge' ? (this.refusedSince ?? begunAt) : undefined;
    // What cannot be fetched must not keep away what comes by itself.
    if (isComplete || this.isRefused) replayBarrier.open();
    else if (hasRefused) replayBarrier.refuse();
    if (!isComplete) monitor.lookSoon();
    this.catchUpWithin(isComplete ? catchUpIntervalMs : Math.min(RETRY_MS, catchUpIntervalMs));
  }

  private get isRefused(): boolean {
    const { refusedForMs = REFUSED_FOR_MS } = this.parts;
    return this.refusedSince !== undefined && performance.now() - this.refusedSince >= refusedForMs;
  }
}

const UNFETCHED =
  'The bridge does not tell the messages whose webhook was missed: they come late, and not in their order.';
