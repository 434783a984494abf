import { Injectable } from '@nestjs/common';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { AttachmentRef, InboundEvent, QuotedMessage } from '../../channels/index.js';
import { Database, prepared, type Row, type Schema } from '../../persistence/index.js';
import { entryIdOf } from './transcript-entry.js';

/** A line of the transcript with its author; a message of the assistant has its `remote_id` from its delivery. */
export type SpokenEntry = Readonly<Pick<Row<'transcript'>, (typeof SPOKEN)[number] | 'remote_id'>> & {
  /** Attachments of a message that is not stored here: the service has them. */
  readonly attachments?: readonly AttachmentRef[];
  /** The messages that such a message quotes. */
  readonly quotes?: readonly QuotedMessage[];
};

/** An entry with its position in the transcript. */
export type SequencedEntry = SpokenEntry & Readonly<Pick<Row<'transcript'>, (typeof POSITION)[number]>>;

/**
 * Whether an entry was written in the event's conversation: ids and keys are valid only there, and a session can span
 * several conversations, even of other accounts.
 */
export const isSaidIn = ({ channel, account, conversation }: InboundEvent, entry: SpokenEntry): boolean =>
  entry.channel === channel && entry.account === account && entry.conversation_id === conversation.id;

/** The position of an entry, and the beginning of the history with which its turn was answered. */
const POSITION = ['seq', 'history_from'] as const;

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

/** How many of a conversation's last entries are searched for a message that someone answers or changes. */
const FINDABLE = 10_000;

/** The `seq` of each of these entries. */
export const findableIn =
  ({ channel, account, conversation }: Pick<InboundEvent, 'channel' | 'account' | 'conversation'>) =>
  (eb: ExpressionBuilder<Schema, 'transcript'>) =>
    eb
      .selectFrom('transcript')
      .select('seq')
      .where('channel', '=', channel)
      .where('account', '=', account)
      .where('conversation_id', '=', conversation.id)
      .orderBy('seq', 'desc')
      .limit(FINDABLE);

/** How many files with the same name are searched for the newest whose sender still has access. */
const FILES_AT_MOST = 50;
/** Among how many files of a session one is looked for whose name is only like the wanted one. */
const NAMES_AT_MOST = 1_000;

/** A file as an assistant names it. */
export type WantedFile = { readonly mediaId: string } | { readonly name: string };

/** How much of a session is read. */
export interface HistoryCount {
  /** How many messages of people; the entries between them are read too. */
  readonly limit: number;
  /** Whether messages that were not for the assistant count too. */
  readonly isHeardCounted: boolean;
}

/** The requested part of a session: the last entries, beginning with the oldest message that counts. */
export interface HistoryQuery extends HistoryCount {
  /** Only entries after this `seq`. */
  readonly after: number;
  /** The event being answered, whose entries are left out. */
  readonly except: string;
  readonly maxEntries: number;
}

interface RecentValues extends Pick<HistoryQuery, 'after' | 'except' | 'maxEntries'> {
  readonly sessionKey: string;
  /** How many more messages that count follow the oldest one. */
  readonly further: number;
  readonly alsoCounted: 'turn' | 'heard';
}

/**
 * The remote id of an assistant's entry is that of its delivery. A subquery reads it by primary key, whatever plan the
 * database would choose for a join.
 */
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

/**
 * The session's revision (see {@link SessionsTable.revision}), read in the same statement as the entries, so that they
 * belong together.
 */
const revisionOf = (sql: Pick<Kysely<Schema>, 'selectFrom'>, sessionKey: string) =>
  sql.selectFrom('sessions').select('revision').where('session_key', '=', sessionKey);

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
    .select([...POSITION, ...SPOKEN])
    .select(REMOTE_ID)
    .select(revisionOf(sql, sessionKey).as('revision'))
    .where((eb) => eb('seq', '>=', eb.fn.coalesce(oldest, eb.lit(0))))
    .orderBy('seq', 'desc')
    .limit(maxEntries);
});

/** A span of a session's entries: those after one `seq`, up to another. */
interface Span {
  readonly sessionKey: string;
  readonly after: number;
  readonly upTo: number;
}

const SINCE = prepared((on, { sessionKey, after, upTo }: Span) =>
  on
    .selectFrom(
      on
        .selectFrom('transcript')
        .select((eb) => [
          eb.fn.countAll<number>().as('count'),
          sql<number>`cast(coalesce(sum(seq), 0) as bigint)`.as('sum'),
          revisionOf(on, sessionKey).as('revision'),
        ])
        .where('session_key', '=', sessionKey)
        .where('seq', '>', after)
        .where('seq', '<=', upTo)
        .as('known'),
    )
    .leftJoin('transcript', (join) =>
      join.on('transcript.session_key', '=', sessionKey).on('transcript.seq', '>', upTo),
    )
    .select(['known.count', 'known.sum', 'known.revision'])
    .select([...POSITION, ...SPOKEN].map((column) => `transcript.${column}` as const))
    .select(REMOTE_ID)
    .orderBy('transcript.seq'),
);

