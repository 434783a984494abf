/*
 * Builds an extension of this repository and packs it into an npm package:
 * `node scripts/pack-extension.mjs extensions/<name> <folder for the archive>`. Prints the archive's path.
 */
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ROOT } from './npm.mjs';
import { compileIfStale } from './prepare.mjs';
import { fail } from './progress.mjs';

const [extension, destination] = process.argv.slice(2).map((path) => resolve(path));
if (destination === undefined) fail('usage: node scripts/pack-extension.mjs extensions/<name> <folder>', 2);
if (dirname(extension) !== join(ROOT, 'extensions') || !existsSync(join(extension, 'package.json')))
  fail(`${basename(extension)} is no extension of this repository`, 2);

await compileIfStale();
// The module needs packages, which a fresh clone has only after the installation.
const { packExtension } = await import('./bundle/extension.mjs');
console.log(await packExtension(extension, destination));
