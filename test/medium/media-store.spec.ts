import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { jest } from '@jest/globals';
import { MediaConfig } from '../../src/config/index.js';
import { MediaStore, MediaStoreFullError } from '../../src/media/index.js';
import { MediaRepository } from '../../src/media/store/media.repository.js';
import type { Blobs, Database, Tx } from '../../src/persistence/index.js';
import { openBlobs } from '../../src/persistence/open.js';
import { SqliteDatabase } from '../../src/persistence/sqlite/sqlite-database.js';
import { deliveryOf } from '../support/event-rows.js';
import { DATABASES, type TestDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';

/** The prototype of all open files. */
async function fileHandle(): Promise<FileHandle> {
  const handle = await open(import.meta.filename, 'r');
  await handle.close();
  return Object.getPrototypeOf(handle) as FileHandle;
}

/** The first half of a deletion, between which and the second another process may use a file. */
interface Deletion {
  readonly unneeded: (tx: Tx, before: number, limit: number) => Promise<string[]>;
}

const HOUR_MS = 3_600_000;
const BYTES = randomBytes(1_500_000);
const OTHER_BYTES = randomBytes(1_000_000);
const ID = createHash('sha256').update(BYTES).digest('hex');

describe.each(DATABASES)('the media store on %s', (_, openDatabase) => {
  let database: TestDatabase;
  let clock: FakeClock;
  let blobs: Blobs;
  let repository: MediaRepository;
  let sut: MediaStore;

  beforeEach(async () => {
    database = await openDatabase();
    clock = new FakeClock(Date.now());
    blobs = await openBlobs(database.db, clock);
    repository = new MediaRepository(database.db, blobs, new MediaConfig());
    sut = new MediaStore(blobs, repository, clock);
  });
  afterEach(async () => {
    await blobs.settled();
    await database.close();
  });

  const chunks = () => database.db.on().selectFrom('media_chunks').select('media_id').execute();
  const folder = () => join(dirname((database.db as SqliteDatabase).file), 'media');
  const files = () =>
    database.db instanceof SqliteDatabase
      ? readdirSync(folder(), { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
      : [];
  const inPieces = async function* (pieces: readonly Uint8Array[], end?: Error) {
    yield* pieces;
    if (end) throw end;
  };
  const forget = async () => {
    await database.db.transaction((tx) => repository.deleteOlderThan(tx, clock.now() - HOUR_MS, 16));
    await blobs.settled();
  };

  it('finishes the deletions that a crash cut off behind their commit, and no others', async () => {
    const kept = await sut.store(Buffer.from('kept'));
    await sut.store(BYTES);
    // As a process that was killed leaves them: the row is gone, its bytes are not.
    await database.db.on().deleteFrom('media').where('id', '=', ID).execute();
    await blobs.finishRemoving();
    if (database.db instanceof SqliteDatabase) expect(files().map(({ name }) => name)).toEqual([kept.id]);
    else expect(new Set((await chunks()).map((each) => each.media_id))).toContain(kept.id);
  });

  it('stores equal bytes once, in whatever pieces they come, and reads any part of them', async () => {
    const pieces = Array.from({ length: 15 }, (_each, n) => BYTES.subarray(n * 100_000, (n + 1) * 100_000));
    const [one, other] = await Promise.all([sut.store(BYTES), sut.store(inPieces(pieces))]);
    expect(one).toEqual({ id: ID, mimeType: 'application/octet-stream', bytes: BYTES.length });
    expect(other).toEqual(one);
    const kept = (await sut.open(ID))!;
    for (const [from, to] of [
      [0, BYTES.length],
      [524_287, 524_290],
      [1_499_999, 1_500_000],
      [7, 7],
    ] as const)
      expect(BYTES.subarray(from, to).equals(await buffer(kept.read({ from, to })))).toBe(true);
    expect(BYTES.equals(await buffer(kept.read()))).toBe(true);
    const empty = await sut.store(new Uint8Array());
    expect((await buffer((await sut.open(empty.id))!.read())).length).toBe(0);
    expect(await sut.load(ID, BYTES.length - 1)).toBeUndefined();
    if (database.db.dialect === 'sqlite') expect([files().length, await chunks()]).toEqual([2, []]);
    else expect(new Set((await chunks()).map(({ media_id }) => media_id))).toEqual(new Set([ID]));
  });

  it('stores nothing of a file that is too large, breaks off, or finds no room on the disk', async () => {
    await expect(sut.store(inPieces([BYTES, BYTES]), { maxBytes: 2_999_999 })).rejects.toThrow('larger than');
    await expect(sut.store(inPieces([BYTES], new Error('cut')))).rejects.toThrow('cut');
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const write = jest.spyOn(await fileHandle(), 'write').mockRejectedValue(full);
    if (database.db.dialect === 'sqlite') await expect(sut.store(BYTES)).rejects.toThrow(MediaStoreFullError);
    write.mockRestore();
    expect([files(), await chunks(), await sut.open(ID)]).toEqual([[], [], undefined]);
    await sut.store(BYTES);
    expect(await sut.open(ID)).toBeDefined();
  });

  const storeOf = (maxTotalMb: number) => {
    const config = Object.assign(new MediaConfig(), { maxTotalMb });
    return new MediaStore(blobs, new MediaRepository(database.db, blobs, config), clock);
  };

  it('keeps a file that a delivery needs, also for want of room, until it is sent', async () => {
    const full = storeOf(2);
    await full.store(BYTES);
    const place = { channel: 'c', account: 'a', conversation_id: 'x', content: '{}', created_at: 1 };
    const delivery = { id: 'd', ...place, attempts: 1, failures: 1, state: 'dead' as const, media_id: ID };
    const write = (work: (db: ReturnType<Database['on']>) => Promise<unknown>) =>
      database.db.transaction((tx) => work(database.db.on(tx)));
    await write((db) => db.insertInto('deliveries').values(delivery).execute());
    clock.advance(2 * HOUR_MS);
    await forget();
    await expect(full.store(OTHER_BYTES)).rejects.toThrow(MediaStoreFullError);
    expect(await sut.open(ID)).toBeDefined();
    await write((db) => db.updateTable('deliveries').set({ state: 'sent' }).execute());
    await full.store(OTHER_BYTES);
    expect(await sut.open(ID)).toBeUndefined();
  });

  it('stores nothing of a file for which maxTotalMb leaves no room', async () => {
    const full = storeOf(1);
    await expect(full.store(BYTES)).rejects.toThrow(MediaStoreFullError);
    expect([files(), await chunks(), await sut.open(ID)]).toEqual([[], [], undefined]);
  });

  it('deletes unused files after an hour, and keeps those stored again or held', async () => {
    await sut.store(BYTES);
    const held = await sut.store(Buffer.from('held'));
    await sut.hold(held.id, clock.now() + 5 * HOUR_MS);
    await sut.hold(held.id, clock.now());
    clock.advance(HOUR_MS);
    await sut.store(BYTES);
    clock.advance(HOUR_MS);
    await forget();
    expect(await sut.open(ID)).toBeDefined();
    clock.advance(1);
    // The file is received again while it is being deleted.
    await Promise.all([forget(), sut.store(BYTES)]);
    expect(BYTES.equals((await sut.load(ID, Infinity))!)).toBe(true);
    clock.advance(HOUR_MS + 1);
    await forget();
    expect(await sut.open(ID)).toBeUndefined();
    await eventually(() => files().length <= 1, { what: 'the file’s end' });
    expect((await sut.load(held.id, 4))?.length).toBe(4);
    clock.advance(5 * HOUR_MS);
    await forget();
    expect([await sut.open(held.id), await chunks()]).toEqual([undefined, []]);
    expect(await sut.hold(held.id, clock.now())).toBe(false);
  });

  it.each(['queued', 'unknown', 'dead'] as const)(
    'keeps the file of a delivery that is %s, and not of one that is sent',
    async (state) => {
      const { id } = await sut.store(Buffer.from('to be sent'));
      const on = () => database.db.on();
      await on()
        .insertInto('deliveries')
        .values({ ...deliveryOf('a file'), media_id: id, state })
        .execute();
      clock.advance(HOUR_MS + 1);
      await forget();
      expect(await sut.open(id)).toBeDefined();
      await on().updateTable('deliveries').set({ state: 'sent' }).execute();
      await forget();
      expect(await sut.open(id)).toBeUndefined();
    },
  );

  it('keeps a file that is stored again while its deletion is decided', async () => {
    await sut.store(BYTES);
    clock.advance(HOUR_MS + 1);
    const deletion = repository as unknown as Deletion;
    const decide = deletion.unneeded.bind(repository);
    jest.spyOn(deletion, 'unneeded').mockImplementationOnce(async (tx, before, limit) => {
      const ids = await decide(tx, before, limit);
      expect([ids, await repository.use(tx, ID, clock.now())]).toEqual([[ID], true]);
      return ids;
    });
    await forget();
    expect(deletion.unneeded).toHaveBeenCalled();
    expect(await buffer((await sut.open(ID))!.read())).toEqual(BYTES);
  });

  it('deletes the remains of a crash, and nothing else', async () => {
    await sut.store(BYTES);
    const before = (await chunks()).length;
    const killed = await openBlobs(database.db, clock);
    await killed.stage(inPieces([Buffer.from('came in, and nobody named it')]));
    if (database.db.dialect === 'sqlite') {
      const named = join(folder(), ID.slice(0, 2), `${ID.slice(0, 2)}never-recorded`);
      writeFileSync(named, 'x');
      const elsewhere = join(dirname(folder()), 'elsewhere');
      for (const each of [elsewhere, join(folder(), 'new', 'a folder')]) {
        mkdirSync(each);
        writeFileSync(join(each, 'not ours'), 'x');
      }
      symlinkSync(elsewhere, join(folder(), 'zz'));
      const old = new Date(clock.now() - 2 * HOUR_MS);
      utimesSync(join(elsewhere, 'not ours'), old, old);
      utimesSync(join(folder(), 'new', 'a folder'), old, old);
      for (const { parentPath, name } of files()) utimesSync(join(parentPath, name), old, old);
      const ours = files().filter(({ name }) => ![basename(named), 'not ours'].includes(name));
      const modes = ours.map(({ parentPath, name }) => statSync(join(parentPath, name)).mode & 0o777);
      expect(modes).toEqual([0o600, 0o600]);
      expect(statSync(folder()).mode & 0o777).toBe(0o700);
    } else clock.advance(2 * HOUR_MS);
    expect(await blobs.sweep(clock.now() - HOUR_MS)).toBe(database.db.dialect === 'sqlite' ? 2 : 1);
    expect((await chunks()).length).toBe(before);
    if (database.db.dialect === 'sqlite') {
      expect(readdirSync(join(folder(), 'zz'))).toEqual(['not ours']);
      expect(readdirSync(join(folder(), 'new'))).toEqual(['a folder']);
    }
    expect(BYTES.equals((await sut.load(ID, Infinity))!)).toBe(true);
  });
});
