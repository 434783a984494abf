import { Injectable } from '@nestjs/common';
import {
  Database,
  type Footprint,
  HoldsPersonal,
  personal,
  type PersonalRecord,
  type PersonalRecords,
  Pseudonyms,
  type Row,
} from '../../persistence/index.js';

/** The memory of connectors about a person: where they can be reached, by keys and values in which their address stands. */
@HoldsPersonal('records', 'connector_state')
@Injectable()
export class PersonalConnectorState implements PersonalRecords {
  constructor(private readonly db: Database) {}

  async *list(footprint: Footprint): AsyncGenerator<PersonalRecord> {
    for (const record of await this.rowsOf(footprint))
      yield { kind: 'connector_notes', record: { ...record } };
  }

  async erase(footprint: Footprint): Promise<void> {
    await personal.inPortions(this.db, await this.rowsOf(footprint), async (tx, rows) => {
      for (const { channel, account, key } of rows)
        await this.db
          .on(tx)
          .deleteFrom('connector_state')
          .where((eb) => eb.and({ channel, account, key }))
          .execute();
    });
  }

  private async rowsOf(footprint: Footprint): Promise<Row<'connector_state'>[]> {
    const names = new Pseudonyms(footprint);
    const isTheirs = personal.mentions(['key', 'value'], footprint.addresses);
    const rows = await personal.rowsOf(this.db.on(), 'connector_state', isTheirs);
    // The same id on another channel, or another account, is another address.
    const isAtTheirs = ({ channel, account }: Row<'connector_state'>) =>
      footprint.person.addresses.some(
        (each) => each.channel === channel && (each.account ?? account) === account,
      );
    return rows.filter((row) => isAtTheirs(row) && (names.isInName(row.key) || names.isInName(row.value)));
  }
}
