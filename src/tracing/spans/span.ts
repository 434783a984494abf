import { newSpanId, type SpanContext, traceparentIn } from './span-context.js';
import type { Moment, TraceClock } from './trace-clock.js';

/** As OTLP numbers them. */
export const SPAN_KINDS = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const;
export type SpanKind = keyof typeof SPAN_KINDS;

/** One that is undefined is left out. A number is whole, unless its name says otherwise. */
export type Attributes = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** A span that has ended. */
export interface EndedSpan {
  readonly context: SpanContext;
  readonly parent: SpanContext | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  /** Epoch ms, with a fraction. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: Attributes;
  readonly links: readonly SpanContext[];
  readonly hasFailed: boolean;
}

export interface NewSpan {
  readonly name: string;
  readonly kind?: SpanKind;
  readonly context: SpanContext;
  readonly parent?: SpanContext | undefined;
  readonly attributes?: Attributes;
  readonly links?: readonly SpanContext[];
}

/** A step that lasts. Only its first end counts. */
export class Span {
  private readonly begun: Moment;
  private attributes: Attributes;
  private name: string;
  private hasFailed = false;
  private hasEnded = false;

  constructor(
    private readonly made: NewSpan,
    private readonly clock: TraceClock,
    private readonly keep: (span: EndedSpan) => void,
  ) {
    this.begun = clock.now();
    this.name = made.name;
    this.attributes = made.attributes ?? {};
  }

  get context(): SpanContext {
    return this.made.context;
  }

  get traceparent(): string {
    return traceparentIn(this.context);
  }

  /** The context of a step in this one. */
  below(): SpanContext {
    return { traceId: this.context.traceId, spanId: newSpanId(), isSampled: this.context.isSampled };
  }

  rename(name: string): void {
    this.name = name;
  }

  tell(attributes: Attributes): void {
    if (this.context.isSampled) this.attributes = { ...this.attributes, ...attributes };
  }

  /** @param type one of few: a code, a status, the name of a class; never a message */
  fail(type: string): void {
    this.hasFailed = true;
    this.tell({ 'error.type': type });
  }

  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    if (!this.context.isSampled) return;
    const { context, parent, kind = 'internal', links = [] } = this.made;
    const { name, attributes, hasFailed } = this;
    const times = { startedAt: this.begun.at, endedAt: this.clock.endOf(this.begun) };
    this.keep({ context, parent, name, kind, ...times, attributes, links, hasFailed });
  }

  /** Forgets it. */
  drop(): void {
    this.hasEnded = true;
  }
}
