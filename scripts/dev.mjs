/*
 * `npm run dev [-- FLAGS]`: a gateway that starts again after every change in src, beside a simulated bridge in which
 * you write to it; FLAGS are of Node, such as --inspect. `npm run -s dev -- COMMAND` gives that gateway a command of the
 * command line.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './install.mjs';
import { ROOT } from './npm.mjs';
import { runToTheEnd } from './prepare.mjs';
import { fail } from './progress.mjs';

/** Its gatehouse.json is yours to change. */
const STATE = join(ROOT, '.gatehouse/dev');

const CLI = join(ROOT, 'build/dev/src/cli.js');

process.env.GATEHOUSE_STATE_DIR = STATE;
const words = process.argv.slice(2);
if (words.length === 0 || words[0].startsWith('--')) {
  await install();
  // On the pinned Node: npm's own may be older than what these files need.
  runToTheEnd(['scripts/dev/gateway.mjs', ...words]);
} else {
  if (!existsSync(CLI)) fail('There is no gateway yet to give a command to: start one with npm run dev.');
  runToTheEnd([CLI, ...words]);
}
