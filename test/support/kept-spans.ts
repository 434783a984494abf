import { traceWith } from '../../src/common/index.js';
import { MessageTracer } from '../../src/tracing/message-tracer.js';
import { samplerOf } from '../../src/tracing/spans/sampler.js';
import type { EndedSpan } from '../../src/tracing/spans/span.js';
import { SpanSource } from '../../src/tracing/spans/span-source.js';

/** The spans that end while a test runs, instead of a collector. Call it where the tests are declared. */
export function keptSpans() {
  const spans: EndedSpan[] = [];
  const source = new SpanSource(samplerOf('parentbased_always_on', 1), (span) => spans.push(span));
  beforeEach(() => {
    spans.length = 0;
    traceWith(new MessageTracer(source));
  });
  afterEach(() => traceWith(undefined));
  const named = (name: string) => spans.filter((span) => span.name === name);
  return {
    spans,
    named,
    /** The only one of that name. */
    the: (name: string): EndedSpan => {
      const [span, other] = named(name);
      if (!span || other) throw new Error(`${named(name).length} spans are named ${name}`);
      return span;
    },
  };
}
