import { Injectable } from '@nestjs/common';
import type { AccountId, ChannelId, ConversationId, Target } from '../../channels/index.js';
import { Clock } from '../../common/index.js';
import { Database, type Row, type Tx } from '../../persistence/index.js';

/** The reason of messages that were not answered because a person holds their conversation. */
export const HELD = 'held';

export type HeldPlace = Omit<Target, 'thread'>;

/** A person has taken a conversation over: the assistant reads along and says nothing there. */
export interface Hold extends HeldPlace {
  /** Epoch ms. */
  readonly since: number;
  /** Epoch ms; null = until someone hands it back. */
  readonly until: number | null;
  /** The actor who held it, or changed the hold last. */
  readonly by: string;
  /** For operators. */
  readonly note: string | null;
}

/** The terms of a hold, as a person chooses them. */
export type HoldTerms = Pick<Hold, 'until' | 'note'>;

/** The end of a hold. */
export interface Release {
  /** Undefined when no one held the conversation. */
  readonly hold: Hold | undefined;
  /** The event of the message that is answered now; undefined when none is. */
  readonly answers: string | undefined;
}

/** The hold ended before a message could be recorded as held, so the message has to be judged again. */
export class HandedBackError extends Error {
  override readonly name = 'HandedBackError';

  constructor() {
    super('the conversation was handed back');
  }
}

/** A held message that the assistant would have answered. */
export interface OpenMessage {
  readonly eventId: string;
  readonly sessionKey: string;
  /** As `payloadOf` writes it. */
  readonly payload: string;
}

export interface StoredHold extends Hold {
  /** The last of them. */
  readonly open: OpenMessage | undefined;
}

/** The tables in which a turn leaves an answer, a part of one, or its own end. */
const WRITTEN_BY_TURNS = ['inbound_events', 'deliveries', 'turn_progress', 'turn_steps'] as const;

/** Reads and writes the holds. One that is over stays until someone ends it. */
@Injectable()
export class HoldsRepository {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  now(): number {
    return this.clock.now();
  }

  isOver({ until }: Pick<Hold, 'until'>): boolean {
    return until !== null && until <= this.clock.now();
  }

  /** All of them, also those that are over. */
  async all(): Promise<readonly Hold[]> {
    return (await this.db.on().selectFrom('holds').selectAll().execute()).map(toHold);
  }

  /** The hold of a place while it is in force. */
  async find(tx: Tx, place: HeldPlace): Promise<Hold | undefined> {
    const row = await this.rowAt(tx, place);
    return row && !this.isOver({ until: row.ends_at }) ? toHold(row) : undefined;
  }

  /** Holds a place, or changes its hold, which keeps its beginning. */
  async upsert(
    tx: Tx,
    { channel, account, conversation }: HeldPlace,
    by: string,
    terms: HoldTerms,
  ): Promise<Hold> {
    const change = { held_by: by, ends_at: terms.until, note: terms.note };
    const row = await this.db
      .on(tx)
      .insertInto('holds')
      .values({ channel, account, conversation_id: conversation, held_at: this.clock.now(), ...change })
      .onConflict((conflict) =>
        conflict.columns(['channel', 'account', 'conversation_id']).doUpdateSet(change),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    return toHold(row);
  }

  /**
   * @param which only one that is over, or any
   * @returns undefined when there was none
   */
  async remove(tx: Tx, place: HeldPlace, which: 'over' | 'any'): Promise<StoredHold | undefined> {
    const { channel, account, conversation } = place;
    let removal = this.db
      .on(tx)
      .deleteFrom('holds')
      .where('channel', '=', channel)
      .where('account', '=', account)
      .where('conversation_id', '=', conversation);
    if (which === 'over') removal = removal.where('ends_at', '<=', this.clock.now());
    const row = await removal.returningAll().executeTakeFirst();
    return row && { ...toHold(row), open: openIn(row) };
  }

  /**
   * Notes a message that is not answered because of the hold; of several, the one that was accepted last stays.
   * @returns false when the hold is over
   */
  async noteOpen(tx: Tx, place: HeldPlace, { eventId, sessionKey, payload }: OpenMessage): Promise<boolean> {
    const { channel, account, conversation } = place;
    const { numUpdatedRows } = await this.db
      .on(tx)
      .updateTable('holds')
      .set((eb) => {
        const isLater = eb.or([eb('open_event', 'is', null), eb('open_event', '<=', eventId)]);
        const later = (value: string, was: 'open_event' | 'open_session' | 'open_payload') =>
          eb.case().when(isLater).then(value).else(eb.ref(was)).end();
        return {
          open_event: later(eventId, 'open_event'),
          open_session: later(sessionKey, 'open_session'),
          open_payload: later(payload, 'open_payload'),
        };
      })
      .where('channel', '=', channel)
      .where('account', '=', account)
      .where('conversation_id', '=', conversation)
      .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', this.clock.now())]))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** The operators' id of a conversation; undefined for one that no one has written in. */
  async idOf(tx: Tx, { channel, account, conversation }: HeldPlace): Promise<string | undefined> {
    const row = await this.db
      .on(tx)
      .selectFrom('conversations')
      .select('id')
      .where('channel', '=', channel)
      .where('account', '=', account)
      .where('conversation_id', '=', conversation)
      .executeTakeFirst();
    return row?.id;
  }

  /** The open transactions that may be about to commit something of a turn. */
  turnsCommitting(): Promise<ReadonlySet<string>> {
    return this.db.writersOf(WRITTEN_BY_TURNS);
  }

  private rowAt(tx: Tx, { channel, account, conversation }: HeldPlace): Promise<Row<'holds'> | undefined> {
    return this.db
      .on(tx)
      .selectFrom('holds')
      .selectAll()
      .where('channel', '=', channel)
      .where('account', '=', account)
      .where('conversation_id', '=', conversation)
      .executeTakeFirst();
  }
}

const toHold = (row: Row<'holds'>): Hold => ({
  channel: row.channel as ChannelId,
  account: row.account as AccountId,
  conversation: row.conversation_id as ConversationId,
  since: row.held_at,
  until: row.ends_at,
  by: row.held_by,
  note: row.note,
});

function openIn({ open_event, open_session, open_payload }: Row<'holds'>): OpenMessage | undefined {
  if (open_event === null || open_session === null || open_payload === null) return undefined;
  return { eventId: open_event, sessionKey: open_session, payload: open_payload };
}
