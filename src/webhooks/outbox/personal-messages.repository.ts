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
  Pseudonyms,
  type Row,
} from '../../persistence/index.js';

type MessageRow = Row<'webhook_messages'>;

/** The parts of a message that may tell of people: `data` of its body, by the names that `News` gives. */
interface Told {
  readonly event_id?: string | null;
  readonly joined_event_ids?: readonly string[];
  readonly delivery_id?: string | null;
  readonly channel?: string;
  readonly account?: string;
  readonly conversation_id?: string | null;
  readonly sender_id?: string;
}

/**
 * Messages for webhooks about a person, those that wait and those that were given up. Others that name the person, as who
 * released a conversation for instance, go out with the pseudonym.
 */
@HoldsPersonal('records', 'webhook_messages')
@Injectable()
export class PersonalWebhookMessages implements PersonalRecords {
  constructor(private readonly db: Database) {}

  async *list(footprint: Footprint): AsyncGenerator<PersonalRecord> {
    for await (const { seq: _seq, ...record } of this.naming(footprint))
      yield { kind: 'webhook_messages', record };
  }

  async erase(footprint: Footprint): Promise<void> {
    const names = new Pseudonyms(footprint);
    const gone: number[] = [];
    const renamed: Pick<MessageRow, 'seq' | 'body'>[] = [];
    for await (const row of this.naming(footprint))
      if (isAbout(footprint, row)) gone.push(row.seq);
      else renamed.push({ seq: row.seq, body: names.inJson(row.body) });
    await personal.inPortions(this.db, gone, (tx, seqs) =>
      personal.deleteWhere(this.db.on(tx), 'webhook_messages', personal.isOneOf('seq', seqs)),
    );
    await personal.inPortions(this.db, renamed, async (tx, rows) => {
      for (const { seq, body } of rows)
        await this.db.on(tx).updateTable('webhook_messages').set({ body }).where('seq', '=', seq).execute();
    });
  }

  private async *naming(footprint: Footprint): AsyncGenerator<MessageRow> {
    const names = new Pseudonyms(footprint);
    // A delivery to a group is known by its id alone.
    const where = sql`(type = 'delivery.dead' or ${personal.mentions(['body'], footprint.addresses)})`;
    for await (const row of personal.rowsWhere(this.db.on(), {
      table: 'webhook_messages',
      key: 'seq',
      where,
    }))
      if (isAbout(footprint, row) || names.isInJson(row.body)) yield row;
  }
}

function isAbout(footprint: Footprint, { body }: MessageRow): boolean {
  const { data = {} } = JSON.parse(body) as { readonly data?: Told };
  const { events, deliveries, person } = footprint;
  const ids = [data.event_id, data.delivery_id, ...(data.joined_event_ids ?? [])];
  const sets = [events, deliveries.own, deliveries.shared];
  if (ids.some((id) => sets.some((set) => set.has(id ?? '')))) return true;
  const { channel = '', account = '', sender_id: senderId = null } = data;
  if (footprint.isDirect({ channel, account, conversation: data.conversation_id ?? '' })) return true;
  return isOneOfThem(person, { channel, account, senderId });
}
