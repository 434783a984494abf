import * as child from 'node:child_process';
import { promisify } from 'node:util';

/*
 * The functions of node:child_process as tests use them (eslint.config.mjs): a program never inherits the environment
 * of the tests. Plain Node: Jest's global setup runs it without a transformer.
 */

/**
 * The environment of a program that a test starts: what every program needs, and what the test names. A terminal
 * (TERM, FORCE_COLOR, NO_COLOR), npm (npm_config_*) and an operator (GATEHOUSE_*) have variables too, with which a
 * program would behave differently from machine to machine.
 */
export function environment(named: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, ...named };
}

/** Starts a program as `start` does, with `environment()` unless the options have another one. */
const owned = <Start extends (...all: never[]) => unknown>(start: Start): Start =>
  ((file: string, ...more: unknown[]) => {
    const args = Array.isArray(more[0]) ? (more.shift() as string[]) : [];
    const options = (more[0] ?? {}) as child.CommonOptions;
    const { env = environment() } = options;
    return (start as unknown as typeof child.spawn)(file, args, { ...options, env });
  }) as unknown as Start;

export const spawn = owned(child.spawn);
export const spawnSync = owned(child.spawnSync);
export const execFileSync = owned(child.execFileSync);

const run = promisify(child.execFile);

/** @returns what it printed, @throws with that when it ends with another code than 0 */
export const execFile = (
  file: string,
  args: readonly string[],
  { env = environment(), ...more }: Omit<child.ExecFileOptionsWithStringEncoding, 'encoding'> = {},
): Promise<{ stdout: string; stderr: string }> => run(file, args, { ...more, env, encoding: 'utf8' });
