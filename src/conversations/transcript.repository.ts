import { Injectable } from '@nestjs/common';
import type { ExpressionBuilder } from 'kysely';
import type { InboundEvent, RemoteMessageId } from '../channels/index.js';
import { newId } from '../common/index.js';
import {
  Database,
  deleteOldest,
  type DeletesOld,
  KeptFor,
  pick,
  prepared,
  preparedChange,
  type Row,
  type Schema,
  type Tx,
} from '../persistence/index.js';
import {
  entryIdOf,
  type NewEntryRow,
  type OwnEntry,
  rowOfEvent,
  rowOfOurs,
  type TranscriptEntry,
} from './transcript-entry.js';

/** One thing that was said, and by whom; what the assistant said has its `remote_id` from its delivery. */
export type SpokenEntry = Pick<Row<'transcript'>, (typeof SPOKEN)[number] | 'remote_id'>;

const SPOKEN = [
  'channel',
  'account',
  'conversation_id',
  'role',
  'kind',
  'text',
  'sender_id',
  'sender_name',
  'reply_to',
  'event_id',
  'delivery_id',
  'created_at',
] as const;

/** The last entries of a conversation among which a message is looked for that its author changes. */
const REWRITABLE = 10_000;

/** How much of a session is remembered. */
export interface HistoryCount {
  /** Messages of people; what stands between them comes with them. */
  readonly limit: number;
  /** Whether those count that were said to others. */
  readonly isHeardCounted: boolean;
}

/** A message as its own author changed it. */
export interface AuthorsChange {
  readonly event: InboundEvent;
  readonly messageId: RemoteMessageId;
  /** What it says by now, of what it said. */
  readonly rewritten: (was: string) => string;
}

const APPEND = preparedChange((sql, entry: NewEntryRow) =>
  sql
    .insertInto('transcript')
    .values({
      ...pick(entry, 'id', 'session_key', 'channel', 'account', 'conversation_id', 'event_id', 'created_at'),
      ...pick(entry, 'role', 'kind', 'sender_id', 'sender_name', 'text'),
      ...pick(entry, 'remote_id', 'reply_to', 'delivery_id'),
    })
    .onConflict((conflict) => conflict.column('id').doNothing()),
);

interface RecentValues {
  readonly sessionKey: string;
  readonly after: number;
  readonly except: string;
  readonly maxEntries: number;
  /** How many messages that count are to come after the oldest. */
  readonly further: number;
  readonly alsoCounted: 'turn' | 'heard';
}

/** Of the assistant that of the delivery: by the primary key of each, whatever the planner thinks of a join. */
const REMOTE_ID = (eb: ExpressionBuilder<Schema, 'transcript'>) =>
  eb.fn
    .coalesce(
      'transcript.remote_id',
      eb
        .selectFrom('deliveries')
        .select('deliveries.remote_id')
        .whereRef('deliveries.id', '=', 'transcript.delivery_id'),
    )
    .as('remote_id');

const RECENT = prepared((sql, values: RecentValues) => {
  const { sessionKey, after, except, maxEntries, further, alsoCounted } = values;
  const ofSession = sql
    .selectFrom('transcript')
    .where('session_key', '=', sessionKey)
    .where('seq', '>', after)
    .where('event_id', '!=', except);
  const oldest = ofSession
    .select('seq')
    .where('role', '=', 'user')
    .where('kind', 'in', ['turn', alsoCounted])
    .orderBy('seq', 'desc')
    .limit(1)
    .offset(further);
  return ofSession
    .select(SPOKEN)
    .select(REMOTE_ID)
    .where((eb) => eb('seq', '>=', eb.fn.coalesce(oldest, eb.lit(0))))
    .orderBy('seq', 'desc')
    .limit(maxEntries);
});

const TOUCH_CONVERSATION = preparedChange((sql, place: Row<'conversations'>) =>
  sql
    .insertInto('conversations')
    .values({
      ...pick(place, 'id', 'channel', 'account', 'conversation_id'),
      ...pick(place, 'kind', 'name', 'created_at', 'last_message_at'),
    })
    .onConflict((conflict) =>
      conflict.columns(['channel', 'account', 'conversation_id']).doUpdateSet((eb) => ({
        last_message_at: eb.ref('excluded.last_message_at'),
        // Not everything that happens names its place.
        name: eb.fn.coalesce('excluded.name', 'conversations.name'),
      })),
    ),
);

