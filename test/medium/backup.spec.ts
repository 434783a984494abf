import { mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { createBackup, restoreBackup, verifyBackup } from '../../src/backup/backups.js';
import { lastBackup, mediaFile, mediaFolderOf, migrateDatabase } from '../../src/persistence/index.js';
import { InstanceLock } from '../../src/persistence/sqlite/instance-lock.js';
import { openBlobs, openDatabase } from '../../src/persistence/open.js';
import { SystemClock } from '../../src/common/index.js';
import type { Environment } from '../../src/config/index.js';
import { ArchiveReader } from '../../src/backup/archive/archive-reader.js';
import { ArchiveWriter } from '../../src/backup/archive/archive-writer.js';
import type { Contents } from '../../src/backup/contents/contents.js';
import {
  backedUp,
  FILE_BYTES,
  FILE_ID,
  fillGateway,
  flipped,
  LOGIN_KEY,
  modesIn,
  STATE_FILES,
} from '../support/backup-world.js';
import { spawnSync } from '../support/programs.js';
import { contents, fill, transferWorld } from '../support/transfer-world.js';

const world = transferWorld();
const PAIRS = [
  ['SQLite', 'SQLite'],
  ['SQLite', 'PostgreSQL'],
  ['PostgreSQL', 'SQLite'],
  ['PostgreSQL', 'PostgreSQL'],
] as const;

const HOST = hostname().replace(/[^\w-]/g, '_');

/** PostgreSQL cannot store NUL; the rows here have none. */
const withoutFiles = ({ media_chunks: _files, ...tables }: Record<string, string[]>) => tables;

async function bytesOfFile(environment: Environment): Promise<Buffer> {
  const db = await openDatabase(environment);
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await openBlobs(db, new SystemClock())).read(FILE_ID)) chunks.push(chunk);
  await db.close();
  return Buffer.concat(chunks);
}

describe.each(PAIRS)('a backup of %s that is restored into %s', (from, to) => {
  it('has every row and file, private to its owner', async () => {
    const source = await world.place(from);
    const file = world.file('all.backup');
    const summary = await backedUp(source, file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(dirname(file))).not.toContainEqual(expect.stringMatching(/partial|verify/));
    expect(summary).toMatchObject({
      outside: [
        { setting: 'gateway.tls.certFile', path: '/elsewhere/cert.pem' },
        { setting: 'agents.list[0].runtime.apiKey.file', path: join(source.stateDir, 'secret-key') },
      ],
      files: ['gatehouse.json', ...Object.keys(STATE_FILES).sort()],
      variables: from === 'SQLite' ? [] : ['DATABASE_URL'],
    });
    expect((await readFile(file)).includes(LOGIN_KEY)).toBe(false);
    const target = await world.place(to);
    await restoreBackup(target, { file });
    expect(withoutFiles(await contents(target))).toEqual(withoutFiles(await contents(source)));
    expect(await bytesOfFile(target)).toEqual(FILE_BYTES);
    for (const [path, text] of Object.entries(STATE_FILES))
      expect(await readFile(join(target.stateDir, path), 'utf8')).toBe(text);
    const config = await readFile(target.configFile, 'utf8');
    const before = await readFile(source.configFile, 'utf8');
    expect(config).toBe(before.replaceAll(source.stateDir, target.stateDir));
    const modes = await modesIn(target.stateDir);
    expect(new Set(Object.values(modes))).toEqual(new Set(['600', '700']));
    expect(Object.keys(modes)).not.toContainEqual(expect.stringMatching(/compile-cache|gateway.json|ndjson/));
    expect(await readdir(dirname(target.stateDir))).not.toContainEqual(expect.stringMatching(/restoring/));
  });
});

