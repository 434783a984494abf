import { Injectable } from '@nestjs/common';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { InboundEvent } from '../../channels/index.js';
import type { TurnFailure } from '../../assistant/index.js';
import { Clock, newId } from '../../common/index.js';
import type { MessageScope } from '../../delivery/index.js';
import {
  type BurialReason,
  Database,
  isTakenKey,
  pick,
  prepared,
  type Row,
  type Schema,
  type Tx,
} from '../../persistence/index.js';
import type { SessionSettings } from '../sessions/session.repository.js';
import type { DropReason } from './drop-reasons.js';
import type { EndingEvent, EventFollower, EventOutcome, TurnFacts, TurnRecord } from './event-outcome.js';
import { type NewEvent, payloadOf, readPayload, type StoredEvent, type StreamState } from './stored-event.js';

/** Two events with the same key are one. */
export type InboxKey = Pick<InboundEvent, 'channel' | 'account' | 'inboxKey'>;

interface DoneAtOnce {
  readonly sessionKey: string;
  readonly receivedAt: number;
  readonly reason: DropReason;
}

type EventRow = Row<'inbound_events'>;
/** The columns that are empty until an event is done. */
type EventEnd = Pick<
  EventRow,
  'outcome' | 'reason' | 'judged' | 'model' | 'answer_remark' | 'turn' | 'processed_at'
>;

/** An event with the same inbox key exists. */
export class DuplicateEventError extends Error {
  override readonly name = 'DuplicateEventError';
}

/** A person holds the conversation, so nothing of a turn may be sent there. */
export class HeldError extends Error {
  override readonly name = 'HeldError';

  constructor() {
    super('a person holds the conversation');
  }
}

const INSERT = prepared((sql, event: Omit<EventRow, 'state' | 'joined_by' | keyof EventEnd>) =>
  sql.insertInto('inbound_events').values({
    ...pick(event, 'id', 'channel', 'account', 'inbox_key', 'session_key', 'payload', 'received_at'),
    ...pick(event, 'conversation_id', 'sender_id', 'sequence'),
    state: 'pending',
  }),
);

/** `stopKeyOf` of an event. */
const STOP_KEY = sql<string>`inbound_events.session_key || ':stop:' || inbound_events.channel || ':'
  || inbound_events.account || ':' || inbound_events.conversation_id`;

/** A waiting event with the settings of its session. */
const pending = (on: Kysely<Schema>, id: string) =>
  on
    .selectFrom('inbound_events')
    .leftJoin('sessions', 'sessions.session_key', 'inbound_events.session_key')
    .leftJoin('sessions as stops', (join) => join.on('stops.session_key', '=', STOP_KEY))
    .select(['joined_by', 'sessions.begins_after', 'sessions.model', 'stops.stopped_by'])
    .where('inbound_events.id', '=', id)
    .where('inbound_events.state', '=', 'pending');

const FIND_PENDING = prepared((on, { id }: Pick<EventRow, 'id'>) =>
  pending(on, id)
    .leftJoin('turn_progress', 'turn_progress.event_id', 'inbound_events.id')
    .select(['inbound_events.session_key', 'payload', 'received_at', 'said', 'stream'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('turn_steps')
            .select('step')
            .whereRef('turn_steps.event_id', '=', 'inbound_events.id'),
        )
        .as('has_acted'),
    ),
);

type Remote = Pick<Row<'deliveries'>, 'channel' | 'account' | 'remote_id'> & {
  readonly conversation: string | null;
};

const FIND_FACTS = prepared(
  (on, { id, channel, account, remote_id, conversation }: Remote & { id: string }) =>
    pending(on, id).select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('deliveries')
            .select('deliveries.id')
            .where('deliveries.channel', '=', channel)
            .where('deliveries.account', '=', account)
            .where('deliveries.remote_id', '=', remote_id)
            .where((of) =>
              of(
                'deliveries.conversation_id',
                '=',
                of.fn.coalesce(of.val(conversation), 'deliveries.conversation_id'),
              ),
            ),
        )
        .as('is_ours'),
    ),
);

const FINISH = prepared((sql, end: Pick<EventRow, 'id'> & EventEnd) => finishing(sql, end));

/**
 * The same for an event whose turn sends something: refused while a person holds the conversation, which the database
 * decides in the statement that the end of the turn needs anyway.
 */
