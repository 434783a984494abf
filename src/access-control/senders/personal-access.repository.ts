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
} from '../../persistence/index.js';
import { AccountCache } from '../account-cache.js';

/** A person's grants and links; of a user their account and API keys. Afterwards they are a stranger. */
@HoldsPersonal('records', 'grants', 'user_identities', 'users', 'api_keys', 'idempotency_records')
@Injectable()
export class PersonalAccess implements PersonalRecords {
  constructor(
    private readonly db: Database,
    private readonly cache: AccountCache,
  ) {}

  async find(footprint: Footprint): Promise<void> {
    for (const { sender_name } of await this.of('grants', footprint)) footprint.addName(sender_name);
    for (const { display_name } of await this.of('user_identities', footprint))
      footprint.addName(display_name);
    for (const { display_name, email, email_key } of await this.user(footprint))
      for (const name of [display_name, email, email_key]) footprint.addName(name);
    for (const { id } of await this.keys(footprint)) footprint.keys.add(id);
  }

  async *senders(channel: string) {
    for (const table of ['grants', 'user_identities'] as const)
      for (const { account, sender_id: senderId } of await personal.rowsOf(
        this.db.on(),
        table,
        sql`channel = ${channel}`,
      ))
        yield { account, senderId };
  }

  async *list(footprint: Footprint): AsyncGenerator<PersonalRecord> {
    for (const record of await this.of('grants', footprint)) yield { kind: 'grants', record: { ...record } };
    for (const record of await this.of('user_identities', footprint))
      yield { kind: 'links', record: { ...record } };
    for (const record of await this.user(footprint)) yield { kind: 'users', record: { ...record } };
    for (const { hash: _hash, ...record } of await this.keys(footprint)) yield { kind: 'keys', record };
  }

  /** The database deletes a user's belongings with them. */
  async erase(footprint: Footprint): Promise<void> {
    const { userId } = footprint.person;
    await this.db.transaction(async (tx) => {
      this.cache.forgetAfter(tx);
      await personal.deleteWhere(this.db.on(tx), 'user_identities', personal.ofSender(footprint));
      await personal.deleteWhere(this.db.on(tx), 'grants', personal.ofSender(footprint));
      if (userId === null) return;
      const owner = `user:${userId} `;
      const made = sql`(substr(id, 1, ${owner.length}) = ${owner} or ${personal.isOneOf('made_id', [...footprint.keys])})`;
      await personal.deleteWhere(this.db.on(tx), 'idempotency_records', made);
      await personal.deleteWhere(this.db.on(tx), 'users', sql`id = ${userId}`);
    });
    await this.rename(footprint);
  }

  /** Where the person is named as who made a grant or a key of somebody else. */
  private async rename(footprint: Footprint): Promise<void> {
    const names = new Pseudonyms(footprint);
    const made = personal.mentions(['created_by'], footprint.addresses);
    await this.db.transaction(async (tx) => {
      for (const table of ['grants', 'api_keys'] as const)
        for (const { id, created_by } of await personal.rowsOf(this.db.on(tx), table, made)) {
          if (!names.isInName(created_by)) continue;
          await this.db
            .on(tx)
            .updateTable(table)
            .set({ created_by: names.inName(created_by) })
            .where('id', '=', id)
            .execute();
        }
    });
  }

  private of<T extends 'grants' | 'user_identities'>(table: T, footprint: Footprint) {
    return personal.rowsOf(this.db.on(), table, personal.ofSender(footprint));
  }

  private async user({ person: { userId } }: Footprint) {
    return userId === null ? [] : personal.rowsOf(this.db.on(), 'users', sql`id = ${userId}`);
  }

  private async keys({ person: { userId } }: Footprint) {
    return userId === null ? [] : personal.rowsOf(this.db.on(), 'api_keys', sql`user_id = ${userId}`);
  }
}
