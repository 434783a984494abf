import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, ROOT } from './npm.mjs';
import { linkPinnedNode } from './pinned-node.mjs';

/* The packages of a fresh clone, on any Node >= 20 and without any package yet. */

const LOCK = join(ROOT, 'package-lock.json');
/** npm's own note of what it has installed. */
const INSTALLED = join(ROOT, 'node_modules/.package-lock.json');
/** Marks a second try: packages still left out then are not to be had. */
const TRIED_AGAIN = join(ROOT, 'node_modules/.tried-again');

const FETCHES_TOLD = '--loglevel=http';

/** Installs what package-lock.json names for this machine, unless it is there. */
export async function install() {
  if (modifiedAt(INSTALLED) < modifiedAt(LOCK)) await npm('Installing packages', ['ci', FETCHES_TOLD]);
  linkPinnedNode();
  if (!hasSkippedSome()) return;
  // npm leaves out what wants a newer Node than it runs on when it is optional, as compilers are. By now the pinned
  // Node is there, and npm runs on it.
  await npm('Installing what needs a newer Node', ['install', '--no-save', FETCHES_TOLD]);
  linkPinnedNode();
  writeFileSync(TRIED_AGAIN, '');
}

/** Epoch milliseconds; 0 when it is not there. */
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
