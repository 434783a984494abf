import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { projectOfBuild } from './build-packages.mjs';
import { npm, ROOT } from './npm.mjs';
import { linkPinnedNode, nodeToRunOn } from './pinned-node.mjs';

/* Installs the packages of a fresh clone, on any Node >= 20 without any package. */

const LOCK = 'package-lock.json';
/** npm's own record of the installed packages. */
const INSTALLED = 'node_modules/.package-lock.json';
/** Marks a second attempt: packages still missing then are unavailable. */
const TRIED_AGAIN = 'node_modules/.tried-again';
/** Marks packages that are only those of the build. */
const FOR_BUILD = 'node_modules/.for-build';
/** Where the packages of the build are installed first, because npm cannot install a part of a lock file. */
const WORK = join(ROOT, 'build/packages');

const FETCHES_TOLD = '--loglevel=http';

/**
 * Installs the packages of package-lock.json for this machine, unless they are installed.
 * @param isForBuild only those that the build needs; a later call installs the others
 */
export async function install({ isForBuild = false } = {}) {
  const isStale = modifiedAt(join(ROOT, INSTALLED)) < modifiedAt(join(ROOT, LOCK));
  if (isStale && isForBuild) await installForBuild();
  else if (isStale) await installIn(ROOT);
  else if (!isForBuild && existsSync(join(ROOT, FOR_BUILD))) await installOthers();
  else if (!existsSync(join(ROOT, FOR_BUILD))) await installSkipped(ROOT);
  linkPinnedNode();
}

async function installForBuild() {
  rmSync(WORK, { recursive: true, force: true });
  mkdirSync(WORK, { recursive: true });
  const { manifest, lock } = projectOfBuild(ROOT);
  writeFileSync(join(WORK, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(WORK, LOCK), JSON.stringify(lock));
  copyFileSync(join(ROOT, '.npmrc'), join(WORK, '.npmrc'));
  await installIn(WORK);
  writeFileSync(join(WORK, FOR_BUILD), '');
  rmSync(join(ROOT, 'node_modules'), { recursive: true, force: true });
  renameSync(join(WORK, 'node_modules'), join(ROOT, 'node_modules'));
  rmSync(WORK, { recursive: true });
}

async function installOthers() {
  const installed = packagesIn(ROOT, INSTALLED);
  const missing = archivesWanted(ROOT, ([path]) => !installed[path]);
  const args = ['install', '--no-save', FETCHES_TOLD];
  await npm('Installing what only tests and checks need', args, nodeToRunOn(), { expected: missing });
  rmSync(join(ROOT, FOR_BUILD));
}

async function installIn(folder) {
  const expected = archivesWanted(folder);
  await npm('Installing packages', ['ci', FETCHES_TOLD], process.execPath, { expected, folder });
  await installSkipped(folder);
}

/**
 * npm skips optional packages that need a newer Node than its own, such as compilers. By now the pinned Node is there,
 * and npm runs on it.
 */
async function installSkipped(folder) {
  if (!hasSkippedSome(folder)) return;
  const args = ['install', '--no-save', FETCHES_TOLD];
  await npm('Installing what needs a newer Node', args, nodeToRunOn(folder), { folder });
  writeFileSync(join(folder, TRIED_AGAIN), '');
}

/** Epoch milliseconds; 0 for a missing file. */
export function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Whether packages made for this machine are not installed. */
function hasSkippedSome(folder) {
  if (existsSync(join(folder, TRIED_AGAIN))) return false;
  const installed = packagesIn(folder, INSTALLED);
  return Object.entries(packagesIn(folder, LOCK)).some(
    ([path, entry]) => entry.optional && isForThisMachine(entry) && !installed[path],
  );
}

const packagesIn = (folder, file) => JSON.parse(readFileSync(join(folder, file), 'utf8')).packages;

/** How many archives the lock file's packages for this machine have; the same package may be at several paths. */
function archivesWanted(folder, isWanted = () => true) {
  const entries = Object.entries(packagesIn(folder, LOCK)).filter(isWanted);
  const fitting = entries.filter(([, entry]) => entry.resolved && (!entry.os || isForThisMachine(entry)));
  return new Set(fitting.map(([, { resolved }]) => resolved)).size;
}

function isForThisMachine({ os, cpu, libc }) {
  const fits = (wanted, actual) => wanted === undefined || [wanted].flat().includes(actual);
  const { platform, arch } = process;
  return (
    os !== undefined && fits(os, platform) && fits(cpu, arch) && (libc === undefined || fits(libc, ownLibc()))
  );
}

function ownLibc() {
  if (process.platform !== 'linux') return undefined;
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}
