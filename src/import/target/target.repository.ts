import type { Kysely } from 'kysely';
import type { Database, Schema, Tx } from '../../persistence/index.js';
import { CONTINUE_FROM, STARTED_KEYS } from '../../imbridge/index.js';
import type { WantedGrant, WantedPoll, WantedState } from '../wanted.js';

const WORKCHAT = { channel: 'workchat', account: 'default' } as const;

/** The records of an import that a database of ours has. */
export interface Present {
  readonly grants: ReadonlySet<string>;
  readonly states: ReadonlySet<string>;
  readonly polls: ReadonlySet<string>;
}

export const NOTHING_PRESENT: Present = { grants: new Set(), states: new Set(), polls: new Set() };

export const grantKey = ({ channel, account, senderId }: WantedGrant): string =>
  JSON.stringify([channel, account, senderId]);

export const stateKey = ({ channel, account, key }: Omit<WantedState, 'value'>): string =>
  JSON.stringify([channel, account, key]);

/** An account that was connected no longer continues anything. */
const presentKey = (state: Omit<WantedState, 'value'>): string =>
  stateKey(STARTED_KEYS.some((key) => key === state.key) ? { ...state, key: CONTINUE_FROM } : state);

/** Reads a database that may have any schema of ours, or none yet. */
export async function readPresent(db: Kysely<Schema>): Promise<Present> {
  const tables = new Set((await db.introspection.getTables()).map(({ name }) => name));
  const grants = tables.has('grants')
    ? await db.selectFrom('grants').select(['channel', 'account', 'sender_id']).execute()
    : [];
  const states = tables.has('connector_state')
    ? await db
        .selectFrom('connector_state')
        .select(['channel', 'account', 'key'])
        .where((where) =>
          where.or([
            where('channel', '=', WORKCHAT.channel),
            where('key', 'in', [CONTINUE_FROM, ...STARTED_KEYS]),
          ]),
        )
        .execute()
    : [];
  const polls = tables.has('polls') ? await db.selectFrom('polls').select('id').execute() : [];
  return {
    grants: new Set(grants.map(({ sender_id: senderId, ...place }) => grantKey({ ...place, senderId }))),
    states: new Set(states.map(presentKey)),
    polls: new Set(polls.map(({ id }) => id)),
  };
}

/** Adds what an import brings to tables that a connector and the polls own; whatever is there stays. */
export class TargetRepository {
  constructor(private readonly db: Database) {}

  async addState(tx: Tx, state: WantedState, now: number): Promise<void> {
    await this.db
      .on(tx)
      .insertInto('connector_state')
      .values({ ...state, updated_at: now })
      .onConflict((conflict) => conflict.columns(['channel', 'account', 'key']).doNothing())
      .execute();
  }

  /** The peer does not tell when a vote was given: that the poll is as old is all that is certain. */
  async addPoll(tx: Tx, poll: WantedPoll, program: string): Promise<void> {
    const { numInsertedOrUpdatedRows } = await this.db
      .on(tx)
      .insertInto('polls')
      .values({
        ...WORKCHAT,
        id: poll.id,
        conversation_id: poll.conversation,
        delivery_id: program,
        question: poll.question,
        options: JSON.stringify(poll.options),
        max_selections: poll.maxSelections,
        created_by: program,
        created_at: poll.createdAt,
        used_at: poll.createdAt,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n || poll.votes.size === 0) return;
    const votes = [...poll.votes].map(([sender_id, selections]) => ({
      poll_id: poll.id,
      sender_id,
      sender_name: null,
      selections: JSON.stringify(selections),
      voted_at: poll.createdAt,
    }));
    // A statement of SQLite takes a limited number of values.
    for (let at = 0; at < votes.length; at += 500)
      await this.db
        .on(tx)
        .insertInto('poll_votes')
        .values(votes.slice(at, at + 500))
        .execute();
  }
}
