import { Injectable } from '@nestjs/common';
import { firstIdAt } from '../../../common/index.js';
import { Database, type Row } from '../../../persistence/index.js';

const COLUMNS = [
  ...(['id', 'channel', 'account', 'conversation_id', 'sender_id', 'session_key'] as const),
  ...(['state', 'outcome', 'reason', 'model', 'answer_remark'] as const),
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
}
