import { Injectable } from '@nestjs/common';
import type { RuntimeFailure } from '../../assistant/index.js';
import { Clock } from '../../common/index.js';
import { MessagesConfig } from '../../config/index.js';

/** More turns than can fail at once: this process does not notice when another replica ends one. */
const MOST_FAILING = 1_000;
const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;

export type AfterFailure =
  | { readonly kind: 'retry'; readonly afterMs: number }
  /** Give up: the sender gets this text. */
  | { readonly kind: 'apologise'; readonly text: string };

/**
 * Decides how long a failed model is asked again: with growing pauses until it has failed for `messages.retryForMs`
 * and the message has waited that long too. So each message in a long outage costs one try only, and a gateway that
 * starts before its model does not apologise at once for messages of the night before.
 */
@Injectable()
export class TurnRetry {
  /** By agent: when the current outage began, epoch ms. Memory only: unknown after a start. */
  private readonly outSince = new Map<string, number>();
  /**
   * By turn: when it first failed, epoch ms. A turn that fails alone must not wait for an outage that does not exist.
   */
  private readonly failingSince = new Map<string, number>();

  constructor(
    private readonly messages: MessagesConfig,
    private readonly clock: Clock,
  ) {}

  answered(agentId: string): void {
    this.outSince.delete(agentId);
  }

  /** The turn is over, whatever its outcome. */
  ended(turnId: string): void {
    this.failingSince.delete(turnId);
  }

  after(
    failure: RuntimeFailure,
    turn: { readonly turnId: string; readonly agentId: string; readonly receivedAt: number },
  ): AfterFailure {
    const { retryForMs, apology } = this.messages;
    if (!failure.isRetryable) return { kind: 'apologise', text: apology };
    const now = this.clock.now();
    const outSince = since(this.outSince, turn.agentId, now);
    const failingSince = since(this.failingSince, turn.turnId, now);
    const waitedMs = now - Math.max(Math.min(outSince, failingSince), turn.receivedAt);
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
