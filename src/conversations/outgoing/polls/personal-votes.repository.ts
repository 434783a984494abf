import { Injectable } from '@nestjs/common';
import { type ForgetsPeople, RemembersPeople } from '../../../common/index.js';
import { sql } from 'kysely';
import {
  Database,
  type Footprint,
  HoldsPersonal,
  personal,
  type PersonalRecord,
  type PersonalRecords,
} from '../../../persistence/index.js';
import { PollFiles } from './poll-files.service.js';

/** A person's votes, polls of their own conversations, and the file in which both stand. */
@HoldsPersonal('records', 'poll_votes', 'polls')
@RemembersPeople()
@Injectable()
export class PersonalVotes implements PersonalRecords, ForgetsPeople {
  constructor(
    private readonly db: Database,
    private readonly files: PollFiles,
  ) {}

  async *list(footprint: Footprint): AsyncGenerator<PersonalRecord> {
    for (const record of await personal.rowsOf(this.db.on(), 'poll_votes', votesOf(footprint)))
      yield { kind: 'votes', record: { ...record } };
    for (const record of await personal.rowsOf(this.db.on(), 'polls', personal.at(footprint.places)))
      yield { kind: 'polls', record: { ...record } };
  }

  async erase(footprint: Footprint): Promise<void> {
    await this.db.transaction(async (tx) => {
      await personal.deleteWhere(this.db.on(tx), 'poll_votes', votesOf(footprint));
      await personal.deleteWhere(this.db.on(tx), 'polls', personal.at(footprint.places));
    });
  }

  /** Each replica has a file of its own. */
  forgetPeople(): Promise<void> {
    return this.files.writeAll();
  }
}

const votesOf = ({ person }: Footprint) => {
  const theirs = person.addresses.map(({ channel, account, senderId }) => {
    const ofAccount = account === null ? sql`1 = 1` : sql`polls.account = ${account}`;
    return sql`(sender_id = ${senderId} and exists (select 1 from polls where polls.id = poll_id
      and polls.channel = ${channel} and ${ofAccount}))`;
  });
  return theirs.length === 0 ? sql`1 = 0` : sql`(${sql.join(theirs, sql` or `)})`;
};
