// The end of a release: install.sh takes only what SHA256SUMS names, so a release that lacks something has none.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param isPublished whether others install it: they need both Linux archives, a checkout only that of its own machine
 * @param platforms those with an archive, as `platformsOf` describes them
 * @throws Error for a release that must not be published, whatever an archive is missing for
 */
export function requireArchives(isPublished, platforms) {
  const there = platforms.map(({ platform, arch }) => `${platform}-${arch}`);
  const needed = isPublished ? ['linux-x64', 'linux-arm64'] : [`${process.platform}-${process.arch}`];
  const missing = needed.filter((each) => !there.includes(each));
  if (missing.length > 0) throw new Error(`the release has no archive for ${missing.join(' and ')}`);
}

/**
 * Writes SHA256SUMS; earlier releases in the folder keep their lines.
 * @param written names of this release's files
 */
export function writeSums(folder, written) {
  const file = join(folder, 'SHA256SUMS');
  const before = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const there = new Set(readdirSync(folder));
  const kept = before.filter((line) => {
    const name = line.slice(66);
    return there.has(name) && !written.includes(name);
  });
  const sums = written.map((name) => `${sha256(join(folder, name))}  ${name}`);
  writeFileSync(file, `${[...kept, ...sums].sort(byName).join('\n')}\n`);
}

function byName(one, other) {
  return one.slice(66) < other.slice(66) ? -1 : 1;
}

function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
