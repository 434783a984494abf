import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFile } from '../support/programs.js';

const ROOT = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'release-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const release = (tag: string) =>
  execFile(process.execPath, [join(ROOT, 'scripts/release.mjs'), tag, folder], { cwd: ROOT });

it('a release has an archive, an SBOM, their checksums and the notes of its version', async () => {
  await release(`v${version}`);
  const archive = `gatehouse-${version}.tgz`;
  const sbom = `gatehouse-${version}.cdx.json`;
  expect(readdirSync(folder).sort()).toEqual(['NOTES.md', 'SHA256SUMS', sbom, archive].sort());
  const sum = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toBe(
    `${sum(archive)}  ${archive}\n${sum(sbom)}  ${sbom}\n`,
  );
  const notes = readFileSync(join(folder, 'NOTES.md'), 'utf8');
  expect(notes).toContain('### Added');
  expect(notes).not.toMatch(/^## /m);
  expect(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')).toContain(notes);
}, 60_000);

it('a tag that is not the version of package.json makes no release', async () => {
  await expect(release('v99.0.0')).rejects.toMatchObject({
    code: 1,
    stderr: `the tag is v99.0.0, and package.json says ${version}\n`,
  });
  expect(readdirSync(folder)).toEqual([]);
});
