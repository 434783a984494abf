import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import {
  Blobs,
  Database,
  type Footprint,
  HoldsPersonal,
  personal,
  type PersonalRecord,
  type PersonalRecords,
  type Row,
  type Tx,
} from '../../persistence/index.js';

/** The files of a person's messages, and of ours to them. One that somebody else's message has too stays for that. */
@HoldsPersonal('files', 'message_files', 'media', 'media_chunks')
@Injectable()
export class PersonalFiles implements PersonalRecords {
  constructor(
    private readonly db: Database,
    private readonly blobs: Blobs,
  ) {}

  async find(footprint: Footprint): Promise<void> {
    for await (const { media_id } of this.namedBy(footprint))
      if (media_id !== null) footprint.media.add(media_id);
  }

  async *list(footprint: Footprint): AsyncGenerator<PersonalRecord> {
    for await (const record of this.namedBy(footprint)) yield { kind: 'files', record: { ...record } };
  }

  async erase(footprint: Footprint): Promise<void> {
    await personal.inPortions(this.db, entriesOf(footprint), (tx, ids) => this.eraseOf(tx, ids));
    // Also where this goes on after a crash, behind whose commit the bytes were still to be deleted.
    await this.blobs.finishRemoving();
  }

  /** In one transaction: after a crash in between, nothing would lead to the file any more. */
  private async eraseOf(tx: Tx, entries: readonly string[]): Promise<void> {
    const { rows } = await sql<Pick<Row<'message_files'>, 'media_id'>>`delete from message_files
      where ${personal.isOneOf('entry_id', entries)} returning media_id`.execute(this.db.on(tx));
    await this.deleteUnnamed(
      tx,
      rows.flatMap(({ media_id }) => media_id ?? []),
    );
  }

  private namedBy(footprint: Footprint) {
    return personal.rowsById(
      ...([this.db.on(), { table: 'message_files', key: 'entry_id' }, entriesOf(footprint)] as const),
    );
  }

  /** Also a file that is held for a moment: nothing of the person's may use it any more. */
  private async deleteUnnamed(tx: Tx, ids: readonly string[]): Promise<void> {
    const named = sql`exists (select 1 from message_files where message_files.media_id = media.id)
      or exists (select 1 from deliveries where deliveries.media_id = media.id)`;
    const { rows } = await sql<{ id: string }>`delete from media where ${personal.isOneOf('id', ids)}
      and not (${named}) returning id`.execute(this.db.on(tx));
    await this.blobs.remove(
      tx,
      rows.map(({ id }) => id),
    );
  }
}

/**
 * Files may be recorded before their entry, under the id that it will have: an event's, with another prefix
 * (`entryIdOf` of conversations).
 */
function entriesOf({ events, lines }: Footprint): Set<string> {
  const expected = [...events].map((id) => `msg${id.slice(id.indexOf('_'))}`);
  return new Set([...lines.own, ...lines.shared, ...expected]);
}