it('a backup removes what a killed one left, and nothing else, before it needs the room itself', async () => {
  const source = await world.place('SQLite');
  await fill(source);
  const file = world.file('all.backup');
  const folderOf = (machine: string, pid: number) => `.gatehouse-verify-${machine}-${pid}-aBc123`;
  // Another process of this machine may still need its folder, and what another machine does is not known here.
  const [left, ...others] = [
    folderOf(HOST, deadPid()),
    folderOf(HOST, process.ppid),
    folderOf('other', deadPid()),
  ];
  for (const name of [left, ...others]) await mkdir(join(dirname(file), name));
  await expect(createBackup(source, { file, signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  const found = (await readdir(dirname(file))).filter((name) => name.startsWith('.gatehouse-verify-'));
  expect(found.sort()).toEqual(others.sort());
});

/** The number of a process that has ended. */
function deadPid(): number {
  const { pid, status } = spawnSync('true');
  expect(status).toBe(0);
  return pid;
}

describe.each(['SQLite', 'PostgreSQL'])('a backup of %s', (dialect) => {
  it('is noted as the last one, and is the database at one moment while the gateway runs', async () => {
    const source = await world.place(dialect);
    await fillGateway(source);
    const db = await world.open(source);
    const file = world.file('running.backup');
    const writing: Promise<unknown>[] = [];
    const onProgress = () => {
      if (writing.length === 0)
        writing.push(db.transaction((tx) => db.on(tx).deleteFrom('dead_jobs').execute()));
    };
    const { rows, createdAt } = await createBackup(source, { file, onProgress });
    await Promise.all(writing);
    expect(await lastBackup(source.stateDir)).toEqual({ at: createdAt, file, rows });
    const target = await world.place(dialect);
    await restoreBackup(target, { file });
    expect((await contents(target)).dead_jobs).toHaveLength(1);
  });

  it('leaves nothing when it is interrupted, at whatever step', async () => {
    const source = await world.place(dialect);
    await fillGateway(source);
    const folder = world.file('out');
    await mkdir(folder);
    for (const step of [/^transcript/, /checking/, /test restore of jobs/]) {
      const stop = new AbortController();
      const onProgress = ({ name }: { readonly name: string }) => {
        if (step.test(name)) stop.abort();
      };
      const file = join(folder, 'stopped.backup');
      await expect(createBackup(source, { file, onProgress, signal: stop.signal })).rejects.toThrow();
      expect(await readdir(folder)).toEqual([]);
      expect(stop.signal.aborted).toBe(true);
    }
    expect(await lastBackup(source.stateDir)).toBeUndefined();
  });

  it('leaves nothing when a restore of it is interrupted', async () => {
    const file = world.file('whole.backup');
    await backedUp(await world.place(dialect), file);
    const target = await world.place(dialect);
    const stop = new AbortController();
    const onProgress = ({ name }: { readonly name: string }) => {
      if (name === 'transcript') stop.abort();
    };
    await expect(restoreBackup(target, { file, onProgress, signal: stop.signal })).rejects.toThrow();
    await expect(stat(target.stateDir)).rejects.toThrow('ENOENT');
    expect(await readdir(dirname(file))).not.toContainEqual(expect.stringMatching(/restoring/));
    await restoreBackup(target, { file });
    expect(await bytesOfFile(target)).toEqual(FILE_BYTES);
  });

  it('never replaces a file', async () => {
    const source = await world.place(dialect);
    await fill(source);
    const file = world.file('mine.backup');
    await writeFile(file, 'mine');
    await expect(createBackup(source, { file })).rejects.toThrow('already exists');
    expect(await readFile(file, 'utf8')).toBe('mine');
  });

  it('is not made without a database', async () => {
    const source = await world.place(dialect);
    await mkdir(source.stateDir);
    const file = world.file('none.backup');
    await expect(createBackup(source, { file })).rejects.toThrow(/does not exist|no schema yet/);
    expect(await readdir(dirname(file))).not.toContain('none.backup');
  });
});

describe('verify', () => {
  it('finds a flipped bit at each of 100 places', async () => {
    const file = world.file('whole.backup');
    const { bytes } = await backedUp(await world.place('SQLite'), file);
    const copy = world.file('flipped.backup');
    for (let place = 0; place < 100; place++) {
      const at = Math.floor((place * bytes) / 100) + (place % 7);
      await flipped(file, at, copy);
      const found = await verifyBackup({ file: copy }).catch((error: unknown) => (error as Error).name);
      expect([at, found]).toEqual([at, 'BackupError']);
    }
  });

  it('finds a table and a file of a message that are not those of the source, though the file is whole', async () => {
    const source = await world.place('SQLite');
    const file = world.file('whole.backup');
    await backedUp(source, file);
    const rewritten = async (change: (last: Contents) => object, without = '') => {
      const forged = world.file('forged.backup');
      await rm(forged, { force: true });
      const reader = await ArchiveReader.open(file);
      const writer = await ArchiveWriter.create(forged, reader.about);
      const last = await reader.readAll(async (path, chunks) => {
        if (path !== without) await writer.add(path, chunks);
      });
      await writer.finish(change(last as Contents));
      await Promise.all([reader.close(), writer.close()]);
      return verifyBackup({ file: forged });
    };
    await expect(rewritten((last) => last)).resolves.toMatchObject({ rows: expect.any(Number) });
    const grants = { rows: 1, digest: 'f'.repeat(32) };
    await expect(rewritten((last) => ({ ...last, tables: { ...last.tables, grants } }))).rejects.toThrow(
      'the rows of grants in the file do not match',
    );
    const { grants: _left, ...others } = (await verifyBackup({ file })).tables;
    await expect(rewritten((last) => ({ ...last, tables: others }))).rejects.toThrow('the rows of grants');
    const less = (last: Contents) => ({ ...last, entries: last.entries - 1 });
    await expect(rewritten(less, `media/${FILE_ID}`)).rejects.toThrow('lacks 1 message file');
    await expect(rewritten((last) => last, 'state/admin-token')).rejects.toThrow('files');
    expect(await readdir(dirname(file))).not.toContainEqual(expect.stringMatching(/verify/));
  });
});

describe('a restore', () => {
  it('refuses a state dir that is in use or not empty, and names what it found', async () => {
    const file = world.file('a.backup');
    await backedUp(await world.place('SQLite'), file);
    const used = await world.place('SQLite');
    await fill(used);
    await expect(restoreBackup(used, { file })).rejects.toThrow(
      /is not empty \(gatehouse\.db.*move it aside/,
    );
    const running = await world.place('SQLite');
    await fill(running);
    await world.open(running);
    await expect(restoreBackup(running, { file })).rejects.toThrow('a gateway is running');
  });

  it('refuses a database that has rows, and leaves the state dir as it was', async () => {
    const file = world.file('a.backup');
    await backedUp(await world.place('SQLite'), file);
    const used = await world.place('PostgreSQL');
    await fill(used);
    await mkdir(used.stateDir);
    await expect(restoreBackup(used, { file })).rejects.toThrow('the database is not empty');
    expect(await readdir(used.stateDir)).toEqual([]);
  });

  it.each([
    ['missing', false],
    ['empty', true],
  ])(
    'takes its files back when the database refuses the commit, where the state dir was %s',
    async (_, isThere) => {
      const file = world.file('a.backup');
      await backedUp(await world.place('SQLite'), file);
      const target = await world.place('PostgreSQL');
      if (isThere) await mkdir(target.stateDir);
      await migrateDatabase(target);
      const run = async (statement: string) => {
        const db = await openDatabase(target);
        await sql.raw(statement).execute(db.on());
        await db.close();
      };
      // A deferred trigger is checked by the commit, when all files are in their place.
      await run(`create function refuse() returns trigger language plpgsql as
        'begin raise exception $$no commit today$$; end'`);
      await run(`create constraint trigger refused after insert on grants
        deferrable initially deferred for each row execute function refuse()`);
      await expect(restoreBackup(target, { file })).rejects.toThrow('no commit today');
      const left = await readdir(target.stateDir).catch(
        (error: unknown) => (error as NodeJS.ErrnoException).code,
      );
      expect(left).toEqual(isThere ? [] : 'ENOENT');
    },
  );

  it('fills an empty state dir where it is, as the root of a volume', async () => {
    const file = world.file('a.backup');
    await backedUp(await world.place('SQLite'), file);
    const target = await world.place('SQLite');
    await mkdir(join(target.stateDir, 'lost+found'), { recursive: true });
    const { ino } = await stat(target.stateDir);
    await restoreBackup(target, { file });
    expect((await stat(target.stateDir)).ino).toBe(ino);
    expect(await readdir(target.stateDir)).not.toContainEqual(expect.stringMatching(/restoring/));
    expect(await bytesOfFile(target)).toEqual(FILE_BYTES);
  });
});

describe('a state dir that changes while it is restored', () => {
  const place = async (isThere: boolean) => {
    const file = world.file('a.backup');
    await backedUp(await world.place('SQLite'), file);
    const target = await world.place('SQLite');
    if (isThere) await mkdir(target.stateDir);
    return { file, target };
  };

  it.each([
    ['missing', false],
    ['empty', true],
  ])('is left to the gateway that uses it, where it was %s', async (_, isThere) => {
    const { file, target } = await place(isThere);
    let gateway: InstanceLock | undefined;
    const onProgress = ({ name }: { readonly name: string }) => {
      if (name !== 'transcript' || gateway) return;
      mkdirSync(target.stateDir, { recursive: true });
      gateway = InstanceLock.acquire(join(target.stateDir, 'gatehouse.db.lock'));
    };
    const restored = restoreBackup(target, { file, onProgress });
    await expect(restored).rejects.toThrow(`a gateway is running on ${target.stateDir}`);
    gateway?.release();
    expect(await readdir(target.stateDir)).not.toContainEqual(expect.stringMatching(/token|restoring/));
    expect(await readdir(dirname(target.stateDir))).not.toContainEqual(expect.stringMatching(/restoring/));
  });

  it.each([
    ['missing', false],
    ['empty', true],
  ])('is restored after a killed restore, of which nothing stays, where it was %s', async (_, isThere) => {
    const { file, target } = await place(isThere);
    const name = `restoring-${HOST}-${deadPid()}-aBc123`;
    const left = isThere ? join(target.stateDir, name) : `${target.stateDir}.${name}`;
    await mkdir(left);
    await writeFile(join(left, 'admin-token'), 'gha_owner');
    await restoreBackup(target, { file });
    await expect(stat(left)).rejects.toThrow('ENOENT');
    expect(await bytesOfFile(target)).toEqual(FILE_BYTES);
  });

  it('leaves a shared database empty as well', async () => {
    const { file } = await place(false);
    const target = await world.place('PostgreSQL');
    const onProgress = ({ name }: { readonly name: string }) => {
      if (name === 'transcript') mkdirSync(join(target.stateDir, 'mine'), { recursive: true });
    };
    await expect(restoreBackup(target, { file, onProgress })).rejects.toThrow('is not empty (mine)');
    expect(await readdir(target.stateDir)).toEqual(['mine']);
    const db = await world.open(target);
    expect(await db.on().selectFrom('grants').selectAll().execute()).toEqual([]);
  });

  it('is not restored by two at once', async () => {
    const { file, target } = await place(true);
    await mkdir(join(target.stateDir, 'restoring-another-machine-7-aBc123'));
    await expect(restoreBackup(target, { file })).rejects.toThrow(
      /another restore into .* is running.*delete restoring-another-machine-7-aBc123/,
    );
  });
});

describe('files of messages that are not there', () => {
  it('are named when they were lost before, and counted when they are deleted meanwhile', async () => {
    const source = await world.place('SQLite');
    await fillGateway(source);
    const db = await world.open(source);
    const [gone, lost] = ['a'.repeat(64), 'b'.repeat(64)];
    await db.transaction(async (tx) => {
      for (const id of [gone, lost])
        await db.on(tx).insertInto('media').values({ id, mime_type: 'a/b', bytes: 3, used_at: 1 }).execute();
    });
    const path = mediaFile(mediaFolderOf(join(source.stateDir, 'gatehouse.db')), gone);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'abc');
    let deleting: Promise<unknown> | undefined;
    const onProgress = () => {
      deleting ??= db.transaction(async (tx) => {
        await db.on(tx).deleteFrom('media').where('id', '=', gone).execute();
        await rm(path);
      });
    };
    const file = world.file('lost.backup');
    const { media } = await createBackup(source, { file, onProgress });
    await deleting;
    expect(media).toEqual({
      files: 1,
      bytes: FILE_BYTES.length,
      deleted: 1,
      missing: 1,
      missingIds: [lost],
    });
    await expect(verifyBackup({ file })).resolves.toMatchObject({ media });
  });
});
