import { Injectable } from '@nestjs/common';
import { Conditions } from '../../../conditions/index.js';
import { Conversations } from '../../../operator/index.js';
import { LoopBreaks } from '../../../conversations/index.js';
import { Deliveries } from '../../../delivery/index.js';
import { ChannelOverview } from '../../status/channel-overview.service.js';

/**
 * A kind of things that have changed, which is all that a listener is told: events that ended, deliveries (states, attempts, receipts),
 * accounts, alerts, and loop breaks. All are in lists that every role may read.
 */
export const HINTS = ['event', 'delivery', 'account', 'alert', 'loop'] as const;
export type Hint = (typeof HINTS)[number];

/** A text for each kind that is another one once what it stands for is. */
export type Marks = Readonly<Record<Hint, string>>;

/** Reads the marks from the tables of their subjects: nothing is written for them anywhere. */
@Injectable()
export class ListMarks {
  constructor(
    private readonly conversations: Conversations,
    private readonly deliveries: Deliveries,
    private readonly channels: ChannelOverview,
    private readonly loops: LoopBreaks,
    private readonly conditions: Conditions,
  ) {}

  /** @throws DatabaseUnavailableError */
  async ofLists(): Promise<Omit<Marks, 'alert'>> {
    const [event, delivery, accounts, loops] = await Promise.all([
      this.conversations.eventsMark(),
      this.deliveries.mark(),
      this.channels.list(),
      this.loops.list(),
    ]);
    return { event, delivery, account: JSON.stringify(accounts), loop: JSON.stringify(loops) };
  }

  /** Costs more than the lists, so it is for a slower pace. */
  async ofAlerts(): Promise<Pick<Marks, 'alert'>> {
    const alerts = await this.conditions.due();
    // The time and the text of this one are others at each look.
    const lasting = alerts.map(({ code, ...rest }) =>
      code === 'oldest-unanswered' ? { code } : { code, ...rest },
    );
    return { alert: JSON.stringify(lasting) };
  }
}
