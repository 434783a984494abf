import type { WebhookConfig } from '../../config/index.js';
import type { DueMessage } from '../outbox/webhook-messages.repository.js';
import type { WebhookState } from '../outbox/webhook-states.repository.js';
import type { WebhookPost } from './webhook-post.js';
import { FAULTY_AFTER, GIVE_UP_MS, type WebhookRecords } from './webhook-records.service.js';

/** Lanes of a webhook that are sent at once. */
const LANES = 8;
const PAGE = 200;
/** How often messages of other processes are looked for, and the end of waits, ms. */
const LOOK_MS = 500;
/** How long the known state holds: an operator may change it through another process. */
const STATE_MS = 2_000;
const AFTER_ERROR_MS = 5_000;

export interface WorkerParts {
  readonly records: WebhookRecords;
  readonly post: WebhookPost;
  /** The webhook as it is configured now; undefined once it is not, or has another address. */
  readonly webhook: () => WebhookConfig | undefined;
  readonly onError: (error: unknown) => void;
}

/**
 * Sends the messages of one webhook: those of a lane in their order, those of other lanes meanwhile. A webhook that fails
 * again and again is tried with one message at a time.
 */
export class WebhookWorker {
  private readonly busy = new Map<string, Promise<void>>();
  /** Lanes that were read and wait for a free place. */
  private ready: (readonly DueMessage[])[] = [];
  /** Messages of earlier readings are not sent any more. */
  private reading = 0;
  private state: WebhookState | undefined;
  private stateReadAt = -Infinity;
  private wakeUp: (() => void) | undefined;
  private isAwake = false;
  private isStopped = false;
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>;

  constructor(private readonly parts: WorkerParts) {
    this.running = this.run();
  }

  /** Looks for messages now. */
  wake(): void {
    this.isAwake = true;
    this.wakeUp?.();
  }

  /** Reads its state again, then looks for messages. */
  reload(): void {
    this.stateReadAt = -Infinity;
    this.ready = [];
    this.wake();
  }

  /** Reads all that waits again before it is sent: some of it may have been deleted, or be told otherwise now. */
  forget(): void {
    this.reading += 1;
    this.reload();
  }

  /** Starts no more tries, and cuts off those under way after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.ready = [];
    const cut = setTimeout(() => this.stopping.abort(), graceMs);
    this.isStopped = true;
    this.wake();
    await this.running;
    await Promise.all(this.busy.values());
    clearTimeout(cut);
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      this.isAwake = false;
      const waitMs = await this.look().catch((error: unknown) => {
        this.parts.onError(error);
        return AFTER_ERROR_MS;
      });
      await this.sleep(waitMs);
    }
  }

  private async sleep(ms: number): Promise<void> {
    if (this.isAwake || this.isStopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wakeUp = undefined;
  }

  /** Starts what may be sent. @returns how long nothing else is to be done, ms */
  private async look(): Promise<number> {
    const webhook = this.parts.webhook();
    const state = webhook && (await this.known(webhook.id));
    if (!webhook || !state) return LOOK_MS;
    if (state.off_at !== null) {
      this.ready = [];
      // What has come in since it has another address waits for that.
      if (!this.parts.webhook()) return LOOK_MS;
      await this.parts.records.clear(state);
      return STATE_MS;
    }
    if (this.isPaused(state)) return LOOK_MS;
    const places = state.failures >= FAULTY_AFTER ? 1 : LANES;
    if (this.ready.length === 0 && this.busy.size < places) await this.read(webhook.id);
    // The look has taken time in which a try may have ended.
    while (this.busy.size < places && !this.isStopped) {
      const lane = this.ready.shift();
      if (!lane) break;
      this.start(lane);
    }
    return LOOK_MS;
  }

  private async known(id: string): Promise<WebhookState | undefined> {
    const now = performance.now();
    if (now - this.stateReadAt < STATE_MS) return this.state;
    const state = await this.parts.records.stateOf(id);
    this.stateReadAt = now;
    return (this.state = state);
  }

  private isPaused({ retry_at: retryAt }: WebhookState): boolean {
    const waitMs = (retryAt ?? 0) - this.parts.records.now();
    // No wait is longer: the clock was set back since.
    return waitMs > 0 && waitMs <= GIVE_UP_MS;
  }

  private async read(id: string): Promise<void> {
    const { reading } = this;
    const due = await this.parts.records.due(id, [...this.busy.keys()], PAGE);
    const lanes = Map.groupBy(due, ({ lane }) => lane);
    this.ready = reading === this.reading ? [...lanes.values()] : [];
  }

  private start(lane: readonly DueMessage[]): void {
    const name = lane[0]?.lane ?? '';
    const sending = this.sendAll(lane)
      .catch((error: unknown) => this.parts.onError(error))
      .finally(() => {
        this.busy.delete(name);
        this.wake();
      });
    this.busy.set(name, sending);
  }

  /** Ends with the first that is not taken: the others wait behind it. */
  private async sendAll(lane: readonly DueMessage[]): Promise<void> {
    const { reading } = this;
    for (const message of lane) {
      const webhook = this.parts.webhook();
      const { state } = this;
      if (this.isStopped || reading !== this.reading || !webhook || !state) return;
      if (state.off_at !== null || this.isPaused(state)) return;
      const outcome = await this.parts.post.send(webhook, message, this.stopping.signal);
      // Cut off by our own end, which says nothing about the receiver.
      if (outcome.kind === 'failed' && this.stopping.signal.aborted) return;
      // Nor does an address that it had until then say anything about the new one.
      if (outcome.kind !== 'taken' && !this.parts.webhook()) return;
      const change = await this.parts.records.end(this.state ?? state, message, outcome);
      this.state = { ...(this.state ?? state), ...change };
      if (outcome.kind !== 'taken') {
        this.ready = [];
        return;
      }
    }
  }
}