/** The entries after a span, and the count, sum and revision that tell whether the span itself is unchanged. */
export interface EntriesSince {
  readonly count: number;
  /** The sum of the span's `seq` numbers. */
  readonly sum: number;
  readonly revision: string | null;
  /** Oldest first. */
  readonly entries: readonly SequencedEntry[];
}

/** Reads the entries of sessions. */
@Injectable()
export class HistoryRepository {
  constructor(private readonly db: Database) {}

  /** The last entries of a session, oldest first; the revision of the session where there are any. */
  async recent(
    sessionKey: string,
    { limit, isHeardCounted, ...range }: HistoryQuery,
  ): Promise<Pick<EntriesSince, 'revision' | 'entries'>> {
    if (limit <= 0 || range.maxEntries <= 0) return { revision: null, entries: [] };
    const { rows } = await RECENT(this.db.on(), {
      sessionKey,
      ...range,
      further: limit - 1,
      alsoCounted: isHeardCounted ? 'heard' : 'turn',
    });
    return { revision: rows[0]?.revision ?? null, entries: rows.reverse() };
  }

  async since(span: Span): Promise<EntriesSince> {
    const { rows } = await SINCE(this.db.on(), span);
    const { count = 0, sum = 0, revision = null } = rows[0] ?? {};
    // Without newer entries there is one row, with the totals alone.
    const entries = rows.filter(({ seq }) => seq !== null) as SequencedEntry[];
    return { count, sum, revision, entries };
  }

  /** The time (epoch ms) of the entry with this `seq`, or else of the last stored one before it. */
  async timeOf(seq: number): Promise<number | undefined> {
    const row = await this.db
      .on()
      .selectFrom('transcript')
      .select('created_at')
      .where('seq', '<=', seq)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.created_at;
  }

  /** The stored entries of these events, unordered. Makes no query for an empty list. */
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
   * Files that people sent in a session, with their entries, newest first; only a few.
   * @param wanted one of them by its id, or by the name under which it was shown
   */
  async filesIn(
    sessionKeys: readonly string[],
    { after, wanted }: { readonly after: number; readonly wanted: WantedFile },
  ): Promise<(SpokenEntry & { readonly mediaId: string; readonly name: string })[]> {
    const rows = await this.db
      .on()
      .selectFrom('transcript')
      .innerJoin('message_files', 'message_files.entry_id', 'transcript.id')
      .select(SPOKEN.map((column) => `transcript.${column}` as const))
      .select(['transcript.remote_id', 'message_files.media_id', 'message_files.name'])
      .where('transcript.session_key', 'in', sessionKeys)
      .where('transcript.seq', '>', after)
      .where('transcript.role', '=', 'user')
      .where((eb) =>
        'mediaId' in wanted
          ? eb('message_files.media_id', '=', wanted.mediaId)
          : eb('message_files.name', '=', wanted.name),
      )
      .where('message_files.media_id', 'is not', null)
      .orderBy('transcript.seq', 'desc')
      .orderBy('message_files.position')
      .limit(FILES_AT_MOST)
      .execute();
    return rows.map(({ media_id, ...row }) => ({ ...row, mediaId: media_id ?? '' }));
  }

  /** The names of the files that people sent in a session last, each once, the newest first. */
  async fileNamesIn(sessionKeys: readonly string[], after: number): Promise<readonly string[]> {
    const rows = await this.db
      .on()
      .selectFrom('transcript')
      .innerJoin('message_files', 'message_files.entry_id', 'transcript.id')
      .select('message_files.name')
      .where('transcript.session_key', 'in', sessionKeys)
      .where('transcript.seq', '>', after)
      .where('transcript.role', '=', 'user')
      .where('message_files.media_id', 'is not', null)
      .orderBy('transcript.seq', 'desc')
      .limit(NAMES_AT_MOST)
      .execute();
    return [...new Set(rows.map(({ name }) => name))];
  }

  /** The message with this id in the event's conversation, among the last ones there. */
  saidAs(
    event: InboundEvent,
    remoteId: string,
  ): Promise<Pick<Row<'transcript'>, 'event_id' | 'text'> | undefined> {
    return this.db
      .on()
      .selectFrom('transcript')
      .select(['event_id', 'text'])
      .where('remote_id', '=', remoteId)
      .where('role', '=', 'user')
      .where('seq', 'in', findableIn(event))
      .limit(1)
      .executeTakeFirst();
  }
}
