import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteDatabase } from '../../persistence/sqlite/sqlite-database.js';
import { RateLimitRepository } from './rate-limit.repository.js';

const MINUTE = 60_000;
const NOW = 1_700_000_000_000;

/** PostgreSQL counts by its own clock. */
describe('the windows of a key', () => {
  let folder: string;
  let db: SqliteDatabase;
  let sut: RateLimitRepository;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-windows-'));
    db = await SqliteDatabase.open(join(folder, 'db'));
    sut = new RateLimitRepository(db);
  });
  afterEach(async () => {
    await db.close();
    rmSync(folder, { recursive: true });
  });
  const draw = async (amount: number, now: number) => {
    const wanted = [{ keyId: 'key_1', period: 'minute', amount, lengthMs: MINUTE }];
    const [drawn] = await db.transaction((tx) => sut.draw(tx, wanted, now));
    return [drawn!.hits, drawn!.endsInMs];
  };

  it('count on until they end, and no longer when the clock is set back', async () => {
    expect(await draw(2, NOW)).toEqual([2, MINUTE]);
    expect(await draw(3, NOW + 59_999)).toEqual([5, 1]);
    expect(await draw(1, NOW - 3_600_000)).toEqual([6, MINUTE]);
    expect(await draw(1, NOW - 3_600_000 + MINUTE)).toEqual([1, MINUTE]);
  });
});