const FINISH_UNHELD = {
  sqlite: prepared((sql, end: UnheldEnd) =>
    finishing(sql, end).where((eb) => eb(holdAt(eb, end.now), 'is', null)),
  ),
  postgres: prepared((sql, end: UnheldEnd) =>
    finishing(sql, end).where((eb) =>
      eb.case().when(holdAt(eb, end.now), 'is not', null).then(REFUSED).else(eb.lit(true)).end(),
    ),
  ),
};

type UnheldEnd = Pick<EventRow, 'id'> & EventEnd & { readonly now: number };

const finishing = (sql: Kysely<Schema>, end: Pick<EventRow, 'id'> & EventEnd) =>
  sql
    .updateTable('inbound_events')
    .set({
      ...pick(end, 'outcome', 'reason', 'judged', 'model', 'answer_remark', 'turn', 'processed_at'),
      state: 'done',
      payload: '',
    })
    .where('id', '=', end.id);

/** The beginning of a hold in force. Not `exists`, for which PostgreSQL may read all holds at once. */
const holdAt = (eb: ExpressionBuilder<Schema, 'inbound_events'>, now: number) =>
  eb
    .selectFrom('holds')
    .select('holds.held_at')
    .whereRef('holds.channel', '=', 'inbound_events.channel')
    .whereRef('holds.account', '=', 'inbound_events.account')
    .whereRef('holds.conversation_id', '=', 'inbound_events.conversation_id')
    .where((of) => of.or([of('holds.ends_at', 'is', null), of('holds.ends_at', '>', now)]));

/** Made in migrations/release-0.3.ts. */
const REFUSED = sql<boolean>`gatehouse_refuse_held_v1()`;
/** Its SQLSTATE. */
const HELD_CODE = 'GH002';

@Injectable()
export class InboxRepository {
  /** Told of what is stored here; usually no one. */
  follower: EventFollower | undefined;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** An event ready to be stored, with its id and the time of its arrival. */
  newEvent(event: InboundEvent, sessionKey: string): NewEvent {
    const receivedAt = this.clock.now();
    return { id: newId('evt', receivedAt), sessionKey, event, receivedAt };
  }

  /** @throws DuplicateEventError when an event with the same inbox key exists */
  async insert(tx: Tx, { id, sessionKey, event, receivedAt }: NewEvent): Promise<void> {
    const { channel, account, inboxKey } = event;
    const inserted = INSERT(this.db.on(tx), {
      id,
      channel,
      account,
      inbox_key: inboxKey,
      session_key: sessionKey,
      conversation_id: event.conversation.id,
      sender_id: event.sender.id,
      sequence: event.sequence ?? null,
      payload: payloadOf(event),
      received_at: receivedAt,
    });
    await inserted.catch((error: unknown) => {
      throw isTakenKey(error) ? new DuplicateEventError() : error;
    });
  }

