/*
 * Writes the files of a release into a folder (`release`):
 * - `npm run release -- [folder]`: of this checkout, for this platform;
 * - `npm run release -- vX.Y.Z [folder] [address]`: of a tag, for every platform whose Node package.json pins. The tag
 *   must be the version of package.json, so that no archive says that it is another one. `address` is where the files
 *   will be, for install.sh.
 * Without the archive of this platform, or with a tag of Linux, it fails and leaves no new SHA256SUMS.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from './npm.mjs';
import { prepare, runToTheEnd } from './prepare.mjs';
import { fail } from './progress.mjs';

const args = process.argv.slice(2);
const tag = /^v\d/.test(args[0] ?? '') ? args.shift() : '';
const [folder = 'release', address = ''] = args;
if (args.length > 2 || folder.startsWith('-'))
  fail('usage: node scripts/release.mjs [vX.Y.Z] [folder] [address]', 2);
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
if (tag && tag !== `v${version}`) fail(`the tag is ${tag}, and package.json says ${version}`);

await prepare({ isForBuild: true });
// It needs the installed packages, and compresses to the same bytes only on the same Node.
runToTheEnd(
  ['scripts/bundle/write-release.mjs', resolve(folder), tag, address],
  'the release is not complete.',
);
