import { basename } from 'node:path';
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

/**
 * One record of what two machines know: the newest backup of either, the failure that the newer record
 * has or has no more, and the list of own backups of whichever machine began the last one.
 */
export function mergedNotes(one: BackupNote, other: BackupNote): BackupNote {
  const { failure } = timeOf(other) > timeOf(one) ? other : one;
  const last = lastTimeOf(other) > lastTimeOf(one) ? other.last : one.last;
  const { made } = beganLast(other) > beganLast(one) ? other : one;
  return { ...(last && { last }), ...(failure && { failure }), made };
}

const lastTimeOf = ({ last }: BackupNote): number => (last ? Date.parse(last.at) : 0);

/** The newest moment that a note tells of, epoch ms. */
const timeOf = (note: BackupNote): number =>
  Math.max(lastTimeOf(note), note.failure ? Date.parse(note.failure.at) : 0);

/** Names of own backups have their time. */
const beganLast = ({ made: [newest = ''] }: BackupNote): string => basename(newest);
