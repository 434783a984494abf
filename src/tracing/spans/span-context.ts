import { hash, randomFillSync } from 'node:crypto';

/** The place of a span among all traces (W3C Trace Context, level 1). */
export interface SpanContext {
  /** 32 lower-case hexadecimal digits. */
  readonly traceId: string;
  /** 16 of them. */
  readonly spanId: string;
  /** Whether the spans of the trace are exported. */
  readonly isSampled: boolean;
  /** Another program has made it. */
  readonly isRemote?: boolean;
}

export type SpanIds = Pick<SpanContext, 'traceId' | 'spanId'>;

/** Many are fetched at a time, because the call to the system is the expensive part. */
const supply = Buffer.alloc(8_192);
let used = supply.length;

function drawn(bytes: number): string {
  if (used + bytes > supply.length) {
    randomFillSync(supply);
    used = 0;
  }
  return supply.toString('hex', used, (used += bytes));
}

export const newTraceId = (): string => drawn(16);
export const newSpanId = (): string => drawn(8);

/** The ids of the trace of an event, or of a delivery without one, and of the span that all others of it are below. */
export function idsOf(subject: string): SpanIds {
  const digest = hash('sha256', `gatehouse trace ${subject}`, 'hex');
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) };
}

/** Version 00, which is also what later versions begin with. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const ZEROS = /^0+$/;

/** @returns undefined for anything that is no `traceparent`: it then counts as none */
export function contextIn(traceparent: string | undefined): SpanContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '', rest] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (version === undefined || ZEROS.test(traceId) || ZEROS.test(spanId)) return undefined;
  if (version === '00' && rest !== undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1, isRemote: true };
}

export const traceparentIn = ({ traceId, spanId, isSampled }: SpanContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
