import { Injectable } from '@nestjs/common';
import type { RuntimeFailure } from '../../assistant/index.js';
import { Clock } from '../../common/index.js';
import { MessagesConfig } from '../../config/index.js';

/** An upper limit for the turns remembered here: this process does not notice when another replica ends one. */
const MOST_FAILING = 1_000;
const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;

export type AfterFailure =
  | { readonly kind: 'retry'; readonly afterMs: number }
  /** Give up, and send the sender this text. */
  | { readonly kind: 'apologise'; readonly text: string };

/**
 * Decides how long to keep asking a model that fails: with growing pauses, until it has failed for
 * `messages.retryForMs` and the message has waited that long too. So each message in a long outage costs only one try,
 * and a gateway that starts before its model does not apologise at once for the messages of the night before.
 */
@Injectable()
export class TurnRetry {
  /** When the current outage of each agent began, by `Clock.elapsed`. Kept only in memory, so unknown after a start. */
  private readonly outSince = new Map<string, number>();
  /** When each turn first failed, likewise. A turn that fails on its own must not be treated as part of an outage. */
  private readonly failingSince = new Map<string, number>();

  constructor(
    private readonly messages: MessagesConfig,
    private readonly clock: Clock,
  ) {}

  answered(agentId: string): void {
    this.outSince.delete(agentId);
  }

  /** Forgets a turn that is over, whatever its outcome. */
  ended(turnId: string): void {
    this.failingSince.delete(turnId);
  }

  after(
    failure: RuntimeFailure,
    turn: { readonly turnId: string; readonly agentId: string; readonly receivedAt: number },
  ): AfterFailure {
    const { retryForMs, apology } = this.messages;
    if (!failure.isRetryable) return { kind: 'apologise', text: apology };
    const now = this.clock.elapsed();
    const outForMs = now - since(this.outSince, turn.agentId, now);
    const failingForMs = now - since(this.failingSince, turn.turnId, now);
    const receivedMsAgo = this.clock.now() - turn.receivedAt;
    // The clock was set back since the message came: how long ago that was is not known.
    const isUnknown = receivedMsAgo < 0;
    const waitedMs = isUnknown ? failingForMs : Math.min(Math.max(outForMs, failingForMs), receivedMsAgo);
    if (waitedMs >= retryForMs) return { kind: 'apologise', text: apology };
    const pauseMs = failure.retryAfterMs ?? Math.min(MAX_RETRY_MS, Math.max(MIN_RETRY_MS, waitedMs));
    return { kind: 'retry', afterMs: Math.min(pauseMs, retryForMs) };
  }
}

function since(times: Map<string, number>, key: string, now: number): number {
  const at = times.get(key) ?? now;
  times.set(key, at);
  const [oldest] = times.keys();
  if (times.size > MOST_FAILING && oldest !== undefined) times.delete(oldest);
  return at;
}
