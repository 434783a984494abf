import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { FileMovedError, OpenFiles } from './open-files.js';

describe('OpenFiles', () => {
  let folder: string;
  let sut: OpenFiles;
  let now: number;
  const at = (name: string) => join(folder, name);
  /** A second later. */
  const check = () => {
    now += 1_000;
    sut.refuseMoved();
  };

  beforeEach(() => {
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-open-'));
    for (const name of ['db', 'db-wal']) writeFileSync(at(name), '');
    sut = new OpenFiles(['db', 'db-wal', 'absent'].map(at));
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  it('refuses while a file was removed or replaced', () => {
    check();
    renameSync(at('db-wal'), at('aside'));
    expect(check).toThrow(/db-wal was removed or replaced while it was open/);
    writeFileSync(at('db-wal'), '');
    expect(check).toThrow(FileMovedError);
    renameSync(at('aside'), at('db-wal'));
    writeFileSync(at('absent'), '');
    check();
  });

  it('checks once a second', () => {
    check();
    rmSync(at('db'));
    sut.refuseMoved();
    expect(check).toThrow(/db was removed/);
    expect(() => sut.refuseMoved()).toThrow(/db was removed/);
  });
});
