import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from '../../test/support/programs.js';
import { writeTar } from './tar.mjs';

describe('an archive of a release', () => {
  let place: string;
  beforeEach(() => (place = mkdtempSync(join(tmpdir(), 'gatehouse-tar-'))));
  afterEach(() => rmSync(place, { recursive: true }));

  const LONG = `${'folder-with-a-name/'.repeat(8)}file`;

  async function archive(name: string, mode: number, seconds: number): Promise<string> {
    const folder = join(place, name);
    mkdirSync(join(folder, 'bin'), { recursive: true });
    mkdirSync(join(folder, LONG, '..'), { recursive: true });
    const files = { 'bin/run': '#!/bin/sh\necho runs', [LONG]: 'x'.repeat(512), empty: '' };
    for (const [file, text] of Object.entries(files)) {
      writeFileSync(join(folder, file), text);
      chmodSync(join(folder, file), mode);
      utimesSync(join(folder, file), seconds, seconds);
    }
    const written = join(place, `${name}.tar.gz`);
    await writeTar(folder, written, ['bin/run']);
    return written;
  }

  it('has the same bytes whatever the times and modes of the files are', async () => {
    const [one, other] = [await archive('one', 0o600, 1_000_000), await archive('other', 0o777, 2_000_000)];
    expect(readFileSync(one).equals(readFileSync(other))).toBe(true);
  });

  it('is unpacked by tar as it was, and its programs run', async () => {
    const written = await archive('one', 0o600, 1_000_000);
    const target = join(place, 'target');
    mkdirSync(target);
    execFileSync('tar', ['-xzf', written, '-C', target]);
    expect(execFileSync(join(target, 'bin/run'), [], { encoding: 'utf8' })).toBe('runs\n');
    expect([LONG, 'empty'].map((file) => readFileSync(join(target, file), 'utf8'))).toEqual([
      'x'.repeat(512),
      '',
    ]);
  });

  it('refuses a path that its format cannot have', async () => {
    mkdirSync(join(place, 'deep'));
    writeFileSync(join(place, 'deep', 'x'.repeat(101)), '');
    await expect(writeTar(join(place, 'deep'), join(place, 'a.tar.gz'), [])).rejects.toThrow('too long');
  });
});