/** What was said in each session: the assistant's memory and the operator's view. */
@KeptFor('transcript entries', ({ transcriptsDays }) => transcriptsDays)
@Injectable()
export class TranscriptRepository implements DeletesOld {
  constructor(private readonly db: Database) {}

  /** Writes an event down once, however often it is told to. */
  append(tx: Tx, entry: TranscriptEntry): Promise<void> {
    return APPEND(this.db.on(tx), rowOfEvent(entry));
  }

  appendOurs(tx: Tx, entry: OwnEntry): Promise<void> {
    return APPEND(this.db.on(tx), rowOfOurs(entry));
  }

  /**
   * The last entries of a session that came after a `seq`, from the oldest message that counts on; oldest first.
   * @param except an event of which nothing is taken: the one that is being answered
   */
  async recent(
    sessionKey: string,
    { limit, isHeardCounted, ...range }: HistoryCount & Pick<RecentValues, 'after' | 'except' | 'maxEntries'>,
  ): Promise<SpokenEntry[]> {
    if (limit <= 0 || range.maxEntries <= 0) return [];
    const { rows } = await RECENT(this.db.on(), {
      sessionKey,
      ...range,
      further: limit - 1,
      alsoCounted: isHeardCounted ? 'heard' : 'turn',
    });
    return rows.reverse();
  }

  /** What people said that these events brought, as far as it is remembered; in no order. Asks nothing for none. */
  async ofEvents(eventIds: readonly string[]): Promise<SpokenEntry[]> {
    if (eventIds.length === 0) return [];
    return this.db
      .on()
      .selectFrom('transcript')
      .select(SPOKEN)
      .select('remote_id')
      .where('id', 'in', eventIds.map(entryIdOf))
      .execute();
  }

  /**
   * Has a message say what its author made of it.
   * @returns false when it is not remembered, is somebody else's, or lies further back than any history reaches.
   */
  async rewrite(tx: Tx, { event, messageId, rewritten }: AuthorsChange): Promise<boolean> {
    const { channel, account, conversation, sender } = event;
    const rows = await this.db
      .on(tx)
      .selectFrom('transcript')
      .select(['seq', 'text'])
      .where('remote_id', '=', messageId)
      .where('sender_id', '=', sender.id)
      .where('seq', 'in', (eb) =>
        eb
          .selectFrom('transcript')
          .select('seq')
          .where('channel', '=', channel)
          .where('account', '=', account)
          .where('conversation_id', '=', conversation.id)
          .orderBy('seq', 'desc')
          .limit(REWRITABLE),
      )
      .execute();
    for (const { seq, text } of rows)
      await this.db
        .on(tx)
        .updateTable('transcript')
        .set({ text: rewritten(text) })
        .where('seq', '=', seq)
        .execute();
    return rows.length > 0;
  }

  async touchConversation(
    tx: Tx,
    { channel, account, conversation }: Pick<InboundEvent, 'channel' | 'account' | 'conversation'>,
    at: number,
  ): Promise<void> {
    await TOUCH_CONVERSATION(this.db.on(tx), {
      id: newId('cnv', at),
      channel,
      account,
      conversation_id: conversation.id,
      kind: conversation.kind,
      name: conversation.name ?? null,
      created_at: at,
      last_message_at: at,
    });
  }

  /** The same for a place an event of which is not at hand; one that is not known yet stays so. */
  async touchKnown(tx: Tx, { channel, account, conversation }: OwnEntry['place'], at: number): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('conversations')
      .set({ last_message_at: at })
      .where('channel', '=', channel)
      .where('account', '=', account)
      .where('conversation_id', '=', conversation)
      .execute();
  }

  /** What was said, and then the places where nobody has said anything since. */
  async deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number> {
    const range = { before, limit };
    const db = this.db.on(tx);
    const said = await deleteOldest(db, { table: 'transcript', key: 'seq', age: 'created_at' }, range);
    const silent = { table: 'conversations', key: 'id', age: 'last_message_at' } as const;
    return Math.max(said, await deleteOldest(db, silent, range));
  }
}
