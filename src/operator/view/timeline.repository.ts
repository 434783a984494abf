import { Injectable } from '@nestjs/common';
import { firstIdAt } from '../../common/index.js';
import { Database, type Row } from '../../persistence/index.js';
import type { Place } from '../reasons/places.repository.js';

const COLUMNS = [
  ...(['id', 'channel', 'account', 'conversation_id', 'sender_id', 'session_key'] as const),
  ...(['state', 'outcome', 'reason', 'judged', 'model', 'answer_remark', 'turn'] as const),
  ...(['received_at', 'processed_at'] as const),
];

/** An inbound event without its content. */
export type EventRecord = Pick<Row<'inbound_events'>, (typeof COLUMNS)[number]>;

/** Epoch ms, both ends included. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** Reads the traces of one inbound event from all tables that have any. */
@Injectable()
export class TimelineRepository {
  constructor(private readonly db: Database) {}

  event(id: string): Promise<EventRecord | undefined> {
    return this.db.on().selectFrom('inbound_events').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  }

  /** The last event that is in the transcript or has a reason; both have an index. */
  async lastEventIn(place: Place): Promise<{ id: string; sessionKey: string } | undefined> {
    const said = this.in('transcript', place)
      .select(['event_id as event', 'session_key as sessionKey'])
      .where('role', '=', 'user')
      // A notice may be ours, as that of a hold, and has no event then.
      .where('kind', '<>', 'notice')
      .orderBy('id', 'desc')
      .limit(1);
    const unanswered = this.in('inbound_events', place)
      .select(['id as event', 'session_key as sessionKey'])
      .where('reason', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1);
    const found = await Promise.all([said.executeTakeFirst(), unanswered.executeTakeFirst()]);
    const [last] = found
      .filter((each) => each !== undefined)
      .toSorted((one, other) => (one.event < other.event ? 1 : -1));
    return last && { id: last.event, sessionKey: last.sessionKey };
  }

  /** The last of these events that is of the conversation. */
  async lastOf(place: Place, ids: readonly string[]): Promise<string | undefined> {
    if (ids.length === 0) return undefined;
    const last = this.in('inbound_events', place).select('id').where('id', 'in', ids).orderBy('id', 'desc');
    return (await last.limit(1).executeTakeFirst())?.id;
  }

  /** The event behind a line of the transcript, or behind its question. */
  async eventOfLine(id: string): Promise<string | undefined> {
    const row = await this.db
      .on()
      .selectFrom('transcript')
      .select('event_id')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.event_id;
  }

  /** The event's lines in the transcript that were written within a period. */
  lines(eventId: string, { from, to }: Period) {
    return this.db
      .on()
      .selectFrom('transcript')
      .select(['id', 'role', 'kind', 'created_at'])
      .where('id', '>=', firstIdAt('msg', from))
      .where('id', '<', firstIdAt('msg', to + 1))
      .where('event_id', '=', eventId)
      .execute();
  }

  /** Tool calls with an effect. */
  steps(eventId: string) {
    return this.db
      .on()
      .selectFrom('turn_steps')
      .select(['step', 'call', 'result', 'created_at'])
      .where('event_id', '=', eventId)
      .execute();
  }

  /** Approvals that the event's turn asked for within a period. */
  approvals(eventId: string, { from, to }: Period) {
    return this.db
      .on()
      .selectFrom('approvals')
      .select(['id', 'code', 'state', 'provider', 'tool', 'created_at', 'decided_at', 'ended_at'])
      .where('id', '>=', firstIdAt('apr', from))
      .where('id', '<', firstIdAt('apr', to + 1))
      .where('event_id', '=', eventId)
      .orderBy('id')
      .execute();
  }

  private in(table: 'transcript' | 'inbound_events', place: Place) {
    return this.db
      .on()
      .selectFrom<'transcript' | 'inbound_events'>(table)
      .where('channel', '=', place.channel)
      .where('account', '=', place.account)
      .where('conversation_id', '=', place.conversation_id);
  }
}
