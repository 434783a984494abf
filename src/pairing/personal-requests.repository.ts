import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import {
  Database,
  type Footprint,
  HoldsPersonal,
  personal,
  type PersonalRecord,
  type PersonalRecords,
  Pseudonyms,
} from '../persistence/index.js';

/** A person's requests to be let in; decisions that they made about others' stay, under the pseudonym. */
@HoldsPersonal('records', 'pairing_requests')
@Injectable()
export class PersonalRequests implements PersonalRecords {
  constructor(private readonly db: Database) {}

  async find(footprint: Footprint): Promise<void> {
    for (const { channel, account, conversation_id, sender_name } of await this.rowsOf(footprint)) {
      footprint.addName(sender_name);
      if (conversation_id !== null) footprint.addPlace({ channel, account, conversation: conversation_id });
    }
  }

  async *senders(channel: string) {
    for (const row of await personal.rowsOf(this.db.on(), 'pairing_requests', sql`channel = ${channel}`))
      yield { account: row.account, senderId: row.sender_id };
  }

  async *list(footprint: Footprint): AsyncGenerator<PersonalRecord> {
    for (const record of await this.rowsOf(footprint))
      yield { kind: 'pairing_requests', record: { ...record } };
  }

  async erase(footprint: Footprint): Promise<void> {
    const names = new Pseudonyms(footprint);
    await this.db.transaction(async (tx) => {
      await personal.deleteWhere(this.db.on(tx), 'pairing_requests', personal.ofSender(footprint));
      const decided = personal.mentions(['decided_by'], footprint.addresses);
      for (const { id, decided_by: by } of await personal.rowsOf(
        this.db.on(tx),
        'pairing_requests',
        decided,
      )) {
        if (by === null || !names.isInName(by)) continue;
        const renamed = this.db
          .on(tx)
          .updateTable('pairing_requests')
          .set({ decided_by: names.inName(by) });
        await renamed.where('id', '=', id).execute();
      }
    });
  }

  private rowsOf(footprint: Footprint) {
    return personal.rowsOf(this.db.on(), 'pairing_requests', personal.ofSender(footprint));
  }
}
