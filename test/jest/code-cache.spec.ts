import { join } from 'node:path';
import { spawnSync } from '../support/programs.js';

/** In a process of its own: the cache replaces functions of Node, and the test changes a flag of V8. */
const SCRIPT = `
import '${join(import.meta.dirname, 'code-cache.mjs')}';
import v8 from 'node:v8';
import vm from 'node:vm';

const context = vm.createContext();
async function run() {
  const module = new vm.SourceTextModule('export const two = 1 + 1;', { context });
  await module.link(() => undefined);
  await module.evaluate();
  return module.namespace.two + vm.compileFunction('return 3', [], { parsingContext: context })();
}
const sums = [await run(), await run(), await run()];
v8.setFlagsFromString('--allow-natives-syntax');
console.log(...sums, await run(), await run(), await run());
`;

it('compiles again after a test has set a flag of V8', () => {
  const flags = ['--experimental-vm-modules', '--no-warnings', '--input-type=module', '--eval', SCRIPT];
  const { stdout, stderr } = spawnSync(process.execPath, flags, { encoding: 'utf8' });
  expect([stdout, stderr]).toEqual(['5 5 5 5 5 5\n', '']);
});
