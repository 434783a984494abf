import Sequencer from '@jest/test-sequencer';

/**
 * The levels by a part of their paths. Those whose tests wait the most come first, so that short files fill the gaps at
 * the end.
 */
const LEVELS = ['/test/e2e/', '/test/medium/', '/test/contract/'];
/** Files that take half a minute or more on a quiet machine, longest first. */
const LONGEST = [
  'e2e/workchat-crash',
  'e2e/replicas',
  'e2e/crash',
  'e2e/plugins',
  'e2e/database',
  'e2e/runtimes',
  'e2e/model-chaos',
  'medium/workchat',
  'medium/contract-fuzz',
  'medium/access',
  'medium/database',
  'medium/events',
  'e2e/console',
].map((name) => `/test/${name}.spec.ts`);

const placeIn = (list, isIt) => {
  const at = list.findIndex(isIt);
  return at === -1 ? list.length : at;
};
const rankOf = ({ path }) => [
  placeIn(LONGEST, (name) => path.endsWith(name)),
  placeIn(LEVELS, (level) => path.includes(level)),
];

/**
 * Orders the files for a machine that has never run them and so does not know their durations: if a long one began
 * last, the whole run would wait for it.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const ranked = super.sort(tests).map((test) => ({ test, rank: rankOf(test) }));
    return ranked.sort(({ rank: [a, x] }, { rank: [b, y] }) => a - b || x - y).map(({ test }) => test);
  }
}
