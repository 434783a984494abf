import { deleteOldest } from '../../src/persistence/retention/delete-oldest.js';
import { type DeletesOld, KEPT_FOR, type RetentionRule } from '../../src/persistence/retention/kept-for.js';
import type { Database } from '../../src/persistence/index.js';

/** Deletes a batch of the old rows of a repository, as the retention does. @returns how many */
export function deleteOlder(
  db: Database,
  repository: object,
  before: number,
  limit: number,
): Promise<number> {
  const { rows } = Reflect.getMetadata(KEPT_FOR, repository.constructor) as RetentionRule;
  return db.transaction((tx) =>
    rows
      ? deleteOldest(db.on(tx), rows, { before, limit })
      : (repository as DeletesOld).deleteOlderThan(tx, before, limit),
  );
}
