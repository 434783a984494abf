import { idsOf } from './span-context.js';
import { type SamplerName, samplerOf } from './sampler.js';

const ids = Array.from({ length: 2_000 }, (_, n) => idsOf(`evt_${n}`).traceId);
const shareOf = (name: SamplerName, ratio: number, caller?: boolean) =>
  ids.filter((id) => samplerOf(name, ratio)(id, caller)).length / ids.length;

it.each<[SamplerName, number, boolean | undefined, number]>([
  ['always_on', 0, false, 1],
  ['always_off', 1, true, 0],
  ['traceidratio', 0, true, 0],
  ['traceidratio', 1, false, 1],
  ['parentbased_always_on', 1, undefined, 1],
  ['parentbased_always_on', 1, false, 0],
  ['parentbased_always_off', 1, undefined, 0],
  ['parentbased_always_off', 1, true, 1],
  ['parentbased_traceidratio', 0, true, 1],
  ['parentbased_traceidratio', 1, false, 0],
])('%s of %s, where the caller says %s, exports %s of all traces', (name, ratio, caller, share) => {
  expect(shareOf(name, ratio, caller)).toBe(share);
});

it('a ratio exports about that part, always the same traces, and more of them with a higher one', () => {
  const tenth = ids.filter((id) => samplerOf('traceidratio', 0.1)(id, undefined));
  const half = ids.filter((id) => samplerOf('parentbased_traceidratio', 0.5)(id, undefined));
  expect(tenth.length / ids.length).toBeCloseTo(0.1, 1);
  expect(half.length / ids.length).toBeCloseTo(0.5, 1);
  expect(half).toEqual(expect.arrayContaining(tenth));
});
