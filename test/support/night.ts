/** Whether this is `npm run test:night` (test/jest/runs.ts), and no person waits. */
const isNight = process.env.GATEHOUSE_TEST_RUN === 'night';

/** A number of the long form of a test, and that of the form of every day, which sees the same faults less often. */
export const byNight = (night: number, day: number): number => (isNight ? night : day);
