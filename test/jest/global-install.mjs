import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bareMachine } from '../support/bare-machine.mjs';
import { installProgram } from '../support/installed-program.mjs';
import { tellStart } from './start-news.mjs';

const DIST = resolve(import.meta.dirname, '../../dist');

let folder;

/**
 * Gives e2e tests an installed program, because the one in its repository can find every package, and a folder in which
 * V8 keeps it compiled: its hundreds of starts would each compile it, a fifth of their processor time.
 * GATEHOUSE_TEST_PROGRAM, if it is set, names another program.
 */
export default function setup() {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-program-'));
  process.env.GATEHOUSE_TEST_COMPILED = join(folder, 'compiled');
  if (process.env.GATEHOUSE_TEST_PROGRAM) return;
  if (!existsSync(join(DIST, 'main.js'))) throw new Error('there is no dist: `npm run build` comes first');
  tellStart('installing the program as in production');
  process.env.GATEHOUSE_TEST_PROGRAM = installProgram(DIST, folder, bareMachine(folder)).program;
}

export function teardown() {
  if (folder) rmSync(folder, { recursive: true, force: true });
}
