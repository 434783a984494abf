import { Injectable } from '@nestjs/common';
import { type ExpressionBuilder, sql } from 'kysely';
import { canonicalName } from '../../common/index.js';
import { Database, type Row, type Schema } from '../../persistence/index.js';

type ConversationRow = Row<'conversations'>;

export interface ConversationFilter {
  /** A part of the name, of the service's id or of our id; in any case of letters. */
  readonly q?: string | undefined;
  readonly channel?: string | undefined;
  readonly kind?: ConversationRow['kind'] | undefined;
  /** Only conversations that a person holds at this time, epoch ms. */
  readonly heldAt?: number | undefined;
}

/** A conversation with its newest line of each kind. */
export interface ReadConversation extends ConversationRow {
  /** The newest in the transcript; null where it has none. */
  readonly said: string | null;
  /** The newest of the events that have a reason. */
  readonly unanswered: string | null;
}

/** A place in the stored order: by the stored time of the last message, and then by id. */
export type StoredPlace = Pick<ConversationRow, 'last_message_at' | 'id'>;

export interface Slice {
  readonly rows: readonly ReadConversation[];
  /** Its last place, whether a row of it was found or not; undefined when there are no older ones. */
  readonly end: StoredPlace | undefined;
}

/** How many conversations a statement looks at, and how many of them it returns: both take a few milliseconds. */
const LOOKED_AT = 4_000;
const RETURNED = 400;

type Conversations = ExpressionBuilder<Schema, 'conversations'>;

/** Reads the list of conversations slice by slice, so that no statement holds the event loop for long. */
@Injectable()
export class NewestConversationsRepository {
  constructor(private readonly db: Database) {}

  async find(id: string): Promise<ReadConversation | undefined> {
    return this.all({})
      .selectAll('conversations')
      .select(newestLines)
      .where('conversations.id', '=', id)
      .executeTakeFirst();
  }

  /** @param before only conversations behind this place */
  async slice(filter: ConversationFilter, before: StoredPlace = BEGINNING): Promise<Slice> {
    const end = isSearch(filter) ? await this.endOfSlice(before) : undefined;
    const rows = await this.rows(filter, before, end);
    const last = rows.at(-1);
    const found = rows.filter((row) => isFound(row, filter.q));
    return { rows: found, end: rows.length === RETURNED && last ? last : end };
  }

  private rows(filter: ConversationFilter, before: StoredPlace, upTo?: StoredPlace) {
    const { channel, kind, q, heldAt } = filter;
    return (
      this.all(filter)
        .selectAll('conversations')
        .select(newestLines)
        .where(PLACE, '<', placeOf(before))
        .$if(upTo !== undefined, (query) => query.where(PLACE, '>=', placeOf(upTo)))
        .$if(channel !== undefined, (query) => query.where('conversations.channel', '=', channel ?? ''))
        .$if(kind !== undefined, (query) => query.where('conversations.kind', '=', kind ?? 'direct'))
        .$if(q !== undefined, (query) => query.where((eb) => this.mayBeFound(eb, patternOf(q ?? ''))))
        // Held ones are found through their holds and sorted, not looked for in the order of the index.
        .orderBy(heldAt === undefined ? 'conversations.last_message_at' : SORTED, 'desc')
        .orderBy('conversations.id', 'desc')
        .limit(RETURNED)
        .execute()
    );
  }

  /** Reads the index alone. */
  private async endOfSlice(before: StoredPlace): Promise<StoredPlace | undefined> {
    return this.db
      .on()
      .selectFrom('conversations')
      .select(['last_message_at', 'id'])
      .where(PLACE, '<', placeOf(before))
      .orderBy('last_message_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .offset(LOOKED_AT - 1)
      .executeTakeFirst();
  }

  private mayBeFound(eb: Conversations, pattern: string) {
    const like = sql.raw(this.db.dialect === 'sqlite' ? 'like' : 'ilike');
    const isLike = (column: 'name' | 'conversation_id' | 'id') =>
      sql<boolean>`${eb.ref(`conversations.${column}`)} ${like} ${pattern} escape '\\'`;
    return eb.or([isLike('name'), isLike('conversation_id'), isLike('id')]);
  }

  /** Held conversations are few, whatever the number of others. */
  private all({ heldAt }: ConversationFilter) {
    if (heldAt === undefined) return this.db.on().selectFrom('conversations');
    return this.db
      .on()
      .selectFrom('holds')
      .innerJoin('conversations', (join) =>
        join
          .onRef('conversations.channel', '=', 'holds.channel')
          .onRef('conversations.account', '=', 'holds.account')
          .onRef('conversations.conversation_id', '=', 'holds.conversation_id'),
      )
      .where((eb) => eb.or([eb('holds.ends_at', 'is', null), eb('holds.ends_at', '>', heldAt)]));
  }
}

/** A search may look at many conversations without finding one. */
const isSearch = ({ q, channel, kind, heldAt }: ConversationFilter): boolean =>
  heldAt === undefined && (q !== undefined || channel !== undefined || kind !== undefined);

const SORTED = sql<number>`conversations.last_message_at + 0`;
/** Before all conversations: the latest time that there is. */
const BEGINNING: StoredPlace = { last_message_at: 8_640_000_000_000_000, id: '' };

const PLACE = sql`(conversations.last_message_at, conversations.id)`;
const placeOf = (place: StoredPlace | undefined) => sql`(${place?.last_message_at ?? 0}, ${place?.id ?? ''})`;

const newestLines = (eb: Conversations) => [
  eb
    .selectFrom('transcript')
    .select('transcript.id')
    .whereRef('transcript.channel', '=', 'conversations.channel')
    .whereRef('transcript.account', '=', 'conversations.account')
    .whereRef('transcript.conversation_id', '=', 'conversations.conversation_id')
    .orderBy('transcript.id', 'desc')
    .limit(1)
    .as('said'),
  eb
    .selectFrom('inbound_events')
    .select('inbound_events.id')
    .whereRef('inbound_events.channel', '=', 'conversations.channel')
    .whereRef('inbound_events.account', '=', 'conversations.account')
    .whereRef('inbound_events.conversation_id', '=', 'conversations.conversation_id')
    .where('inbound_events.reason', 'is not', null)
    .orderBy('inbound_events.id', 'desc')
    .limit(1)
    .as('unanswered'),
];

/**
 * Databases disagree about upper and lower case beyond ASCII, so a pattern lets any text stand there, and what it finds
 * is compared once more.
 */
const patternOf = (q: string): string =>
  `%${q.replace(/[%_\\]/g, (character) => `\\${character}`).replace(/[^\0-\x7f]+/g, '%')}%`;

function isFound({ name, conversation_id, id }: ConversationRow, q: string | undefined): boolean {
  if (q === undefined) return true;
  const wanted = canonicalName(q);
  return [name ?? '', conversation_id, id].some((text) => canonicalName(text).includes(wanted));
}
