import { Injectable } from '@nestjs/common';
import type { RuntimeFailure } from '../assistant/index.js';
import { Clock } from '../common/index.js';
import { MessagesConfig } from '../config/index.js';

const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;

export type AfterFailure =
  | { readonly kind: 'retry'; readonly afterMs: number }
  /** Enough: the sender gets this text. */
  | { readonly kind: 'apologise'; readonly text: string };

/**
 * How long a failed model is asked again: with growing pauses until the message has waited `messages.retryForMs`,
 * so that a long outage costs each message that waited behind it one try only.
 */
@Injectable()
export class TurnRetry {
  constructor(
    private readonly messages: MessagesConfig,
    private readonly clock: Clock,
  ) {}

  after(failure: RuntimeFailure, receivedAt: number): AfterFailure {
    const { retryForMs, apology } = this.messages;
    const waitedMs = this.clock.now() - receivedAt;
    if (!failure.isRetryable || waitedMs >= retryForMs) return { kind: 'apologise', text: apology };
    const pauseMs = failure.retryAfterMs ?? Math.min(MAX_RETRY_MS, Math.max(MIN_RETRY_MS, waitedMs));
    return { kind: 'retry', afterMs: Math.min(pauseMs, retryForMs) };
  }
}
