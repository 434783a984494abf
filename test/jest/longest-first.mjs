import Sequencer from '@jest/test-sequencer';

/** Levels by their part of the path, the ones with the most waiting first: short files fill the gaps at the end. */
const LEVELS = ['/test/e2e/', '/test/medium/', '/test/contract/'];
/** Files that take half a minute and more on a quiet machine, the longest first. */
const LONGEST = [
  'e2e/workchat-crash',
  'e2e/replicas',
  'e2e/crash',
  'e2e/plugins',
  'e2e/database',
  'e2e/runtimes',
  'medium/workchat',
  'medium/contract-fuzz',
  'medium/access',
  'medium/database',
  'medium/events',
].map((name) => `/test/${name}.spec.ts`);

const placeIn = (list, isIt) => {
  const at = list.findIndex(isIt);
  return at === -1 ? list.length : at;
};
const rankOf = ({ path }) => [
  placeIn(LONGEST, (name) => path.endsWith(name)),
  placeIn(LEVELS, (level) => path.includes(level)),
];

/** A machine that has never run the tests does not know which take long: a long one that begins last is waited for. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const ranked = super.sort(tests).map((test) => ({ test, rank: rankOf(test) }));
    return ranked.sort(({ rank: [a, x] }, { rank: [b, y] }) => a - b || x - y).map(({ test }) => test);
  }
}
