import { Injectable } from '@nestjs/common';
import { Database, KeptFor, type Tx } from '../../persistence/index.js';

/** A file of a message, as its transcript entry describes it. */
export interface MessageFile {
  /** Its id in the media store; absent when the file could not be fetched, or is no longer stored. */
  readonly mediaId?: string;
  readonly name: string;
  /** Detected from the content; where that does not tell or is missing, the stated type. */
  readonly mimeType: string;
  readonly bytes: number;
  /** The reason the file is missing; for the assistant and operators. */
  readonly problem?: string;
}

/**
 * The files of each message. They are recorded as soon as they have been fetched, even before their transcript entry.
 */
@KeptFor('message files', ({ mediaDays, transcriptsDays }) => shorter(mediaDays, transcriptsDays), {
  table: 'message_files',
  key: 'entry_id',
  age: 'created_at',
})
@Injectable()
export class MessageFiles {
  constructor(private readonly db: Database) {}

  /** Records the files once, however often it is called. */
  async record(tx: Tx, entryId: string, files: readonly MessageFile[], at: number): Promise<void> {
    if (files.length === 0) return;
    const rows = files.map(({ mediaId = null, name, mimeType, bytes, problem = null }, position) => ({
      entry_id: entryId,
      position,
      media_id: mediaId,
      name,
      mime_type: mimeType,
      bytes,
      problem,
      created_at: at,
    }));
    await this.db
      .on(tx)
      .insertInto('message_files')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['entry_id', 'position']).doNothing())
      .execute();
  }

  /** By transcript entry, in order. Makes no query for an empty list. */
  async filesOf(entryIds: readonly string[]): Promise<ReadonlyMap<string, readonly MessageFile[]>> {
    const found = new Map<string, MessageFile[]>();
    if (entryIds.length === 0) return found;
    const rows = await this.db
      .on()
      .selectFrom('message_files')
      .select(['entry_id', 'media_id', 'name', 'mime_type', 'bytes', 'problem'])
      .where('entry_id', 'in', entryIds)
      .orderBy('entry_id')
      .orderBy('position')
      .execute();
    for (const { entry_id, media_id, name, mime_type: mimeType, bytes, problem } of rows) {
      const file = { name, mimeType, bytes, ...(media_id === null ? {} : { mediaId: media_id }) };
      const files = found.get(entry_id) ?? [];
      files.push(problem === null ? file : { ...file, problem });
      found.set(entry_id, files);
    }
    return found;
  }

  /** The name of a file in one of the messages that brought it. */
  async nameOf(mediaId: string): Promise<string | undefined> {
    const named = this.db.on().selectFrom('message_files').select('name').where('media_id', '=', mediaId);
    return (await named.limit(1).executeTakeFirst())?.name;
  }

  /** Forgets the message files that were taken back. */
  async forget(tx: Tx, entryIds: readonly string[]): Promise<void> {
    if (entryIds.length > 0)
      await this.db.on(tx).deleteFrom('message_files').where('entry_id', 'in', entryIds).execute();
  }
}

/** Zero days means for ever. */
const shorter = (one: number, other: number): number => Math.min(one || other, other || one);
