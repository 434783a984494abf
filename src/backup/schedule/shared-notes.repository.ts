import { type BackupNote, type Database, noteIn, noteText } from '../../persistence/index.js';

const ID = 'schedule';

/** The record of backups that replicas share; on PostgreSQL only. */
export class SharedNotes {
  constructor(private readonly db: Database) {}

  async read(): Promise<BackupNote | undefined> {
    const row = await this.db
      .on()
      .selectFrom('backup_notes')
      .select('note')
      .where('id', '=', ID)
      .executeTakeFirst();
    return row && noteIn(row.note);
  }

  async write(note: BackupNote): Promise<void> {
    const row = { note: noteText(note) };
    await this.db.transaction((tx) =>
      this.db
        .on(tx)
        .insertInto('backup_notes')
        .values({ id: ID, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute(),
    );
  }
}
