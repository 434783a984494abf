import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, ROOT } from './npm.mjs';
import { linkPinnedNode, nodeToRunOn } from './pinned-node.mjs';

/* Installs the packages of a fresh clone, on any Node >= 20 without any package. */

const LOCK = join(ROOT, 'package-lock.json');
/** npm's own record of the installed packages. */
const INSTALLED = join(ROOT, 'node_modules/.package-lock.json');
/** Marks a second attempt: packages still missing then are unavailable. */
const TRIED_AGAIN = join(ROOT, 'node_modules/.tried-again');

const FETCHES_TOLD = '--loglevel=http';

/** Installs the packages of package-lock.json for this machine, unless they are installed. */
export async function install() {
  if (modifiedAt(INSTALLED) < modifiedAt(LOCK))
    await npm('Installing packages', ['ci', FETCHES_TOLD], process.execPath, packagesWanted());
  linkPinnedNode();
  if (!hasSkippedSome()) return;
  // npm skips optional packages that need a newer Node than its own, such as compilers. By now the pinned
  // Node is there, and npm runs on it.
  await npm('Installing what needs a newer Node', ['install', '--no-save', FETCHES_TOLD], nodeToRunOn());
  linkPinnedNode();
  writeFileSync(TRIED_AGAIN, '');
}

/** Epoch milliseconds; 0 for a missing file. */
export function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Whether packages made for this machine are not installed. */
function hasSkippedSome() {
  if (existsSync(TRIED_AGAIN)) return false;
  const installed = packagesIn(INSTALLED);
  return Object.entries(packagesIn(LOCK)).some(
    ([path, entry]) => entry.optional && isForThisMachine(entry) && !installed[path],
  );
}

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** How many of the lock file's packages are for this machine. */
function packagesWanted() {
  const entries = Object.values(packagesIn(LOCK));
  return entries.filter((entry) => entry.resolved && (!entry.os || isForThisMachine(entry))).length;
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
