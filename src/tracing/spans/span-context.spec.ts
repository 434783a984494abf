import { contextIn, idsOf, newSpanId, newTraceId, traceparentIn } from './span-context.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

it.each([
  [`00-${TRACE}-${SPAN}-01`, true],
  [`00-${TRACE}-${SPAN}-00`, false],
  [`00-${TRACE}-${SPAN}-03`, true],
  [`cc-${TRACE}-${SPAN}-01-what-comes-later`, true],
])('%s is a context that is sampled: %s', (traceparent, isSampled) => {
  expect(contextIn(traceparent)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled, isRemote: true });
});

it.each([
  ['nothing', undefined],
  ['zeros as a trace', `00-${'0'.repeat(32)}-${SPAN}-01`],
  ['zeros as a span', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['capitals', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
  ['the version that never comes', `ff-${TRACE}-${SPAN}-01`],
  ['more than version 00 has', `00-${TRACE}-${SPAN}-01-x`],
  ['an id that is too short', `00-${TRACE.slice(1)}-${SPAN}-01`],
  ['two of them', `00-${TRACE}-${SPAN}-01,00-${TRACE}-${SPAN}-01`],
])('%s counts as no context', (_, traceparent) => {
  expect(contextIn(traceparent)).toBeUndefined();
});

it('the ids of a subject are always the same, of their length, and others for another', () => {
  const { traceId, spanId } = idsOf('evt_1');
  expect(idsOf('evt_1')).toEqual({ traceId, spanId });
  expect([traceId, spanId]).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}$/),
    expect.stringMatching(/^[0-9a-f]{16}$/),
  ]);
  expect(idsOf('evt_2').traceId).not.toBe(traceId);
});

it('new ids are all different, and of their length', () => {
  const ids = Array.from({ length: 5_000 }, () => [newTraceId(), newSpanId()]).flat();
  expect(new Set(ids).size).toBe(10_000);
  expect(ids.every((id) => /^([0-9a-f]{16}|[0-9a-f]{32})$/.test(id))).toBe(true);
});

it('a context is written as it is read', () => {
  const traceparent = `00-${TRACE}-${SPAN}-01`;
  expect(traceparentIn(contextIn(traceparent)!)).toBe(traceparent);
});
