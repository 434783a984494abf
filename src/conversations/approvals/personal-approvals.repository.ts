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
  type Tx,
} from '../../persistence/index.js';

/** The calls that a person's messages asked to be allowed, and those they allowed to others. */
@HoldsPersonal('records', 'approvals', 'tool_permissions')
@Injectable()
export class PersonalApprovals implements PersonalRecords {
  constructor(private readonly db: Database) {}

  async find(footprint: Footprint): Promise<void> {
    for await (const { id } of this.asked(footprint)) footprint.approvals.add(id);
  }

  async *list(footprint: Footprint): AsyncGenerator<PersonalRecord> {
    const approvals = personal.rowsById(this.db.on(), { table: 'approvals', key: 'id' }, footprint.approvals);
    for await (const { session_key: _session, ...record } of approvals) yield { kind: 'approvals', record };
    for (const record of await this.permissions(footprint))
      yield { kind: 'tool_permissions', record: { ...record } };
  }

  async erase(footprint: Footprint): Promise<void> {
    await personal.inPortions(this.db, footprint.approvals, (tx, ids) =>
      personal.deleteWhere(this.db.on(tx), 'approvals', personal.isOneOf('id', ids)),
    );
    await this.db.transaction(async (tx) => {
      await personal.deleteWhere(this.db.on(tx), 'tool_permissions', theirs(footprint));
      await this.rename(tx, footprint);
    });
  }

  private asked(footprint: Footprint) {
    return personal.rowsWhere(this.db.on(), { table: 'approvals', key: 'id', where: theirs(footprint) });
  }

  private permissions(footprint: Footprint) {
    return personal.rowsOf(this.db.on(), 'tool_permissions', theirs(footprint));
  }

  /** In decisions about the calls of others, and in the places where these were shown. */
  private async rename(tx: Tx, footprint: Footprint): Promise<void> {
    const names = new Pseudonyms(footprint);
    const { pseudonym } = footprint.person;
    const named = personal.mentions(['decided_by', 'shown'], footprint.addresses);
    for (const { id, decided_by, shown } of await personal.rowsOf(this.db.on(tx), 'approvals', named)) {
      const by = decided_by === null ? null : names.inName(decided_by);
      const isTheirs = by !== decided_by;
      if (!isTheirs && !names.isInJson(shown)) continue;
      const change = { decided_by: by, shown: names.inJson(shown) };
      await this.db
        .on(tx)
        .updateTable('approvals')
        .set(isTheirs ? { ...change, decided_by_name: pseudonym } : change)
        .where('id', '=', id)
        .execute();
    }
    const granted = personal.mentions(['granted_by'], footprint.addresses);
    for (const { id, granted_by } of await personal.rowsOf(this.db.on(tx), 'tool_permissions', granted)) {
      if (!names.isInName(granted_by)) continue;
      const renamed = this.db
        .on(tx)
        .updateTable('tool_permissions')
        .set({ granted_by: names.inName(granted_by) });
      await renamed.where('id', '=', id).execute();
    }
  }
}

const theirs = (footprint: Footprint) =>
  sql`(${personal.ofSender(footprint)} or ${personal.at(footprint.places)})`;
