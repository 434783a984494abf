import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { spawnSync } from './programs.js';

/** Programs of this machine that some tests start, and how to get each where it is missing. */
export const PROGRAMS = {
  chromium: 'apt-get install chromium',
  nginx: 'apt-get install nginx-light',
  caddy: 'apt-get install caddy',
  'systemd-analyze': 'apt-get install systemd',
  'docker-compose': 'apt-get install docker-compose',
  curl: 'apt-get install curl',
  wget: 'apt-get install wget',
  shellcheck: 'apt-get install shellcheck',
  script: 'that of util-linux, which gives a program a terminal',
} as const;

export type Program = keyof typeof PROGRAMS;

/** Debian keeps servers in folders that only root has on its PATH. */
export const PATH = [process.env.PATH ?? '', '/usr/sbin', '/usr/local/sbin'].join(delimiter);

/** The file of a program; undefined where it is missing. */
export const programPath = (program: Program): string | undefined =>
  PATH.split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, program))
    .find(isExecutable);

export interface Need {
  /** The programs that must be there, separated by spaces: GATEHOUSE_TEST_NEEDS, which `.ci/run` sets. */
  readonly needs?: string | undefined;
  readonly isThere?: (program: Program) => boolean;
  readonly warn?: (words: string) => void;
}

/**
 * Whether tests that start the program can run here. A machine without it gets a warning, and skips them.
 * @throws Error where the program is needed: a test that is skipped sees no fault
 */
export function hasProgram(
  program: Program,
  { needs = process.env.GATEHOUSE_TEST_NEEDS ?? '', isThere = isUsable, warn = console.warn }: Need = {},
): boolean {
  const needed = needs.split(/\s+/).filter((name) => name !== '');
  const unknown = needed.find((name) => !(name in PROGRAMS));
  if (unknown !== undefined) throw new Error(`GATEHOUSE_TEST_NEEDS names ${unknown}, which no test starts`);
  if (isThere(program)) return true;
  const words = `there is no ${program} here (${PROGRAMS[program]})`;
  if (needed.includes(program)) throw new Error(`${words}, and GATEHOUSE_TEST_NEEDS names it`);
  warn(`skipped: ${words}`);
  return false;
}

const hasAll = (programs: readonly Program[]): boolean =>
  programs.map((program) => hasProgram(program)).every(Boolean);

/** `describe` where the programs are, else `describe.skip`. */
export const describeWith = (...programs: readonly Program[]) =>
  hasAll(programs) ? describe : describe.skip;

/** `it` where the programs are, else `it.skip`. */
export const itWith = (...programs: readonly Program[]) => (hasAll(programs) ? it : it.skip);

/** macOS has another `script`, with other options. */
const isUsable = (program: Program): boolean =>
  programPath(program) !== undefined &&
  (program !== 'script' || spawnSync(program, ['--version']).status === 0);

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
