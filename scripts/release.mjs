/*
 * Writes the files of a release: `node scripts/release.mjs vX.Y.Z <folder>`. They are the archive that `npm install` takes,
 * the SBOM, NOTES.md (the version's section of CHANGELOG.md) and SHA256SUMS of the first two. The tag must be the version
 * of package.json, so that no archive says that it is another one.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { ROOT } from './npm.mjs';
import { prepare } from './prepare.mjs';
import { fail } from './progress.mjs';

const [tag, folder] = process.argv.slice(2);
if (folder === undefined) fail('usage: node scripts/release.mjs vX.Y.Z <folder>', 2);
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
if (tag !== `v${version}`) fail(`the tag is ${tag}, and package.json says ${version}`);

await prepare();
// It needs the packages that are installed by now.
const { isAllReleased, releasesIn } = await import('./bundle/releases.mjs');
const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
const entry = releasesIn(changelog).find((each) => each.version === version);
if (entry === undefined) fail(`CHANGELOG.md has no section "## ${version} - <date>"`);
if (isAllReleased(changelog) && entry.migration !== lastMigration())
  fail(`CHANGELOG.md says of ${version} "Database: ${entry.migration}"; it is ${lastMigration()}`);
const release = resolve(folder);
mkdirSync(release, { recursive: true });
const archive = pack(release);
const sbom = `gatehouse-${version}.cdx.json`;
copyFileSync(join(ROOT, 'dist/sbom.cdx.json'), join(release, sbom));
writeFileSync(join(release, 'NOTES.md'), `${entry.notes}\n`);
writeFileSync(
  join(release, 'SHA256SUMS'),
  [archive, sbom].map((name) => `${sha256(name)}  ${name}\n`).join(''),
);

function lastMigration() {
  const names = readdirSync(join(ROOT, 'src/persistence/migrations'));
  return basename(
    names
      .filter((name) => /^\d{4}-.*\.ts$/.test(name))
      .sort()
      .at(-1),
    '.ts',
  );
}

/** @returns the archive's name */
function pack(destination) {
  const args = ['pack', './dist', '--json', '--pack-destination', destination];
  const options = { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' };
  return JSON.parse(execFileSync('npm', args, options))[0].filename;
}

function sha256(name) {
  return createHash('sha256')
    .update(readFileSync(join(release, name)))
    .digest('hex');
}
