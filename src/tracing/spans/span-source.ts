import { AsyncLocalStorage } from 'node:async_hooks';
import { type EndedSpan, type NewSpan, Span } from './span.js';
import { contextIn, idsOf, newSpanId, newTraceId, type SpanContext, type SpanIds } from './span-context.js';
import type { Sampler } from './sampler.js';
import { TraceClock } from './trace-clock.js';

/** A step, and what it is below: nothing makes it the first of a trace. */
export interface Step extends Omit<NewSpan, 'context'> {
  /** Its own ids, where they are not drawn. */
  readonly ids?: SpanIds;
}

/** Makes spans, and knows the one in which the current code runs. */
export class SpanSource {
  private readonly running = new AsyncLocalStorage<Span>();

  constructor(
    private readonly sampler: Sampler,
    private readonly keep: (span: EndedSpan) => void,
    private readonly clock = new TraceClock(),
  ) {}

  get current(): Span | undefined {
    return this.running.getStore();
  }

  begin({ ids, parent, ...step }: Step): Span {
    const context = parent
      ? this.below(parent)
      : this.first(ids ?? { traceId: newTraceId(), spanId: newSpanId() });
    return new Span({ ...step, parent, context }, this.clock, this.keep);
  }

  within<T>(span: Span, work: () => T): T {
    return this.running.run(span, work);
  }

  /** Runs a step: it fails with the name of the error that the work throws. */
  async run<T>(step: Step, work: (span: Span) => Promise<T>): Promise<T> {
    const span = this.begin(step);
    try {
      return await this.within(span, () => work(span));
    } catch (error) {
      span.fail(error instanceof Error ? error.name : 'unknown');
      throw error;
    } finally {
      span.end();
    }
  }

  /** The span of an event's acceptance, or the one that stands above all attempts of a delivery without an event. */
  contextOf(subject: string): SpanContext {
    return this.first(idsOf(subject));
  }

  /** The context of an earlier step of ours, which was stored: its decision is ours. */
  contextIn(traceparent: string | undefined): SpanContext | undefined {
    return contextIn(traceparent);
  }

  /**
   * The context of a program that calls us. It may be anyone, and choose any trace id: so it can leave its trace out, and
   * never have it exported. That is decided by an id that it does not know.
   */
  contextOfCaller(traceparent: string | undefined): SpanContext | undefined {
    const caller = contextIn(traceparent);
    if (!caller) return undefined;
    return { ...caller, isSampled: this.sampler(newTraceId(), caller.isSampled ? undefined : false) };
  }

  private first(ids: SpanIds): SpanContext {
    return { ...ids, isSampled: this.sampler(ids.traceId, undefined) };
  }

  private below({ traceId, isSampled }: SpanContext): SpanContext {
    return { traceId, spanId: newSpanId(), isSampled };
  }
}
