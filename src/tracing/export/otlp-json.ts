import { type Attributes, type EndedSpan, SPAN_KINDS } from '../spans/span.js';
import type { SpanContext } from '../spans/span-context.js';
import { nanosecondsIn } from '../spans/trace-clock.js';

const FAILED = 2;
/** Bits of `flags` beside those of W3C: whether the parent's place is known, and that it is another program. */
const KNOWS_PLACE = 0x100;
const IS_REMOTE = 0x200;

/** The schema of the names that we use of the semantic conventions. */
const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.38.0';

/** The exporter: the attributes of the resource, and the version of this program. */
export interface TraceSource {
  readonly resource: Attributes;
  readonly version: string;
}

/**
 * The body of one export: `ExportTraceServiceRequest` in the JSON of OTLP, with ids in hexadecimal, kinds and codes as numbers, and
 * numbers of 64 bits as texts (opentelemetry-proto, opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding).
 */
export function otlpJson(spans: readonly EndedSpan[], { resource, version }: TraceSource): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: keyValues(resource) },
        scopeSpans: [
          { scope: { name: 'gatehouse', version }, spans: spans.map(spanJson), schemaUrl: SCHEMA_URL },
        ],
        schemaUrl: SCHEMA_URL,
      },
    ],
  });
}

function spanJson({
  context,
  parent,
  name,
  kind,
  startedAt,
  endedAt,
  attributes,
  links,
  hasFailed,
}: EndedSpan): object {
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    ...(parent && { parentSpanId: parent.spanId }),
    flags: 1 | KNOWS_PLACE | (parent?.isRemote === true ? IS_REMOTE : 0),
    name,
    kind: SPAN_KINDS[kind],
    startTimeUnixNano: nanosecondsIn(startedAt),
    endTimeUnixNano: nanosecondsIn(endedAt),
    attributes: keyValues(attributes),
    ...(links.length > 0 && { links: links.map(linkJson) }),
    status: hasFailed ? { code: FAILED } : {},
  };
}

const linkJson = ({ traceId, spanId, isSampled }: SpanContext): object => ({
  traceId,
  spanId,
  flags: isSampled ? 1 : 0,
});

const keyValues = (attributes: Attributes): object[] =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: anyValue(value) }],
  );

function anyValue(value: NonNullable<Attributes[string]>): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return { intValue: String(Math.round(value)) };
  return { arrayValue: { values: value.map((stringValue) => ({ stringValue })) } };
}
