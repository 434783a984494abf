/**
 * A time limit for this machine, in whole ms: `quietMs`, that of a quiet machine, times GATEHOUSE_TEST_SLOWNESS, which a run of
 * the tests measures (test/jest/slowness.ts). It bounds waits of tests, never what the program itself waits for.
 */
export const timeLimit = (quietMs: number): number =>
  Math.round(quietMs * Number(process.env.GATEHOUSE_TEST_SLOWNESS ?? 1));
