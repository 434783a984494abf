import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock, GatehouseError, KeptLines } from '../../common/index.js';
import { Conversations } from '../../operator/index.js';
import { JobQueue } from '../../persistence/index.js';
import type { Json } from '../http/json.js';
import { Keyset, type PageRange } from '../http/paging.js';
import { beginOf, LogFilter } from './log-filter.js';
import { type LogLineDto, type LogPageDto, type LogReplicasDto, toLogLineDto } from './log-line.dto.js';
import type { LogQueryDto } from './log-query.dto.js';

/** So many lines are looked at before other work has its turn. */
export const AT_ONCE = 250;

/** `origin.number` of a line. */
const LINE_ID = /^[0-9a-z]{26}\.\d{1,15}$/;
const OUR_CONVERSATION = /^cnv_[0-9a-z]{26}$/;

interface Found {
  readonly id: string;
  readonly line: Json<LogLineDto>;
}

const LINES = new Keyset<Found>(LINE_ID, ({ id }) => id);

/** Reads the kept lines of this process's log. */
@Injectable()
export class LogReader {
  constructor(
    readonly kept: KeptLines,
    private readonly conversations: Conversations,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** @throws GatehouseError INVALID_REQUEST naming the field */
  async page(query: LogQueryDto): Promise<Json<LogPageDto>> {
    const filter = await this.filterOf(query);
    const last_id = this.idOf(this.kept.end - 1);
    const page = await LINES.page(
      query,
      (range) => this.find(range, filter),
      ({ line }) => line,
    );
    return { ...page, last_id, replicas: await this.replicas() };
  }

  /** @throws GatehouseError INVALID_REQUEST naming the field */
  async filterOf({ level, since, event, conversation }: LogQueryDto): Promise<LogFilter> {
    return new LogFilter({
      level,
      since: since && this.timeOf(since),
      eventId: event,
      conversationId: conversation && (await this.placeOf(conversation)),
    });
  }

  /** Works without the database too: the log may say why that is away. */
  async replicas(): Promise<Json<LogReplicasDto>> {
    const { own, others } = await this.queue.replicas();
    return { covered: [own], others: others ?? null };
  }

  idOf(number: number): string {
    return `${this.kept.origin}.${number}`;
  }

  /** The number of a line of this process; undefined for a line of another. @throws GatehouseError INVALID_REQUEST */
  numberOf(id: string): number | undefined {
    if (!LINE_ID.test(id)) throw GatehouseError.invalidField('Last-Event-ID', 'must be the id of a log line');
    const [origin, number] = id.split('.');
    return origin === this.kept.origin ? Number(number) : undefined;
  }

  /** The line of this number, if it is kept and wanted. */
  wanted(number: number, filter: LogFilter): Json<LogLineDto> | undefined {
    const bytes = this.kept.at(number);
    return bytes && filter.accepts(bytes) ? toLogLineDto(this.idOf(number), bytes.toString()) : undefined;
  }

  private async find({ limit, key }: PageRange, filter: LogFilter): Promise<readonly Found[]> {
    const found: Found[] = [];
    let number = key === undefined ? this.kept.end : this.before(key);
    for (number--; number >= this.kept.begin && found.length < limit; number--) {
      const line = this.wanted(number, filter);
      if (line) found.push({ id: line.id, line });
      if (number % AT_ONCE === 0) await nextTurn();
    }
    return found;
  }

  private timeOf(since: string): string {
    const begin = beginOf(since, this.clock.now());
    if (begin !== undefined) return begin;
    throw GatehouseError.invalidField('since', 'is not a valid time');
  }

  private before(key: string): number {
    const number = this.numberOf(key);
    if (number !== undefined) return number;
    throw GatehouseError.invalidField(
      'cursor',
      'belongs to another replica or to the time before its restart',
    );
  }

  private async placeOf(conversation: string): Promise<string> {
    if (!OUR_CONVERSATION.test(conversation)) return conversation;
    const place = await this.conversations.placeOf(conversation);
    if (place !== undefined) return place;
    throw GatehouseError.invalidField('conversation', 'names no conversation');
  }
}
