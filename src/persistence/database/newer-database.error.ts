/** The schema belongs to a newer release, so this release could misread its data or write data that one cannot read. */
export class NewerDatabaseError extends Error {
  constructor(migration: string) {
    super(
      `the database was created by a newer release (migration ${migration} is unknown). Start that release, or roll ` +
        'back with the export made before the upgrade: `gatehouse help operations/upgrade`',
    );
    this.name = 'NewerDatabaseError';
  }
}
