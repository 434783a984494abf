import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Response } from 'express';
import { type Actor, SignInAuthenticator } from '../../access-control/index.js';
import { GatehouseError } from '../../common/index.js';
import { answersWithEvents, HEARTBEAT_MS, SseConnection } from '../events/sse-connection.js';
import { StreamSlots } from '../events/stream-slots.js';
import type { LogQueryDto } from './log-query.dto.js';
import { LogReader } from './log-reader.service.js';
import { LogStream } from './log-stream.js';

/** A caller of the log, and the line after which it begins. */
export interface LogCall {
  readonly actor: Actor;
  readonly query: LogQueryDto;
  readonly lastId: string | undefined;
}

/** The clients that follow the log, one stream each. */
@Injectable()
export class LogStreams implements OnModuleDestroy {
  private readonly streams = new Set<LogStream>();

  constructor(
    private readonly reader: LogReader,
    private readonly signIns: SignInAuthenticator,
    private readonly slots: StreamSlots,
  ) {}

  /**
   * Sends lines while the caller is connected and its token is valid.
   * @throws GatehouseError INVALID_REQUEST, UNAVAILABLE
   */
  async serve(call: LogCall, response: Response): Promise<void> {
    const { actor, query } = call;
    if (query.cursor !== undefined)
      throw GatehouseError.invalidField('cursor', 'is not accepted for streams');
    const from = this.beginOf(call);
    if (response.destroyed) return;
    response.once('close', this.slots.reserve(actor));
    const filter = await this.reader.filterOf(query);
    const replicas = await this.reader.replicas();
    if (!answersWithEvents(response)) return;
    const connection = new SseConnection(response, () => this.signIns.isGood(actor));
    this.open(new LogStream(this.reader, { connection, filter, from }), response, replicas);
  }

  /** Closes all streams: clients connect again with the id of their last line. */
  onModuleDestroy(): void {
    for (const stream of this.streams) stream.end();
  }

  /** All lines of this process are news to a client that has followed another, or one before a restart. */
  private beginOf({ query, lastId }: LogCall): number {
    const { begin, end } = this.reader.kept;
    if (lastId === undefined) return query.since === undefined ? end : begin;
    return Math.min((this.reader.numberOf(lastId) ?? begin - 1) + 1, end);
  }

  private open(stream: LogStream, response: Response, replicas: object): void {
    stream.begin(replicas);
    this.streams.add(stream);
    const unfollow = this.reader.kept.follow(() => stream.tell());
    const beat = setInterval(() => stream.beat(), HEARTBEAT_MS).unref();
    response.once('close', () => {
      unfollow();
      clearInterval(beat);
      this.streams.delete(stream);
    });
  }
}
