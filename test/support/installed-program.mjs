import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Packs a build and installs it, as described in docs/operations/running.md. No dependencies.
 * @param dist the build
 * @param folder the working folder
 * @param env environment of npm
 * @returns the archive, and the folder of the installed program
 */
export function installProgram(dist, folder, env) {
  const npm = (...args) => execFileSync('npm', args, { cwd: folder, env, encoding: 'utf8' });
  const archive = join(folder, npm('pack', dist, '--silent').trim());
  const place = join(folder, 'program');
  mkdirSync(place);
  // Without it npm looks for a project in the parent folders.
  writeFileSync(join(place, 'package.json'), '{}');
  npm('install', '--prefix', place, archive);
  return { archive, program: join(place, 'node_modules/gatehouse') };
}
