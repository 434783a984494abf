import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { librariesOf, requireCommonLibraries } from './libraries.mjs';

const nativeOf = (platform: string) =>
  join(import.meta.dirname, `../../node_modules/better-sqlite3/prebuilds/${platform}.node`);

it.each([
  ['linux-x64', 'ld-linux-x86-64.so.2'],
  ['linux-arm64', 'ld-linux-aarch64.so.1'],
])('a program for %s needs the libraries that its ELF header names', (platform, linker) => {
  const file = nativeOf(platform);
  const needed = ['libstdc++.so.6', 'libm.so.6', 'libc.so.6', linker];
  expect(librariesOf(readFileSync(file)).sort()).toEqual(needed.sort());
  requireCommonLibraries(file);
});

it('a program that needs a library of a package is not for a release', () => {
  const place = mkdtempSync(join(tmpdir(), 'gatehouse-libraries-'));
  try {
    const text = readFileSync(nativeOf('linux-x64'), 'latin1');
    const file = join(place, 'program');
    writeFileSync(file, text.replaceAll('libm.so.6', 'libz.so.1'), 'latin1');
    expect(() => requireCommonLibraries(file)).toThrow(
      `${file} needs libz.so.1, which a bare Linux does not have`,
    );
  } finally {
    rmSync(place, { recursive: true });
  }
});
