import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { programFolder } from '../common/index.js';

/** A channel of ours whose connector is a separate package. */
export interface OfferedPlugin {
  readonly channel: string;
  readonly name: string;
  /** Path within the repository. */
  readonly folder: string;
  /** Environment variables for credentials (DESIGN 6); setting one requests the channel. */
  readonly variable: string;
}

export const OFFERED: readonly OfferedPlugin[] = [
  {
    channel: 'workchat',
    name: '@gatehouse/workchat',
    folder: 'extensions/workchat',
    variable: 'WORKCHAT_APP_ID',
  },
];

/**
 * The package to install: the folder in a git checkout (spec 3-workchat, "Quick setup"), else the package by its name.
 * @param repository the checkout of the program, if it runs from one
 */
export function sourceOf({ name, folder }: OfferedPlugin, repository = join(programFolder(), '..')): string {
  const local = join(repository, folder);
  const isCheckout = existsSync(join(repository, '.git')) && existsSync(join(local, 'package.json'));
  if (!isCheckout) return name;
  return repository === process.cwd() ? `./${folder}` : local;
}

export const installCommand = (source: string): string => `gatehouse plugins install ${source}`;
