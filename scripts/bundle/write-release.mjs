/*
 * The files of a release, for scripts/release.mjs: for each platform the archive that install.sh takes, the archive
 * for `npm install`, the SBOM, the feed, install.sh, NOTES.md (the version's section of CHANGELOG.md) and SHA256SUMS.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { latestMigration } from '../../build/src/persistence/migrations/index.js';
import { requireArchives, writeSums } from './complete.mjs';
import { requireCommonLibraries } from './libraries.mjs';
import { copyNode, platformsOf } from './platforms.mjs';
import { isAllReleased, releasesIn } from './releases.mjs';
import { withNodes } from './sbom.mjs';
import { writeTar } from './tar.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const DIST = join(ROOT, 'dist');
const PREBUILDS = 'packages/better-sqlite3/prebuilds';
const [release, tag, address] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(join(DIST, 'package.json'), 'utf8'));
const migration = latestMigration();

const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
const entry = releasesIn(changelog).find((each) => each.version === version);
if (tag) requireEntry();
mkdirSync(release, { recursive: true });
const installer = readFileSync(join(ROOT, 'deploy/install.sh'), 'utf8').replace(
  "FEED_OF_RELEASE=''",
  `FEED_OF_RELEASE='${addressOf(address)}'`,
);
const written = ['install.sh', 'releases.json', `gatehouse-${version}.cdx.json`];
writeFileSync(join(release, 'install.sh'), installer, { mode: 0o755 });
copyFileSync(join(DIST, 'releases.json'), join(release, 'releases.json'));
if (entry) writeFileSync(join(release, 'NOTES.md'), `${entry.notes}\n`);
written.push(pack());
const platforms = [];
for (const platform of wantedPlatforms()) {
  const archive = await archiveFor(platform);
  if (!archive) continue;
  platforms.push(platform);
  written.push(archive);
}
requireArchives(Boolean(tag), platforms);
writeFileSync(
  join(release, `gatehouse-${version}.cdx.json`),
  await withNodes(readFileSync(join(DIST, 'sbom.cdx.json'), 'utf8'), platforms),
);
writeSums(release, written);

/** What a published release must say about itself. */
function requireEntry() {
  if (entry === undefined) throw new Error(`CHANGELOG.md has no section "## ${version} - <date>"`);
  if (isAllReleased(changelog) && entry.migration !== migration)
    throw new Error(`CHANGELOG.md says of ${version} "Database: ${entry.migration}"; it is ${migration}`);
}

/** It is written into a script. */
function addressOf(text) {
  if (text === '' || /^https:\/\/[\w.:/%~-]+$/.test(text)) return text;
  throw new Error(`not an https address of files: ${text}`);
}

function wantedPlatforms() {
  const all = platformsOf(ROOT);
  if (tag) return all;
  const own = all.filter(({ platform, arch }) => platform === process.platform && arch === process.arch);
  if (own.length === 0)
    console.error(`package.json pins no Node for ${process.platform} on ${process.arch}: no archive for it`);
  return own;
}

/** @returns the archive's name; undefined where the registry has no Node for the platform, or only one with holes */
async function archiveFor(platform) {
  const { name, node, version: nodeVersion, holes } = platform;
  if (holes)
    return void console.error(`no archive for ${name}: ${holes}. package.json pins no later ${node}.`);
  const work = mkdtempSync(join(release, '.archive-'));
  try {
    const top = join(work, `gatehouse-${version}`);
    if (!copyNode(platform, join(top, 'node')))
      return void console.error(`no archive for ${name}: the registry has no ${node} ${nodeVersion}`);
    fill(top, platform);
    const archive = `gatehouse-${version}-${name}.tar.gz`;
    const programs = ['bin/gatehouse', 'install.sh', `node/${platform.bin}`, 'app/dist/cli.js'];
    await writeTar(
      work,
      join(release, archive),
      programs.map((file) => `gatehouse-${version}/${file}`),
    );
    console.error(archive);
    return archive;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Everything beside Node. */
function fill(top, { name, platform, arch, bin }) {
  const native = `${platform}-${arch}.node`;
  const isWanted = (file) => !file.includes(join(PREBUILDS, '/')) || file.endsWith(native);
  cpSync(DIST, join(top, 'app/dist'), { recursive: true, filter: isWanted });
  const database = join(top, 'app/dist', PREBUILDS, native);
  if (!existsSync(database)) throw new Error(`better-sqlite3 has no ${native}`);
  if (platform === 'linux')
    for (const each of [join(top, 'node', bin), database]) requireCommonLibraries(each);
  const launchers = platform === 'win32' ? ['gatehouse', 'gatehouse.cmd'] : ['gatehouse'];
  mkdirSync(join(top, 'bin'));
  for (const each of launchers) copyFileSync(join(ROOT, 'deploy/launcher', each), join(top, 'bin', each));
  copyFileSync(join(ROOT, 'LICENSE'), join(top, 'LICENSE'));
  writeFileSync(join(top, 'install.sh'), installer);
  writeFileSync(join(top, 'VERSION'), `${version}\n`);
  const [os] = name.split('-');
  writeFileSync(join(top, 'release.json'), `${JSON.stringify({ version, os, arch, migration }, null, 2)}\n`);
}

/** The archive for `npm install`. @returns its name */
function pack() {
  const args = ['pack', './dist', '--json', '--pack-destination', release];
  const options = { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' };
  return JSON.parse(execFileSync('npm', args, options))[0].filename;
}
