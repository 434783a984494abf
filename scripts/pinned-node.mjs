import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from './npm.mjs';
import { fail } from './progress.mjs';

/* The Node that package.json pins: an optional package for each platform. Without dependencies. */

const LINK = join(ROOT, 'node_modules/.bin/node');
const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const [WANTED] = Object.values(optionalDependencies);

/**
 * The pinned Node; where the registry has none that runs here (for example on musl), our own if it is new enough.
 * @param folder with the node_modules to look in
 */
export function nodeToRunOn(folder = ROOT) {
  const pinned = pinnedNode(folder);
  if (pinned && spawnSync(pinned, ['--version']).status === 0) return pinned;
  if (major(process.versions.node) >= major(WANTED)) return process.execPath;
  return fail(
    `For ${process.platform} on ${process.arch} the npm registry has no Node that runs here: ` +
      `install Node ${major(WANTED)} or later; this is Node ${process.versions.node}.`,
  );
}

/**
 * Creates the link for `npm run`, which looks there first. npm up to 10 creates it, then removes it with the packages
 * of other platforms, which would have created the same link.
 */
export function linkPinnedNode() {
  const pinned = pinnedNode(ROOT);
  if (!pinned || process.platform === 'win32' || existsSync(LINK)) return;
  mkdirSync(dirname(LINK), { recursive: true });
  symlinkSync(relative(dirname(LINK), pinned), LINK);
}

export const major = (version) => Number.parseInt(version, 10);

function pinnedNode(folder) {
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const places = Object.keys(optionalDependencies).map((name) =>
    join(folder, 'node_modules', name, 'bin', program),
  );
  return places.find((place) => existsSync(place));
}
