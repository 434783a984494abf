import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SseConnection } from '../events/sse-connection.js';
import type { LogFilter } from './log-filter.js';
import { AT_ONCE, type LogReader } from './log-reader.service.js';

/** New lines are sent together: each look at them asks whether the token is still good. */
const BATCH_MS = 200;

export interface LogListener {
  readonly connection: SseConnection;
  readonly filter: LogFilter;
  /** The number of the first line to send. */
  readonly from: number;
}

/** The log as one client follows it. */
export class LogStream {
  private next: number;
  private timer: NodeJS.Timeout | undefined;
  private running = Promise.resolve();

  constructor(
    private readonly reader: LogReader,
    private readonly to: LogListener,
  ) {
    this.next = to.from;
  }

  /** Sends the replicas and an id at once, and the lines since. */
  begin(replicas: object): void {
    this.to.connection.begin(`event: replicas\ndata: ${JSON.stringify(replicas)}\n\n${this.idLine}`);
    this.tell();
  }

  /** Called for each line of the log. */
  tell(): void {
    this.timer ??= setTimeout(() => this.send(), BATCH_MS).unref();
  }

  /** Called now and then, so that a silent connection is not taken for dead. */
  beat(): void {
    if (this.to.connection.isSilent) this.send();
  }

  end(): void {
    clearTimeout(this.timer);
    this.to.connection.end();
  }

  private send(): void {
    this.timer = undefined;
    this.running = this.running.then(() => this.catchUp()).catch(() => this.end());
  }

  private async catchUp(): Promise<void> {
    const { connection } = this.to;
    await connection.requireAllowed();
    while (this.next < this.reader.kept.end) {
      if (this.next < this.reader.kept.begin) await this.skipGap();
      else await this.sendNext();
      if (this.next % AT_ONCE === 0) await nextTurn();
    }
    if (connection.isSilent) await connection.write(`${this.idLine}\n`);
  }

  private async sendNext(): Promise<void> {
    const line = this.reader.wanted(this.next++, this.to.filter);
    if (line) await this.to.connection.write(`id: ${line.id}\nevent: log\ndata: ${JSON.stringify(line)}\n\n`);
  }

  /** Lines have gone that a slow client has not read, or one that was away for long. */
  private async skipGap(): Promise<void> {
    const { begin } = this.reader.kept;
    const gap = { lines: begin - this.next };
    this.next = begin;
    await this.to.connection.write(`event: gap\ndata: ${JSON.stringify(gap)}\n\n`);
  }

  private get idLine(): string {
    return `id: ${this.reader.idOf(this.next - 1)}\n`;
  }
}
