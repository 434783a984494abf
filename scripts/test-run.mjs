/** Says which tests, and not only how they are run or reported. */
const NAMES_TESTS =
  /^(?!-|\d+%?$)|^-[to]\b|^--(?:(?:select|ignore)Projects|test[A-Z]|run[TF]|find|filter|only|changed|lastCommit|shard|watch)/;

/**
 * The run of test/jest/runs.ts for the arguments of scripts/test.mjs, and those among them that are Jest's: its first
 * may be a run, and where others name tests, they are looked for among all.
 */
export function runFor([first, ...others]) {
  if (['all', 'rest', 'night'].includes(first)) return { run: first, args: others };
  const args = first === undefined ? [] : [first, ...others];
  return { run: args.some((each) => NAMES_TESTS.test(each)) ? 'all' : 'quick', args };
}
