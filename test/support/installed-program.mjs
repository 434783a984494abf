import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Packs a build and installs it, as docs/operations/running.md tells. No dependencies.
 * @param dist the build
 * @param folder to work in
 * @param env environment of npm
 * @returns the archive, and the folder of the installed program
 */
export function installProgram(dist, folder, env) {
  const npm = (...args) => execFileSync('npm', args, { cwd: folder, env, encoding: 'utf8' });
  const archive = join(folder, npm('pack', dist, '--silent').trim());
  const place = join(folder, 'program');
  mkdirSync(place);
  // Else npm looks for a project in the folders above.
  writeFileSync(join(place, 'package.json'), '{}');
  npm('install', '--prefix', place, archive);
  return { archive, program: join(place, 'node_modules/gatehouse') };
}
