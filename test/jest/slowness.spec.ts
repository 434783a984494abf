import { jest } from '@jest/globals';
import { settleSlowness, slownessOf } from './slowness.js';

const REFERENCE = { cpuMs: 20, wallMs: 20, loadPerCore: 0 };

describe('the slowness of a machine', () => {
  it.each([
    ['the machine of the limits', {}, 1],
    ['a faster one', { cpuMs: 5, wallMs: 5 }, 1],
    ['a processor of a third of the speed', { cpuMs: 60, wallMs: 60 }, 3],
    ['other work since a moment ago, which no load shows yet', { wallMs: 84 }, 4.2],
    ['other work for long: eleven processes on two cores', { loadPerCore: 5.5 }, 4.7],
    ['both', { cpuMs: 40, wallMs: 50, loadPerCore: 1.5 }, 4],
    ['a machine that stands still', { wallMs: 60_000 }, 10],
  ])('%s', (_title, pace, slowness) => {
    expect(slownessOf({ ...REFERENCE, ...pace })).toBe(slowness);
  });

  it('is measured once, and passed to the workers of Jest', () => {
    const env: NodeJS.ProcessEnv = {};
    const pace = jest.fn(() => ({ ...REFERENCE, wallMs: 100 }));
    expect([settleSlowness(env, pace), settleSlowness(env, pace)]).toEqual([5, 5]);
    expect(env).toEqual({ GATEHOUSE_TEST_SLOWNESS: '5' });
    expect(pace).toHaveBeenCalledTimes(1);
  });

  it('is the number in GATEHOUSE_TEST_SLOWNESS, which must be 1 or more', () => {
    expect(settleSlowness({ GATEHOUSE_TEST_SLOWNESS: '25' })).toBe(25);
    for (const wrong of ['', '0', '0.5', 'slow', 'Infinity', '-3'])
      expect(() => settleSlowness({ GATEHOUSE_TEST_SLOWNESS: wrong })).toThrow(
        'GATEHOUSE_TEST_SLOWNESS must be a number from 1 on',
      );
  });

  it('can be measured on this machine', () => {
    expect(settleSlowness({})).toBeGreaterThanOrEqual(1);
  });
});
