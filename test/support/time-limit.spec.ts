import { timeLimit } from '../../simulators/common/time-limit.js';

describe('a time limit', () => {
  const { GATEHOUSE_TEST_SLOWNESS: before } = process.env;
  afterEach(() => {
    if (before === undefined) delete process.env.GATEHOUSE_TEST_SLOWNESS;
    else process.env.GATEHOUSE_TEST_SLOWNESS = before;
  });

  it('is a whole number at every slowness, as AbortSignal.timeout demands', () => {
    process.env.GATEHOUSE_TEST_SLOWNESS = '4.1';
    expect(timeLimit(15_000)).toBe(61_500);
  });
});
