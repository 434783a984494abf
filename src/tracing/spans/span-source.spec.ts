import type { EndedSpan } from './span.js';
import { type SamplerName, samplerOf } from './sampler.js';
import { SpanSource } from './span-source.js';

const REQUESTS = 400;
/** Its last digits are below every ratio. */
const CHOSEN = '4bf92f3577b34da6a000000000000000';
const callers = (flags: string) => `00-${CHOSEN}-00f067aa0ba902b7-${flags}`;

/** The part of the requests of a caller that is exported. */
function exported(name: SamplerName, ratio: number, traceparent: string): number {
  const spans: EndedSpan[] = [];
  const sut = new SpanSource(samplerOf(name, ratio), (span) => spans.push(span));
  for (let n = 0; n < REQUESTS; n++) {
    const parent = sut.contextOfCaller(traceparent);
    const span = sut.begin({ name: 'GET', kind: 'server', parent, attributes: {} });
    expect(span.context.traceId).toBe(CHOSEN);
    // What follows, here and after it was stored, is decided with it.
    const later = sut.begin({
      name: 'job',
      kind: 'internal',
      parent: sut.contextIn(span.traceparent),
      attributes: {},
    });
    expect(later.context.isSampled).toBe(span.context.isSampled);
    span.end();
  }
  return spans.length / REQUESTS;
}

describe('the traceparent of a caller', () => {
  it.each<[SamplerName, number, number]>([
    ['parentbased_always_off', 0, 0],
    ['always_off', 0, 0],
    ['parentbased_traceidratio', 0, 0],
    ['traceidratio', 0.000_1, 0],
    ['parentbased_traceidratio', 0.1, 0.1],
    ['traceidratio', 0.1, 0.1],
    ['parentbased_always_on', 0, 1],
    ['always_on', 0, 1],
  ])('forces no sample: %s of %s exports %s of its requests', (name, ratio, share) => {
    expect(exported(name, ratio, callers('01'))).toBeCloseTo(share, share === 0.1 ? 0 : 2);
    expect(exported(name, ratio, callers('01'))).toBeLessThanOrEqual(share === 0.1 ? 0.3 : share);
  });

  it('leaves its trace out where the sampler follows callers', () => {
    expect(exported('parentbased_always_on', 1, callers('00'))).toBe(0);
    expect(exported('always_on', 1, callers('00'))).toBe(1);
  });
});
