import { Injectable } from '@nestjs/common';
import { type Backoff, backoffMs, Clock } from '../../common/index.js';
import type { WebhookConfig } from '../../config/index.js';
import { Database, type Tx } from '../../persistence/index.js';
import {
  type DueMessage,
  type WebhookCounts,
  WebhookMessages,
} from '../outbox/webhook-messages.repository.js';
import { type WebhookState, WebhookStates } from '../outbox/webhook-states.repository.js';
import type { PostOutcome } from './webhook-post.js';

/** How long a message is tried, ms. */
export const GIVE_UP_MS = 24 * 3_600_000;
/** Between two tries of a message. */
const RETRY: Backoff = { baseMs: 5_000, maxMs: 15 * 60_000 };
/** Between two tries of a webhook that takes nothing. */
const PROBE: Backoff = { baseMs: 1_000, maxMs: 60_000 };
/** From so many failures in a row on, the fault is the receiver's and not that of one message. */
export const FAULTY_AFTER = 3;
/** The time of the last success is for people. */
const SUCCESS_STEP_MS = 1_000;

const SWITCHED_OFF = 'switched off by its receiver';

/** Keeps what came of tries, each in one transaction. */
@Injectable()
export class WebhookRecords {
  constructor(
    private readonly db: Database,
    private readonly messages: WebhookMessages,
    private readonly states: WebhookStates,
    private readonly clock: Clock,
  ) {}

  now(): number {
    return this.clock.now();
  }

  /** Begins to follow a webhook; one at another address than before is on, and has not failed. */
  begin(webhook: WebhookConfig): Promise<void> {
    return this.states.begin(webhook);
  }

  async stateOf(id: string): Promise<WebhookState | undefined> {
    return (await this.states.all()).get(id);
  }

  due(id: string, busy: readonly string[], limit: number): Promise<DueMessage[]> {
    const now = this.clock.now();
    return this.messages.due(id, { now, longest: now + GIVE_UP_MS, busy, limit });
  }

  /** @returns what is another in the state of the webhook then */
  async end(state: WebhookState, message: DueMessage, outcome: PostOutcome): Promise<Partial<WebhookState>> {
    if (outcome.kind === 'taken') return this.taken(state, message);
    return outcome.kind === 'gone' ? this.gone(state, message) : this.failed(state, message, outcome);
  }

  /** Has the messages fail that have come in for a webhook that is off. */
  async clear({ id, off_at: offAt }: WebhookState): Promise<void> {
    const at = this.clock.now();
    const death = { error: SWITCHED_OFF, at, until: Math.max(at, offAt ?? 0) };
    await this.db.transaction((tx) => this.messages.buryAll(tx, id, death), { mayWait: true });
  }

  /** Deletes old messages for webhooks other than these. */
  async forgetOthers(ids: readonly string[]): Promise<void> {
    const until = this.clock.now() - GIVE_UP_MS;
    await this.db.transaction((tx) => this.messages.deleteOthers(tx, ids, until), { mayWait: true });
  }

  /** Has a webhook take messages again. @param note runs in the same transaction, to record who decided it */
  async switchOn(id: string, note: (tx: Tx) => Promise<void>): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.states.switchOn(tx, id);
      await this.messages.tryAllNow(tx, id);
      await note(tx);
    });
    await this.states.all();
  }

  /** Queues failed messages again. @returns how many messages */
  revive(id: string, note: (tx: Tx, count: number) => Promise<void>): Promise<number> {
    return this.db.transaction(async (tx) => {
      const count = await this.messages.revive(tx, id, this.clock.now());
      await note(tx, count);
      return count;
    });
  }

  /** The state of each webhook, and the messages that wait for it. */
  async overview(): Promise<{
    readonly states: ReadonlyMap<string, WebhookState>;
    readonly counts: ReadonlyMap<string, WebhookCounts>;
  }> {
    const [states, counts] = await Promise.all([this.states.all(), this.messages.counts()]);
    return { states, counts };
  }

  /** A loss in a crash has the message sent again, with the same id, so its commit may wait for others. */
  private async taken(state: WebhookState, { seq }: DueMessage): Promise<Partial<WebhookState>> {
    const at = this.clock.now();
    const isNews = state.failures > 0 || at - (state.last_success_at ?? 0) >= SUCCESS_STEP_MS;
    const until = await this.db.transaction(
      async (tx) => {
        const [wait] = await Promise.all([
          isNews ? this.states.succeeded(tx, state.id, { at, longest: at + GIVE_UP_MS }) : null,
          this.messages.remove(tx, seq),
          state.failures >= FAULTY_AFTER ? this.messages.tryAllNow(tx, state.id) : undefined,
        ]);
        return wait;
      },
      { mayWait: true, mayBeLost: true },
    );
    if (!isNews) return {};
    return { failures: 0, failing_since: null, retry_at: until, last_success_at: at };
  }

  private async gone(state: WebhookState, { seq }: DueMessage): Promise<Partial<WebhookState>> {
    const at = this.clock.now();
    const longest = at + GIVE_UP_MS;
    await this.db.transaction(async (tx) => {
      await this.messages.bury(tx, seq, { error: SWITCHED_OFF, at });
      await this.states.failed(tx, state.id, { reason: SWITCHED_OFF, at, until: null, longest });
      await this.states.switchOff(tx, state.id, at);
      await this.messages.buryAll(tx, state.id, { error: SWITCHED_OFF, at, until: at });
    });
    return { off_at: at };
  }

  private async failed(
    state: WebhookState,
    { seq, attempts, created_at: createdAt }: DueMessage,
    { reason, afterMs = 0 }: Extract<PostOutcome, { kind: 'failed' }>,
  ): Promise<Partial<WebhookState>> {
    const at = this.clock.now();
    const pauseMs = Math.min(afterMs, GIVE_UP_MS);
    const failures = state.failures + 1;
    const since = state.failing_since ?? at;
    const probeMs = failures < FAULTY_AFTER ? 0 : backoffMs(failures - FAULTY_AFTER + 1, PROBE);
    const until = Math.max(pauseMs, probeMs) === 0 ? null : at + Math.max(pauseMs, probeMs);
    const retryAt = at + Math.max(pauseMs, backoffMs(attempts + 1, RETRY));
    const wait = await this.db.transaction(async (tx) => {
      await (at - createdAt >= GIVE_UP_MS
        ? this.messages.bury(tx, seq, { error: reason, at })
        : this.messages.putOff(tx, seq, { error: reason, until: retryAt }));
      const later = await this.states.failed(tx, state.id, { reason, at, until, longest: at + GIVE_UP_MS });
      // The messages behind would need a try each, which a receiver that is down does not get.
      if (at - since >= GIVE_UP_MS)
        await this.messages.buryAll(tx, state.id, { error: reason, at, until: at - GIVE_UP_MS });
      return later;
    });
    return { failures, failing_since: since, retry_at: wait };
  }
}
