import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Kysely } from 'kysely';
import { importDatabase, migrateDatabase } from '../../src/persistence/index.js';
import { migrateUp } from '../../src/persistence/migrations/index.js';
import { openDatabase } from '../../src/persistence/open.js';
import { kyselyOn, openFile } from '../../src/persistence/sqlite/open-file.js';
import { requestOf } from '../support/event-rows.js';
import { contents, fill, transferWorld } from '../support/transfer-world.js';

const { place, exported, file: newFile } = transferWorld();

/** Created once, since that takes longer than most tests. */
let whole: Buffer | undefined;

/** An export of a database with something in every table. */
async function wholeExport(): Promise<Buffer> {
  if (whole) return whole;
  const source = await place('SQLite');
  await fill(source);
  return (whole = await readFile(await exported(source)));
}

describe.each(['SQLite', 'PostgreSQL'])('an import into %s', (dialect) => {
  /** A file with changed lines. */
  async function changed(change: (lines: string[]) => string[]): Promise<string> {
    const lines = gunzipSync(await wholeExport())
      .toString()
      .trimEnd()
      .split('\n');
    const file = newFile('changed.gz');
    await writeFile(file, gzipSync(`${change(lines).join('\n')}\n`));
    return file;
  }
  async function refusesAndStaysEmpty(file: string, reason: RegExp): Promise<void> {
    const target = await place(dialect);
    await expect(importDatabase(target, { file })).rejects.toThrow(reason);
    await migrateDatabase(target);
    expect(Object.values(await contents(target)).flat()).toEqual([]);
  }

  it('refuses a database that is not empty or in use', async () => {
    const [file, target] = [newFile('whole.gz'), await place(dialect)];
    await writeFile(file, await wholeExport());
    await migrateDatabase(target);
    const running = await openDatabase(target);
    await running.ping();
    await expect(importDatabase(target, { file })).rejects.toThrow(/another Gatehouse|a gateway is running/);
    await running.close();
    await importDatabase(target, { file });
    await expect(importDatabase(target, { file })).rejects.toThrow('is not empty');
  });

  it('accepts the file of an older release, unless the schema is newer', async () => {
    const [source, target, past] = [await place('SQLite'), await place(dialect), await place(dialect)];
    await mkdir(source.stateDir);
    const old = kyselyOn(openFile(join(source.stateDir, 'gatehouse.db')));
    await migrateUp(old as Kysely<unknown>, '0035-answers-of-operators');
    for (const at of [2_000, 1_000])
      await old
        .insertInto('pairing_requests')
        .values(requestOf(`at ${at}`, at))
        .execute();
    await old
      .insertInto('audit_log')
      .values({ at: 1, actor: 'a', action: 'b', subject: 'c', details: '{}' })
      .execute();
    await old.destroy();
    const file = await exported(source);
    await importDatabase(target, { file });
    expect((await migrateDatabase(target)).applied).toEqual([]);
    const { audit_log, pairing_requests } = await contents(target);
    expect(audit_log).toHaveLength(1);
    // The numbers are kept.
    expect(
      pairing_requests!.map((row) => /\["sender_id","(.+?)"\].*\["seq",(\d+)\]/.exec(row)?.slice(1)),
    ).toEqual([
      ['at 1000', '2'],
      ['at 2000', '1'],
    ]);
    await migrateDatabase(past);
    await expect(importDatabase(past, { file })).rejects.toThrow('import into one without a schema');
  });

  it('refuses a file that lacks a row', async () => {
    const file = await changed((lines) => lines.filter((line) => !line.startsWith('[1000,"t999"')));
    await refusesAndStaysEmpty(file, /999 of 1000 rows of transcript/);
  });

  it('refuses a file without its end', async () => {
    await refusesAndStaysEmpty(await changed((lines) => lines.slice(0, -1)), /it is cut off/);
  });

  it('refuses a file that was cut off', async () => {
    const file = await changed((lines) => lines);
    await writeFile(file, (await readFile(file)).subarray(0, -2_000));
    await refusesAndStaysEmpty(file, /is damaged/);
  });

  it('refuses malformed rows', async () => {
    const file = await changed((lines) => lines.map((line) => (line.startsWith('["g"') ? '["g"]' : line)));
    await refusesAndStaysEmpty(file, /malformed rows of grants/);
  });

  it('refuses the file of a newer release', async () => {
    const file = await changed(([header = '', ...lines]) => [
      header.replace(/"migration":"\d+/, '"migration":"9999'),
      ...lines,
    ]);
    await refusesAndStaysEmpty(file, /newer release/);
  });

  it('refuses a file that is not an export', async () => {
    const file = newFile('other');
    await writeFile(file, 'hello');
    await refusesAndStaysEmpty(file, /is damaged, or not a Gatehouse export/);
    await writeFile(file, gzipSync('{"hello": "world"}\n'));
    await refusesAndStaysEmpty(file, /is not a Gatehouse export/);
    await refusesAndStaysEmpty(newFile('none'), /cannot be read \(ENOENT\)/);
  });
});
