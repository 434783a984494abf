import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireArchives, writeSums } from './complete.mjs';

const own = { platform: process.platform, arch: process.arch };
const x64 = { platform: 'linux', arch: 'x64' };
const arm64 = { platform: 'linux', arch: 'arm64' };
const mac = { platform: 'darwin', arch: 'arm64' };

it.each([
  ['a published release without linux-x64', true, [arm64, mac], 'linux-x64'],
  ['a published release without linux-arm64', true, [x64, mac], 'linux-arm64'],
  ['a published release without archives', true, [], 'linux-x64 and linux-arm64'],
  ['one of a checkout without its platform', false, [], `${own.platform}-${own.arch}`],
])('%s is not complete', (_, isPublished, platforms, missing) => {
  expect(() => requireArchives(isPublished, platforms)).toThrow(`the release has no archive for ${missing}`);
});

it('other platforms are optional, and a checkout needs only its own', () => {
  requireArchives(true, [x64, arm64]);
  requireArchives(false, [own]);
});

it('SHA256SUMS names the files of a release, and those of earlier ones that are still there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-sums-'));
  try {
    const sums = join(folder, 'SHA256SUMS');
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return `${createHash('sha256').update(text).digest('hex')}  ${name}\n`;
    };
    const [installer, first] = [write('install.sh', 'one'), write('gatehouse-0.0.1.tgz', 'first')];
    writeSums(folder, ['install.sh', 'gatehouse-0.0.1.tgz']);
    expect(readFileSync(sums, 'utf8')).toBe(first + installer);

    writeFileSync(sums, `${'0'.repeat(64)}  gone.tgz\n${first}${installer}`);
    const [changed, second] = [write('install.sh', 'two'), write('gatehouse-0.0.2.tgz', 'second')];
    writeSums(folder, ['install.sh', 'gatehouse-0.0.2.tgz']);
    expect(readFileSync(sums, 'utf8')).toBe(first + second + changed);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
