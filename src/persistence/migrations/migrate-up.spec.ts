import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import SqliteHandle from 'better-sqlite3';
import type { Kysely } from 'kysely';
import { kyselyOn } from '../sqlite/open-file.js';
import { latestMigration, migrateUp, MIGRATIONS } from './index.js';

describe('a migration', () => {
  const names = Object.keys(MIGRATIONS);
  const logged = jest.spyOn(Logger.prototype, 'log').mockReturnValue();
  afterEach(() => logged.mockClear());
  afterAll(() => logged.mockRestore());
  const migrated = async (upTo: string): Promise<Kysely<unknown>> => {
    const db = kyselyOn(new SqliteHandle(':memory:')) as Kysely<unknown>;
    await migrateUp(db, upTo);
    return db;
  };

  it('is logged with its name and the number of migrations', async () => {
    const db = await migrated(names[0]!);
    await migrateUp(db);
    const later = names.slice(1);
    expect(logged.mock.calls.flat()).toEqual(
      later.map((name, index) => `migrating, ${index + 1} of ${later.length}: ${name}`),
    );
    expect(later).not.toEqual([]);
    await db.destroy();
  });

  it('is not logged for a new database', async () => {
    await (await migrated(latestMigration())).destroy();
    expect(logged).not.toHaveBeenCalled();
  });
});
