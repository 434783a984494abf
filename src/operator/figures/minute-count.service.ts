import { Injectable } from '@nestjs/common';
import { UsageReports } from '../../usage/index.js';
import { bucketOf, NOTHING, type Sums } from './sums.js';
import { MINUTE_MS, startOf } from './steps.js';
import { type AnswerTrace, type EventCount, TracesRepository } from './traces.repository.js';

/** A minute as its rows tell it. */
export interface CountedMinute {
  readonly sums: Sums;
  /** Something in it has not ended, so it will count differently. */
  readonly isOpen: boolean;
}

/** Counts single minutes from the rows of messages and of the ledger. */
@Injectable()
export class MinuteCount {
  constructor(
    private readonly traces: TracesRepository,
    private readonly usage: UsageReports,
  ) {}

  /** The first minute since `at` with anything in it, that begins before `before`. */
  async nextMinute(at: number, before: number): Promise<number | undefined> {
    const found = await Promise.all([
      this.traces.firstArrival(at),
      this.traces.firstLine(at),
      this.usage.firstCallSince(at),
    ]);
    const first = Math.min(...found.map((each) => each ?? Infinity));
    return first < before ? startOf('minute', first) : undefined;
  }

  /** Whether no more messages than this arrived in a minute. */
  async isSmall(minute: number, most: number): Promise<boolean> {
    return (await this.traces.countUpTo(most + 1, minute, minute + MINUTE_MS)) <= most;
  }

  async count(minute: number): Promise<CountedMinute> {
    const end = minute + MINUTE_MS;
    const [events, answers, tokens] = await Promise.all([
      this.traces.eventCounts(minute, end),
      this.answers(minute, end),
      this.usage.tokensByAgent(minute, end),
    ]);
    const sums = {
      ...NOTHING,
      ...answers.sums,
      received: events.reduce((sum, { count }) => sum + count, 0),
      failed: answers.sums.failed + countOf(events, hasFailed),
      dropped: droppedOf(events),
      tokens: Object.fromEntries(tokens.map(({ agent, ...used }) => [agent, used])),
    };
    return { sums, isOpen: answers.isOpen || events.some(isOpen) };
  }

  /** Each event once, even where its answer has several lines. */
  private async answers(from: number, to: number) {
    const seen = new Set<string>();
    const latencies: Record<string, number> = {};
    let [answered, failed, isOpen] = [0, 0, false];
    for await (const answer of this.traces.answers(from, to)) {
      if (seen.has(answer.event_id)) continue;
      seen.add(answer.event_id);
      const latency = latencyOf(answer);
      if (latency !== undefined) {
        answered++;
        latencies[bucketOf(latency)] = (latencies[bucketOf(latency)] ?? 0) + 1;
      } else if (answer.state === 'dead') failed++;
      else isOpen ||= answer.state !== null;
    }
    return { sums: { answered, failed, latencies }, isOpen };
  }
}

const latencyOf = ({ state, sent_at, received_at }: AnswerTrace): number | undefined =>
  state === 'sent' && sent_at !== null ? Math.max(0, sent_at - received_at) : undefined;

const hasFailed = ({ state, outcome }: EventCount): boolean => state === 'dead' || outcome === 'failed';

/** A held message may still be answered, once its conversation is handed back. */
const isOpen = ({ state, reason }: EventCount): boolean => state === 'pending' || reason === 'held';

const countOf = (events: readonly EventCount[], is: (event: EventCount) => boolean): number =>
  events.filter(is).reduce((sum, { count }) => sum + count, 0);

const droppedOf = (events: readonly EventCount[]): Sums['dropped'] =>
  Object.fromEntries(
    events.flatMap(({ outcome, reason, count }) =>
      outcome === 'dropped' ? [[reason ?? 'unknown', count] as const] : [],
    ),
  );
