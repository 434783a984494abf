import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { exportDatabase, importDatabase, lastBackup } from '../../src/persistence/index.js';
import { openDatabase } from '../../src/persistence/open.js';
import { contents, fill, transferWorld } from '../support/transfer-world.js';

const { place, exported, file: newFile } = transferWorld();

describe.each(['SQLite', 'PostgreSQL'])('an export of %s', (dialect) => {
  it('has the data of one moment, while the gateway runs', async () => {
    const source = await place(dialect);
    await fill(source);
    const db = await openDatabase(source);
    const file = newFile();
    let isWritten = false;
    const writing: Promise<unknown>[] = [];
    const onProgress = () => {
      if (isWritten) return;
      isWritten = true;
      writing.push(db.transaction((tx) => db.on(tx).deleteFrom('dead_jobs').execute()));
    };
    await exportDatabase(source, { file, force: false, onProgress });
    await Promise.all(writing);
    await db.close();
    const target = await place(dialect);
    await importDatabase(target, { file });
    expect((await contents(target)).dead_jobs).toHaveLength(1);
    expect((await contents(source)).dead_jobs).toHaveLength(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('overwrites a file only with --force, and leaves nothing when it is aborted', async () => {
    const source = await place(dialect);
    await fill(source);
    const file = newFile();
    await writeFile(file, 'mine');
    await expect(exportDatabase(source, { file, force: false })).rejects.toThrow('already exists');
    const stop = new AbortController();
    const stopped = exportDatabase(source, {
      file,
      force: true,
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    await expect(stopped).rejects.toThrow();
    expect(await readFile(file, 'utf8')).toBe('mine');
    await exportDatabase(source, { file, force: true });
    expect((await readFile(file)).length).toBeGreaterThan(1_000);
  });

  it('is noted as the last backup once it is read back, and not when it fails', async () => {
    const source = await place(dialect);
    await fill(source);
    const file = newFile();
    const stop = new AbortController();
    const onProgress = ({ isReadBack }: { readonly isReadBack: boolean }) => {
      if (isReadBack) stop.abort();
    };
    const stopped = exportDatabase(source, { file, force: false, signal: stop.signal, onProgress });
    await expect(stopped).rejects.toThrow();
    expect(await readdir(dirname(file))).not.toContainEqual(expect.stringMatching(/export/));
    expect(await lastBackup(source.stateDir)).toBeUndefined();
    const { rows, created_at } = await exportDatabase(source, { file, force: false });
    expect(await lastBackup(source.stateDir)).toEqual({ at: created_at, file, rows });
  });

  it('fails without a database', async () => {
    const source = await place(dialect);
    await expect(exported(source)).rejects.toThrow(/does not exist|no schema yet/);
  });
});
