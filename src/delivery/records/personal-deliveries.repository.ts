import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import {
  Database,
  type Footprint,
  HoldsPersonal,
  isOneOfThem,
  personal,
  type PersonalRecord,
  type PersonalRecords,
  type Row,
} from '../../persistence/index.js';

type Delivery = Row<'deliveries'>;

/** The content of a message that others were sent too, and by whose id its copies are still recognised. */
const ERASED_CONTENT = JSON.stringify({ kind: 'text', text: '[erased]' });

/**
 * Messages of ours to a person, and in groups the answers to them. Requests to others to decide about what the person's
 * message wanted done count as such answers.
 */
@HoldsPersonal('records', 'deliveries', 'delivery_attempts')
@Injectable()
export class PersonalDeliveries implements PersonalRecords {
  constructor(private readonly db: Database) {}

  async find(footprint: Footprint): Promise<void> {
    const { places, sharedPlaces, deliveries, media } = footprint;
    const theirs = sql`(${personal.at(places)} or ${personal.ofSender(footprint, 'offered_to')})`;
    const caused = sql`(event_id is not null and (author = 'gateway' or ${personal.at(sharedPlaces)}))`;
    const where = sql`(${theirs} or ${caused})`;
    for await (const row of personal.rowsWhere(this.db.on(), { table: 'deliveries', key: 'id', where })) {
      if (isToThem(footprint, row) || (isOver(row) && isForThem(footprint, row))) deliveries.own.add(row.id);
      else if (isForThem(footprint, row) && row.content !== ERASED_CONTENT) deliveries.shared.add(row.id);
      else continue;
      if (row.media_id !== null) media.add(row.media_id);
    }
  }

  async *list({ deliveries: { own, shared } }: Footprint): AsyncGenerator<PersonalRecord> {
    for await (const row of personal.rowsById(this.db.on(), { table: 'deliveries', key: 'id' }, [
      ...own,
      ...shared,
    ]))
      if (row.content !== ERASED_CONTENT) yield { kind: 'deliveries', record: { ...row } };
  }

  async erase({ deliveries: { own, shared } }: Footprint): Promise<void> {
    await personal.inPortions(this.db, own, async (tx, ids) => {
      await personal.deleteWhere(this.db.on(tx), 'delivery_attempts', personal.isOneOf('delivery_id', ids));
      await personal.deleteWhere(this.db.on(tx), 'deliveries', personal.isOneOf('id', ids));
    });
    await personal.inPortions(this.db, shared, async (tx, ids) => {
      const attempts = this.db.on(tx).updateTable('delivery_attempts').set({ detail: null });
      await attempts.where('delivery_id', 'in', ids).execute();
      const emptied = {
        content: ERASED_CONTENT,
        media_id: null,
        last_detail: null,
        offered_to: null,
      } as const;
      await this.db.on(tx).updateTable('deliveries').set(emptied).where('id', 'in', ids).execute();
    });
  }
}

const isToThem = (footprint: Footprint, { channel, account, conversation_id }: Delivery): boolean =>
  footprint.isDirect({ channel, account, conversation: conversation_id });

const isForThem = (
  { events, person }: Footprint,
  { event_id, offered_to: senderId, channel, account }: Delivery,
): boolean =>
  (event_id !== null && events.has(event_id)) || isOneOfThem(person, { channel, account, senderId });

/** Nothing of it was sent, or will be: nobody needs the row to recognise its copy. */
const isOver = ({ state }: Delivery): boolean => state !== 'sent';
