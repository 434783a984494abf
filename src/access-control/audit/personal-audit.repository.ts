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
  type Tx,
} from '../../persistence/index.js';

type Entry = Row<'audit_log'>;

/** Acts about a person and by them: they stay, and name the person by the pseudonym. */
@HoldsPersonal('events', 'audit_log')
@Injectable()
export class PersonalAudit implements PersonalRecords {
  constructor(private readonly db: Database) {}

  async *list(footprint: Footprint): AsyncGenerator<PersonalRecord> {
    for await (const { before } of this.entries(footprint)) {
      const { seq: _seq, ...record } = before;
      yield { kind: 'acts', record };
    }
  }

  async erase(footprint: Footprint): Promise<void> {
    const renamed: Entry[] = [];
    for await (const { after } of this.entries(footprint)) renamed.push(after);
    await personal.inPortions(this.db, renamed, async (tx, entries) => {
      for (const entry of entries) await this.store(tx, entry);
    });
  }

  private async store(tx: Tx, { seq, actor, subject, details, change }: Entry): Promise<void> {
    const named = { actor, subject, details, change };
    await this.db.on(tx).updateTable('audit_log').set(named).where('seq', '=', seq).execute();
  }

  /** Those in which the person is named, as they are and as they will be. */
  private async *entries(
    footprint: Footprint,
  ): AsyncGenerator<{ readonly before: Entry; readonly after: Entry }> {
    const names = new Pseudonyms(footprint);
    const where = personal.mentions(['actor', 'subject', 'details', 'change'], footprint.addresses);
    for await (const before of personal.rowsWhere(this.db.on(), { table: 'audit_log', key: 'seq', where }))
      if (isNamedIn(names, before)) yield { before, after: withPseudonym(names, before) };
  }
}

/** By an address: a name that somebody has chosen may be any word of an entry about others. */
const isNamedIn = (names: Pseudonyms, { actor, subject, details, change }: Entry): boolean =>
  names.isInName(actor) ||
  names.isInName(subject) ||
  names.isInJson(details) ||
  (change !== null && names.isInJson(change));

const withPseudonym = (names: Pseudonyms, entry: Entry): Entry => ({
  ...entry,
  actor: names.inName(entry.actor),
  subject: names.inName(entry.subject),
  details: names.inJson(entry.details),
  change: entry.change === null ? null : names.inJson(entry.change),
});
