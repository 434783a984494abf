import { resolve } from 'node:path';
import { spawnSync } from '../../../test/support/programs.js';

const MODULE = resolve(import.meta.dirname, 'memory-flags.ts');
/** Natives, to ask V8; and compiled in the same thread, so that no busy machine delays it. */
const FLAGS = ['--allow-natives-syntax', '--no-concurrent-recompilation', '--no-warnings'];
/**
 * Tells whether V8 optimises a busy function before the start has ended, and after it. Between the rounds it may take up
 * what it has compiled.
 */
const PROGRAM = `
  const { startSmall, hasStarted } = await import(${JSON.stringify(MODULE)});
  const { setImmediate } = await import('node:timers/promises');
  async function isOptimised() {
    const hot = new Function('a', 'let sum = 0; for (let i = 0; i < 10; i++) sum += a ^ i; return sum');
    for (let round = 0; round < 5; round++) {
      for (let n = 0; n < 1_000_000; n++) hot(n);
      await setImmediate();
      if (%ActiveTierIsMaglev(hot) || %ActiveTierIsTurbofan(hot)) return true;
    }
    return false;
  }
  startSmall();
  const starting = await isOptimised();
  hasStarted();
  console.log(starting, await isOptimised());
`;

/** Tells of the first complete collection after the start, and whether other contexts see the collector. */
const collecting = (limitMs: number) => `
  const { startSmall, hasStarted } = await import(${JSON.stringify(MODULE)});
  const { constants, PerformanceObserver } = await import('node:perf_hooks');
  const { runInNewContext } = await import('node:vm');
  const collected = new Promise((resolve) => {
    const isMajor = ({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
    const observer = new PerformanceObserver((list) => list.getEntries().some(isMajor) && resolve('collected'));
    observer.observe({ entryTypes: ['gc'] });
  });
  startSmall();
  hasStarted();
  const limit = setTimeout(() => (console.log('not collected'), process.exit()), ${limitMs});
  console.log(await collected, runInNewContext('typeof gc'));
  clearTimeout(limit);
`;

/** V8 names on standard error each flag that it does not know. */
function run(program: string, ...flags: string[]): string {
  const args = [...FLAGS, ...flags, '--input-type=module', '--eval', program];
  const env = { PATH: process.env.PATH };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.trim();
}
const optimised = (...flags: string[]) => run(PROGRAM, ...flags);

it('the gateway lets V8 optimise once it has started', () => {
  expect(optimised()).toBe('false true');
});

it('the gateway keeps the compiler flags that the operator has set', () => {
  expect(optimised('--no-maglev')).toBe('true true');
  expect(optimised('--no-opt', '--no-maglev')).toBe('false false');
});

it('the memory of the start is given back once it has ended, unless the operator chose how the heap grows', () => {
  expect(run(collecting(20_000))).toBe('collected undefined');
  expect(run(collecting(2_000), '--heap-growing-percent=200')).toBe('not collected');
});
