import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import type { ConversationRef } from '../../channels/index.js';

/** How often drops of the same kind are logged, ms: a flood must not fill the disk. */
const QUIET_MS = 60_000;

/** Drops with the same values are counted, and logged, as one. */
export interface Drop {
  readonly channel: string;
  readonly account: string;
  readonly reason: string;
  /** Unknown for events that the connector itself drops. */
  readonly kind?: ConversationRef['kind'];
}

/** Gives every message without an answer a reason, in the log and as a counter. */
@Injectable()
export class DropCounter implements OnModuleDestroy {
  private readonly logger = new Logger('Conversations');
  private readonly counter: Counter;
  /** Drops since the last log line about their kind. */
  private readonly unsaid = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(registry: Registry) {
    this.counter = new Counter({
      name: 'gatehouse_inbound_dropped_total',
      help: 'Inbound events that started no turn, by channel and reason.',
      labelNames: ['channel', 'account', 'reason'],
      registers: [registry],
    });
  }

  /** Logs the first of a kind at once, and once a minute how many followed. */
  count({ channel, account, reason, kind }: Drop): void {
    this.counter.inc({ channel, account, reason });
    const like = `${kind === undefined ? 'an' : `a ${kind}`} event of ${channel}/${account}: ${reason}`;
    const unsaid = this.unsaid.get(like);
    this.unsaid.set(like, unsaid === undefined ? 0 : unsaid + 1);
    if (unsaid === undefined) this.logger.log(`dropped ${like}`);
    this.timer ??= setInterval(() => this.tell(), QUIET_MS).unref();
  }

  onModuleDestroy(): void {
    this.tell();
    clearInterval(this.timer);
  }

  private tell(): void {
    for (const [like, count] of this.unsaid) {
      if (count > 0) this.logger.log(`dropped ${count} more in a minute, each ${like}`);
      if (count > 0) this.unsaid.set(like, 0);
      else this.unsaid.delete(like);
    }
    if (this.unsaid.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