  /** Records a thing that happens once and needs no job. False when it already happened. */
  async insertDone(
    tx: Tx,
    { reason, ...done }: InboxKey & Pick<InboundEvent, 'sequence'> & DoneAtOnce,
  ): Promise<boolean> {
    const now = this.clock.now();
    const result = await this.db
      .on(tx)
      .insertInto('inbound_events')
      .values({
        id: newId('evt', now),
        channel: done.channel,
        account: done.account,
        inbox_key: done.inboxKey,
        session_key: done.sessionKey,
        state: 'done',
        outcome: 'dropped',
        reason,
        payload: '',
        sequence: done.sequence ?? null,
        received_at: done.receivedAt,
        processed_at: now,
      })
      .onConflict((conflict) => conflict.columns(['channel', 'account', 'inbox_key']).doNothing())
      .executeTakeFirst();
    return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  async exists(event: InboxKey): Promise<boolean> {
    const row = await this.db
      .on()
      .selectFrom('inbound_events')
      .select('id')
      .where('channel', '=', event.channel)
      .where('account', '=', event.account)
      .where('inbox_key', '=', event.inboxKey)
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * A new event with the facts about it that its process does not know. Call it behind its job: the lane is locked
   * from then on, and the jobs before it have ended.
   * @param scope where the id of a message is unique; undefined for other events
   */
  async withFacts(
    tx: Tx,
    stored: NewEvent,
    scope: MessageScope | undefined,
  ): Promise<StoredEvent | undefined> {
    const { id, event } = stored;
    const { channel, account } = event;
    const { rows } = await FIND_FACTS(this.db.on(tx), {
      id,
      channel,
      account,
      remote_id: event.kind === 'message' ? event.messageId : null,
      conversation: scope?.conversation ?? null,
    });
    const [row] = rows;
    if (!row) return undefined;
    const join = row.joined_by === null ? {} : { joinedBy: row.joined_by };
    const session = sessionOf(row);
    return { ...stored, ...join, session, alreadySaid: '', hasActed: false, isOurs: Boolean(row.is_ours) };
  }

  /** The event while it waits; undefined once it is done. */
  async findPending(id: string): Promise<StoredEvent | undefined> {
    const [row] = (await FIND_PENDING(this.db.on(), { id })).rows;
    if (!row) return undefined;
    const { session_key: sessionKey, received_at: receivedAt, said, stream, joined_by: joinedBy } = row;
    const before = {
      alreadySaid: said ?? '',
      ...(stream === null ? {} : { stream: JSON.parse(stream) as StreamState }),
      hasActed: Boolean(row.has_acted),
    };
    const read = readPayload(row.payload, { id, receivedAt });
    const join = joinedBy === null ? {} : { joinedBy };
    return { id, sessionKey, receivedAt, ...read, ...before, ...join, session: sessionOf(row) };
  }

  /** Ends an event and deletes its text: anything that may be kept is in the transcript. */
  async finish(tx: Tx, stored: EndingEvent, end: EventOutcome): Promise<void> {
    await Promise.all([
      FINISH(this.db.on(tx), endOf(stored.id, end, this.clock.now())),
      this.follower?.ended(tx, stored, end),
    ]);
  }

  /**
   * The same for an event whose turn sends something.
   * @throws HeldError while a person holds the conversation; the transaction must then roll back
   */
  async finishUnheld(tx: Tx, stored: EndingEvent, end: EventOutcome): Promise<void> {
    const now = this.clock.now();
    const values = { ...endOf(stored.id, end, now), now };
    const [{ numAffectedRows }] = await Promise.all([
      FINISH_UNHELD[this.db.dialect](this.db.on(tx), values).catch(heldOr),
      this.follower?.ended(tx, stored, end),
    ]);
    if (numAffectedRows === 0n && this.db.dialect === 'sqlite') throw new HeldError();
  }

  /** @returns the event's conversation, in the channel's own form */
  async bury(
    tx: Tx,
    id: string,
    error: string,
    reason: BurialReason & TurnFailure,
  ): Promise<string | null | undefined> {
    const turn: TurnRecord = { error };
    const buried = await this.db
      .on(tx)
      .updateTable('inbound_events')
      .set({
        state: 'dead',
        outcome: 'failed',
        reason,
        turn: JSON.stringify(turn),
        processed_at: this.clock.now(),
      })
      .where('id', '=', id)
      .returning(['conversation_id', 'payload', 'received_at'])
      .executeTakeFirst();
    if (!buried) return undefined;
    const stored = { id, ...readPayload(buried.payload, { id, receivedAt: buried.received_at }) };
    await this.follower?.ended(tx, stored, { outcome: 'failed', reason });
    return buried.conversation_id;
  }

  /** Queues a dead event again; false when there is none with that id (any more). */
  async revive(tx: Tx, id: string): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .on(tx)
      .updateTable('inbound_events')
      .set({ state: 'pending', outcome: null, reason: null, turn: null, processed_at: null })
      .where('id', '=', id)
      .where('state', '=', 'dead')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}

const recordOf = ({ begunAt, ...facts }: TurnFacts, now: number): TurnRecord => ({
  ...facts,
  ms: Math.max(0, Math.round(now - begunAt)),
});

const endOf = (id: string, end: EventOutcome, at: number): Pick<EventRow, 'id'> & EventEnd => ({
  id,
  outcome: end.outcome,
  reason: 'reason' in end ? (end.reason ?? null) : null,
  judged: end.judged ?? null,
  model: end.model ?? null,
  answer_remark: end.isCutOff ? 'cut-off' : null,
  turn: end.run ? JSON.stringify(recordOf(end.run, at)) : null,
  processed_at: at,
});

function heldOr(error: unknown): never {
  throw (error as { code?: unknown } | null)?.code === HELD_CODE ? new HeldError() : error;
}

type SessionColumns = Pick<Row<'sessions'>, 'model' | 'stopped_by'> & { begins_after: number | null };

function sessionOf(row: SessionColumns): SessionSettings {
  return {
    beginsAfter: row.begins_after ?? 0,
    ...(row.model === null ? {} : { model: row.model }),
    ...(row.stopped_by === null ? {} : { stoppedBy: row.stopped_by }),
  };
}
