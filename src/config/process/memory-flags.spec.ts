import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const MODULE = resolve(import.meta.dirname, 'memory-flags.ts');
/** Natives, to ask V8; and compiled in the same thread, so that no busy machine delays it. */
const FLAGS = ['--allow-natives-syntax', '--no-concurrent-recompilation', '--no-warnings'];
/** Tells whether V8 optimises a busy function before the start has ended, and after it (bit 4 of its status). */
const PROGRAM = `
  const { startSmall, hasStarted } = await import(${JSON.stringify(MODULE)});
  const { runInThisContext } = await import('node:vm');
  const isOptimised = runInThisContext(\`() => {
    const hot = new Function('a', 'return a + 1');
    %PrepareFunctionForOptimization(hot);
    hot(1);
    for (let n = 0; n < 1_000_000; n++) hot(n);
    return (%GetOptimizationStatus(hot) & (1 << 4)) !== 0;
  }\`);
  startSmall();
  const starting = isOptimised();
  hasStarted();
  console.log(starting, isOptimised());
`;

const optimised = (...flags: string[]) =>
  execFileSync(process.execPath, [...FLAGS, ...flags, '--input-type=module', '--eval', PROGRAM], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  }).trim();

it('the gateway lets V8 optimise once it has started', () => {
  expect(optimised()).toBe('false true');
});

it('the gateway keeps the compiler flags that the operator has set', () => {
  expect(optimised('--no-maglev')).toBe('true true');
  expect(optimised('--no-opt', '--no-maglev')).toBe('false false');
});
