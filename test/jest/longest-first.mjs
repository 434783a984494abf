import Sequencer from '@jest/test-sequencer';

/** The level whose tests wait most, for programs, leases and rates. By a part of their paths, as all levels here. */
const WAITING = '/test/e2e/';
/** The others, so that short files fill the gaps at the end. */
const LEVELS = ['/test/medium/', '/test/contract/'];
/** Files that take about half a minute or more on a quiet machine, longest first. */
const LONGEST = [
  'e2e/console-live',
  'medium/crash-between',
  'medium/interleaving',
  'e2e/workchat-crash',
  'e2e/replicas',
  'e2e/plugins',
  'e2e/crash',
  'e2e/approval-chaos',
  'e2e/wrong-usage',
  'e2e/console-channels',
  'e2e/budgets',
  'e2e/holds',
  'e2e/console-conversations',
  'e2e/console',
  'e2e/mcp-programs',
  'e2e/first-hour',
  'e2e/docs-operations',
  'medium/workchat',
  'e2e/console-session',
  'e2e/console-people',
  'medium/events',
  'e2e/random-events',
  'e2e/model-chaos',
  'e2e/console-roles',
  'e2e/database',
  'e2e/runtimes',
  'medium/backup',
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
 * Both lists spread over the whole run, each in its order: while a program of one file waits, the processor works on
 * another. The medium tests, which keep it busy, would otherwise all wait for the end of those of e2e.
 */
function dealt(one, other) {
  const placed = [one, other].flatMap((list) =>
    list.map((test, at) => ({ test, place: (at + 0.5) / list.length })),
  );
  return placed.sort((a, b) => a.place - b.place).map(({ test }) => test);
}

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
    const inOrder = ranked
      .sort(({ rank: [a, x] }, { rank: [b, y] }) => a - b || x - y)
      .map(({ test }) => test);
    const isWaiting = ({ path }) => path.includes(WAITING);
    const sorted = dealt(
      inOrder.filter(isWaiting),
      inOrder.filter((test) => !isWaiting(test)),
    );
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
