import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import type { ConversationRef } from '../../channels/index.js';
import type { MessageIds } from '../../common/index.js';

/** The shortest time between two log lines about drops of the same kind, ms: a flood must not fill the disk. */
const QUIET_MS = 60_000;

/** Drops that every answer brings along: its echo, its receipts. Of use only to someone who looks for a fault. */
const ROUTINE: ReadonlySet<string> = new Set(['own-message', 'update']);

/** Drops with equal values are counted and logged together. */
export interface Drop {
  readonly channel: string;
  readonly account: string;
  readonly reason: string;
  /** Undefined for events that the connector itself drops, because their kind is unknown. */
  readonly kind?: ConversationRef['kind'];
  /** The message; a line about a single drop has its ids. */
  readonly about?: MessageIds;
}

/** The drops of one kind that are not yet in the counter and in the log. */
interface Tally {
  readonly labels: { readonly channel: string; readonly account: string; readonly reason: string };
  readonly like: string;
  uncounted: number;
  unsaid: number;
}

/**
 * Gives every message without an answer a reason, in the log and as a counter. The echo and the receipt of each answer
 * are drops too, so counting is kept cheap: a drop only adds to a tally, and the counter is brought up to date when it
 * is read.
 */
@Injectable()
export class DropCounter implements OnModuleDestroy {
  private readonly logger = new Logger('Conversations');
  private readonly counter: Counter;
  private readonly tallies = new Map<string, Tally>();
  private timer: NodeJS.Timeout | undefined;

  constructor(registry: Registry) {
    this.counter = new Counter({
      name: 'gatehouse_inbound_dropped_total',
      help: 'Inbound events that started no turn, by channel and reason.',
      labelNames: ['channel', 'account', 'reason'],
      registers: [registry],
      collect: () => this.bringUpToDate(),
    });
  }

  /** Logs the first drop of a kind at once, and after that once a minute how many there were. */
  count(drop: Drop): void {
    const key = `${drop.channel} ${drop.account} ${drop.reason} ${drop.kind ?? ''}`;
    const known = this.tallies.get(key);
    if (known) {
      known.uncounted++;
      known.unsaid++;
    } else this.begin(key, drop);
  }

  private begin(key: string, { channel, account, reason, kind, about = {} }: Drop): void {
    const like = `${kind === undefined ? 'an' : `a ${kind}`} event of ${channel}/${account}: ${reason}`;
    this.tallies.set(key, { labels: { channel, account, reason }, like, uncounted: 1, unsaid: 0 });
    this.say(reason, {
      event_id: about.eventId,
      conversation_id: about.conversationId,
      msg: `dropped ${like}`,
    });
    this.timer ??= setInterval(() => this.tell(), QUIET_MS).unref();
  }

  onModuleDestroy(): void {
    this.tell();
    clearInterval(this.timer);
  }

  private tell(): void {
    this.bringUpToDate();
    for (const [key, tally] of this.tallies) {
      const { unsaid, like, labels } = tally;
      if (unsaid > 0) this.say(labels.reason, `dropped ${unsaid} more within a minute, each ${like}`);
      else this.tallies.delete(key);
      tally.unsaid = 0;
    }
    if (this.tallies.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private say(reason: string, line: string | object): void {
    if (ROUTINE.has(reason)) this.logger.debug(line);
    else this.logger.log(line);
  }

  private bringUpToDate(): void {
    for (const tally of this.tallies.values()) {
      this.counter.inc(tally.labels, tally.uncounted);
      tally.uncounted = 0;
    }
  }
}
