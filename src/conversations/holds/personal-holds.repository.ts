import { Injectable } from '@nestjs/common';
import {
  Database,
  type Footprint,
  HoldsPersonal,
  personal,
  type PersonalRecord,
  type PersonalRecords,
  Pseudonyms,
} from '../../persistence/index.js';

/** Holds of a person's conversations, and those with a message of theirs that waits; holds they made of others. */
@HoldsPersonal('records', 'holds', 'loop_breaks')
@Injectable()
export class PersonalHolds implements PersonalRecords {
  constructor(private readonly db: Database) {}

  async *list({ places }: Footprint): AsyncGenerator<PersonalRecord> {
    const of = personal.at(places);
    for (const { open_session: _session, ...record } of await personal.rowsOf(this.db.on(), 'holds', of))
      yield { kind: 'holds', record };
    for (const record of await personal.rowsOf(this.db.on(), 'loop_breaks', of))
      yield { kind: 'loop_breaks', record: { ...record } };
  }

  async erase(footprint: Footprint): Promise<void> {
    const of = personal.at(footprint.places);
    await this.db.transaction(async (tx) => {
      await personal.deleteWhere(this.db.on(tx), 'holds', of);
      await personal.deleteWhere(this.db.on(tx), 'loop_breaks', of);
      const open = { open_event: null, open_session: null, open_payload: null };
      for (const ids of personal.portionsOf(footprint.events))
        await this.db.on(tx).updateTable('holds').set(open).where('open_event', 'in', ids).execute();
    });
    await this.rename(footprint);
  }

  private async rename(footprint: Footprint): Promise<void> {
    const names = new Pseudonyms(footprint);
    const named = personal.mentions(['held_by', 'note'], footprint.addresses);
    await this.db.transaction(async (tx) => {
      for (const { channel, account, conversation_id, held_by, note } of await personal.rowsOf(
        ...([this.db.on(tx), 'holds', named] as const),
      )) {
        const renamed = { held_by: names.inName(held_by), note: note === null ? null : names.in(note) };
        if (renamed.held_by === held_by && renamed.note === note) continue;
        await this.db
          .on(tx)
          .updateTable('holds')
          .set(renamed)
          .where((eb) => eb.and({ channel, account, conversation_id }))
          .execute();
      }
    });
  }
}
