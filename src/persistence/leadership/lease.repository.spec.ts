import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteDatabase } from '../sqlite/sqlite-database.js';
import { LeaseRepository } from './lease.repository.js';

/** Only PostgreSQL has what leases are taken by; they are given back by the same statements everywhere. */
describe('leases that a replica gives back', () => {
  let folder: string;
  let db: SqliteDatabase;
  let sut: LeaseRepository;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-leases-'));
    db = await SqliteDatabase.open(join(folder, 'db'));
    sut = new LeaseRepository(db, 'us');
    const leases = [
      ['upkeep', 'us'],
      ['backup', 'us'],
      ['channel', 'other'],
    ] as const;
    const rows = leases.map(([name, owner]) => ({ name, owner, expires_at: 1 }));
    await db.on().insertInto('leases').values(rows).execute();
  });
  afterEach(async () => {
    await db.close();
    rmSync(folder, { recursive: true });
  });
  const left = async () => {
    const rows = await db.on().selectFrom('leases').select('name').orderBy('name').execute();
    return rows.map(({ name }) => name);
  };

  it('are that one, and none that another replica has taken over', async () => {
    await sut.releaseOne('channel');
    expect(await left()).toEqual(['backup', 'channel', 'upkeep']);
    await sut.releaseOne('upkeep');
    expect(await left()).toEqual(['backup', 'channel']);
  });

  it('are all of ours, and none of another', async () => {
    await sut.release();
    expect(await left()).toEqual(['channel']);
  });
});
