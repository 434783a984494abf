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

/** What a file of a level takes about, ms, where no run has told. A part of a path, as in `LEVELS`. */
const USUAL_MS = { '/test/e2e/': 20_000, '/test/medium/': 5_000, '/test/contract/': 3_000, '': 1_000 };
const usualMs = ({ path }) => Object.entries(USUAL_MS).find(([level]) => path.includes(level))[1];

/**
 * Orders the files for a machine that has never run them and so does not know their durations: if a long one began
 * last, the whole run would wait for it.
 */
export default class LongestFirst extends Sequencer {
  #first;

  sort(tests) {
    const ranked = super.sort(tests).map((test) => ({ test, rank: rankOf(test) }));
    const sorted = ranked
      .sort(({ rank: [a, x] }, { rank: [b, y] }) => a - b || x - y)
      .map(({ test }) => test);
    // Jest draws its bar only when it knows how long the files take.
    for (const test of sorted) test.duration ??= usualMs(test);
    return sorted;
  }

  /** All projects have one id, and so one file of durations, which the last of them would overwrite. */
  _getCache(test) {
    this.#first ??= test.context;
    return super._getCache({ ...test, context: this.#first });
  }
}
