/** The schema is of a newer release: this one would misread what is in it, or write what that one no longer reads. */
export class NewerDatabaseError extends Error {
  constructor(migration: string) {
    super(
      `the database was made by a newer release (migration ${migration} is not known here). Start that release; or go ` +
        'back with the export made before the upgrade: docs/operations/upgrade.md',
    );
    this.name = 'NewerDatabaseError';
  }
}
