import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LogSync } from './log-sync.js';

describe('LogSync', () => {
  let folder: string;
  let sut: LogSync;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-log-'));
    sut = new LogSync(join(folder, 'log'));
  });
  afterEach(() => {
    sut.close();
    rmSync(folder, { recursive: true });
  });

  it('is under way until the log is on disk', async () => {
    writeFileSync(join(folder, 'log'), 'frames');
    expect(sut.underWay).toBeUndefined();
    const synced = sut.sync();
    const { underWay } = sut;
    expect(underWay).toBeInstanceOf(Promise);
    await Promise.all([synced, underWay]);
    expect(sut.underWay).toBeUndefined();
    sut.refuseFailed();
  });

  it("refuses for good after a failure, because the disk's content is then unknown", async () => {
    await expect(sut.sync()).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC', cause: { code: 'ENOENT' } });
    writeFileSync(join(folder, 'log'), 'frames');
    const said = /log could not be flushed to disk; .*ENOENT/;
    expect(() => sut.refuseFailed()).toThrow(said);
    expect((await sut.failed).message).toMatch(said);
    expect(sut.underWay).toBeUndefined();
  });
});
