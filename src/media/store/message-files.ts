import { Injectable } from '@nestjs/common';
import { Database, deleteOldest, type DeletesOld, KeptFor, type Tx } from '../../persistence/index.js';

/** A file that a message brought, as its transcript entry tells of it. */
export interface MessageFile {
  /** In the media store; absent when it could not be had, or is not kept any more. */
  readonly mediaId?: string;
  readonly name: string;
  /** By its content; as it was stated where the content does not tell, or is not here. */
  readonly mimeType: string;
  readonly bytes: number;
  /** Why it is not here; for the assistant and operators. */
  readonly problem?: string;
}

/** The files of each message. They are written when they have come, be it ahead of their transcript entry. */
@KeptFor('files of messages', ({ mediaDays, transcriptsDays }) => shorter(mediaDays, transcriptsDays))
@Injectable()
export class MessageFiles implements DeletesOld {
  constructor(private readonly db: Database) {}

  /** Written once, however often it is told to. */
  async keep(tx: Tx, entryId: string, files: readonly MessageFile[], at: number): Promise<void> {
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

  /** By their entries, in order. Asks nothing for none. */
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

  /** Their message was taken back. */
  async forget(tx: Tx, entryIds: readonly string[]): Promise<void> {
    if (entryIds.length > 0)
      await this.db.on(tx).deleteFrom('message_files').where('entry_id', 'in', entryIds).execute();
  }

  deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number> {
    const rows = { table: 'message_files', key: 'entry_id', age: 'created_at' } as const;
    return deleteOldest(this.db.on(tx), rows, { before, limit });
  }
}

/** 0 is for ever. */
const shorter = (one: number, other: number): number => Math.min(one || other, other || one);
