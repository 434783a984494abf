import { Injectable } from '@nestjs/common';
import { firstIdAt, timeOfId } from '../../common/index.js';
import { Database, type Row } from '../../persistence/index.js';

/** Few enough to leave the event loop free between two readings. */
const PAGE = 1_000;

/** Events of the same end. */
export interface EventCount extends Pick<Row<'inbound_events'>, 'state' | 'outcome' | 'reason'> {
  readonly count: number;
}

/** An answer of the assistant, and how far it came. */
export interface AnswerTrace {
  readonly id: string;
  readonly event_id: string;
  readonly received_at: number;
  /** That of its first delivery; null when it has none any more. */
  readonly state: Row<'deliveries'>['state'] | null;
  readonly sent_at: number | null;
}

/** Reads the rows of messages of a time; every query reads a range of a key, because ids contain the time. */
@Injectable()
export class TracesRepository {
  constructor(private readonly db: Database) {}

  /** When the first event since `at` arrived. */
  async firstArrival(at: number): Promise<number | undefined> {
    const events = this.db.on().selectFrom('inbound_events').where('id', '>=', firstIdAt('evt', at));
    const first = await events.select('id').orderBy('id').limit(1).executeTakeFirst();
    return first && timeOfId(first.id);
  }

  /** When the first line since `at` was written, of anyone: an answer may be in a minute in which no one wrote. */
  async firstLine(at: number): Promise<number | undefined> {
    const lines = this.db.on().selectFrom('transcript').where('id', '>=', firstIdAt('msg', at));
    const first = await lines.select('id').orderBy('id').limit(1).executeTakeFirst();
    return first && timeOfId(first.id);
  }

  /** How many events arrived, counted up to `most`; the end is excluded here and below. */
  async countUpTo(most: number, from: number, to: number): Promise<number> {
    const some = this.arrived(from, to).select('id').limit(most).as('some');
    const counted = this.db
      .on()
      .selectFrom(some)
      .select(({ fn }) => fn.countAll<number>().as('count'));
    return (await counted.executeTakeFirstOrThrow()).count;
  }

  eventCounts(from: number, to: number): Promise<EventCount[]> {
    return this.arrived(from, to)
      .select(({ fn }) => ['state', 'outcome', 'reason', fn.countAll<number>().as('count')])
      .groupBy(['state', 'outcome', 'reason'])
      .execute();
  }

  /** The answers to events whose turns ended in this time. */
  async *answers(from: number, to: number): AsyncGenerator<AnswerTrace> {
    let after = firstIdAt('msg', from);
    for (let isMore = true; isMore;) {
      const page = await this.answerPage(after, firstIdAt('msg', to));
      yield* page;
      after = page.at(-1)?.id ?? after;
      isMore = page.length === PAGE;
    }
  }

  private arrived(from: number, to: number) {
    return this.db
      .on()
      .selectFrom('inbound_events')
      .where('id', '>=', firstIdAt('evt', from))
      .where('id', '<', firstIdAt('evt', to));
  }

  private answerPage(after: string, end: string): Promise<AnswerTrace[]> {
    return this.db
      .on()
      .selectFrom('transcript')
      .innerJoin('inbound_events', 'inbound_events.id', 'transcript.event_id')
      .leftJoin('deliveries', 'deliveries.id', 'transcript.delivery_id')
      .select(['transcript.id', 'transcript.event_id', 'inbound_events.received_at'])
      .select(['deliveries.state', 'deliveries.sent_at'])
      .where('transcript.id', '>', after)
      .where('transcript.id', '<', end)
      .where('transcript.role', '=', 'assistant')
      .where('inbound_events.outcome', '=', 'turn')
      .orderBy('transcript.id')
      .limit(PAGE)
      .execute();
  }
}
