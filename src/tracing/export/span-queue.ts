import { setTimeout } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { backoffMs, visibly } from '../../common/index.js';
import type { EndedSpan } from '../spans/span.js';
import { otlpJson, type TraceSource } from './otlp-json.js';
import type { ExportAnswer, OtlpClient } from './otlp-client.js';

export interface QueueLimits {
  /** The longest that a span waits for others, ms. */
  readonly delayMs: number;
  /** The most spans that wait; further ones are dropped. */
  readonly mostWaiting: number;
  readonly mostAtOnce: number;
}

/** The ends of the spans of this process. */
export interface SpanCounts {
  exported: number;
  /** There was no room for them, or they could not be exported in time. */
  dropped: number;
  /** The collector did not take them. */
  refused: number;
}

/** How long one batch is tried for, ms: newer spans are worth more. */
const TRIED_FOR_MS = 60_000;
const BACKOFF = { baseMs: 1_000, maxMs: 30_000 };

/** Exports spans in batches, beside the work that they are about: in memory, within a bound, and silent but for the first failure. */
export class SpanQueue {
  readonly counts: SpanCounts = { exported: 0, dropped: 0, refused: 0 };
  private readonly logger = new Logger('Traces');
  private readonly stopping = new AbortController();
  private readonly abandoned = new AbortController();
  private waiting: EndedSpan[] = [];
  private timer: NodeJS.Timeout | undefined;
  private exporting: Promise<void> | undefined;
  private isFailing = false;

  constructor(
    private readonly client: Pick<OtlpClient, 'post' | 'close'>,
    private readonly source: TraceSource,
    private readonly limits: QueueLimits,
  ) {}

  readonly add = (span: EndedSpan): void => {
    if (this.waiting.length >= this.limits.mostWaiting) {
      this.counts.dropped++;
      return;
    }
    this.waiting.push(span);
    if (this.waiting.length >= this.limits.mostAtOnce) this.begin();
    else this.timer ??= globalThis.setTimeout(() => this.begin(), this.limits.delayMs).unref();
  };

  /** Exports what waits, within that time; nothing is tried again any more. */
  async stop(withinMs: number): Promise<void> {
    const late = globalThis.setTimeout(() => this.abandoned.abort(), withinMs);
    this.stopping.abort();
    this.begin();
    await this.exporting;
    clearTimeout(late);
    this.counts.dropped += this.waiting.splice(0).length;
    if (this.counts.dropped > 0) this.logger.warn(`spans that were not exported: ${this.counts.dropped}`);
    await this.client.close();
  }

  private begin(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.exporting ??= this.exportAll().finally(() => (this.exporting = undefined));
  }

  private async exportAll(): Promise<void> {
    while (this.waiting.length > 0 && !this.abandoned.signal.aborted) {
      const batch = this.waiting.splice(0, this.limits.mostAtOnce);
      await this.exportBatch(batch);
    }
  }

  private async exportBatch(batch: readonly EndedSpan[]): Promise<void> {
    const json = otlpJson(batch, this.source);
    const begunAt = performance.now();
    for (let tries = 1; ; tries++) {
      const answer = await this.client.post(json, this.abandoned.signal);
      this.tell(answer);
      if (answer.kind === 'taken') {
        this.counts.exported += batch.length - answer.refused;
        this.counts.refused += answer.refused;
        return;
      }
      const afterMs = answer.kind === 'again' ? (answer.afterMs ?? backoffMs(tries, BACKOFF)) : Infinity;
      if (this.stopping.signal.aborted || performance.now() - begunAt + afterMs > TRIED_FOR_MS) {
        this.counts[answer.kind === 'refused' ? 'refused' : 'dropped'] += batch.length;
        return;
      }
      await this.pause(afterMs);
    }
  }

  /** Ends at once when the queue is stopped. */
  private pause(ms: number): Promise<void> {
    const ended = setTimeout(ms, undefined, { signal: this.stopping.signal, ref: false });
    return ended.catch(() => undefined);
  }

  /** Once when the collector begins to fail, and once when it takes spans again. */
  private tell(answer: ExportAnswer): void {
    const isFailure = answer.kind !== 'taken' || answer.refused > 0;
    if (isFailure && !this.isFailing)
      this.logger.warn(
        `the collector does not accept all spans (${visibly(answer.why)}); messages are still answered`,
      );
    if (!isFailure && this.isFailing)
      this.logger.log(`the collector accepts spans again; ${this.counts.dropped} dropped so far`);
    this.isFailing = isFailure;
  }
}
