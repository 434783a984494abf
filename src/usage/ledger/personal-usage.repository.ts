import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import {
  Database,
  type Footprint,
  HoldsPersonal,
  personal,
  type PersonalRecord,
  type PersonalRecords,
  type Tx,
} from '../../persistence/index.js';
import { SUMS } from './calls.repository.js';
import { DIMENSIONS, placeKey } from './dimensions.js';

const LEDGER = ['usage_calls', 'usage_days', 'usage_open_calls'] as const;
const BUDGETS = ['budget_counts', 'budget_allowances'] as const;

/**
 * The cost of model calls for a person. The sums stay, because bills are compared with them, without who and where: as
 * calls for nobody. Counts and allowances of budgets are deleted.
 */
@HoldsPersonal('records', ...LEDGER, ...BUDGETS, 'budget_notices')
@Injectable()
export class PersonalUsage implements PersonalRecords {
  constructor(private readonly db: Database) {}

  async *list(footprint: Footprint): AsyncGenerator<PersonalRecord> {
    const theirs = callsOf(footprint);
    for (const table of ['usage_days', 'usage_calls'] as const)
      for (const record of await personal.rowsOf(this.db.on(), table, theirs))
        yield { kind: 'usage', record: { ...record } };
    for (const table of BUDGETS)
      for (const record of await personal.rowsOf(this.db.on(), table, countsOf(footprint)))
        yield { kind: 'budgets', record: { ...record } };
  }

  async erase(footprint: Footprint): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.foldDays(tx, footprint);
      const nobody = sql`sender = '', conversation = '', key_id = ''`;
      for (const table of ['usage_calls', 'usage_open_calls'])
        await sql`update ${sql.table(table)} set ${nobody} where ${callsOf(footprint)}`.execute(
          this.db.on(tx),
        );
      for (const table of BUDGETS) await personal.deleteWhere(this.db.on(tx), table, countsOf(footprint));
      const places = personal.isOneOf('place', placesOf(footprint));
      await personal.deleteWhere(this.db.on(tx), 'budget_notices', places);
    });
  }

  /** Adds the person's days to those of nobody, which may exist already. */
  private async foldDays(tx: Tx, footprint: Footprint): Promise<void> {
    const theirs = callsOf(footprint);
    const kept = DIMENSIONS.filter((name) => !FORGOTTEN.includes(name));
    const columns = [...kept, 'is_estimate', ...SUMS, 'at', ...FORGOTTEN].map((name) => sql.ref(name));
    const sums = SUMS.map((name) => sql`cast(sum(${sql.ref(name)}) as bigint)`);
    const grouped = [...kept, 'is_estimate'].map((name) => sql.ref(name));
    const added = SUMS.map(
      (name) => sql`${sql.ref(name)} = ${sql.ref(`usage_days.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
    );
    const key = [...DIMENSIONS, 'is_estimate'].map((name) => sql.ref(name));
    await sql`insert into usage_days (${sql.join(columns)})
      select ${sql.join([...grouped, ...sums])}, max(at), '', '', '' from usage_days where ${theirs}
      group by ${sql.join(grouped)}
      on conflict (${sql.join(key)}) do update set ${sql.join(added)}`.execute(this.db.on(tx));
    await personal.deleteWhere(this.db.on(tx), 'usage_days', theirs);
  }
}

const FORGOTTEN: readonly string[] = ['sender', 'conversation', 'key_id'];

/** As the ledger names the person: `channel:sender id`, and the id of a user. */
const sendersOf = ({ person: { addresses, userId } }: Footprint): string[] => [
  ...addresses.map(({ channel, senderId }) => `${channel}:${senderId}`),
  ...(userId === null ? [] : [userId]),
];

const placesOf = ({ places }: Footprint): string[] =>
  places.map(({ channel, account, conversation }) => placeKey(channel, account, conversation));

/** An account of ours is in no name of a sender, so calls on all accounts are meant. */
const callsOf = (footprint: Footprint) =>
  sql`(${personal.isOneOf('sender', sendersOf(footprint))}
    or ${personal.isOneOf('conversation', placesOf(footprint))}
    or ${personal.isOneOf('key_id', [...footprint.keys])})`;

const countsOf = (footprint: Footprint) =>
  personal.isOneOf('subject', [...sendersOf(footprint), ...placesOf(footprint), ...footprint.keys]);
