import { Injectable } from '@nestjs/common';
import { Alerts } from '../../../alerts/index.js';
import { Conversations } from '../../../operator/index.js';
import { LoopBreaks } from '../../../conversations/index.js';
import { Deliveries } from '../../../delivery/index.js';
import { ChannelOverview } from '../../status/channel-overview.service.js';
import type { Marks } from './hint.js';

/** Reads the marks from the tables of their subjects: nothing is written for them anywhere. */
@Injectable()
export class ListMarks {
  constructor(
    private readonly conversations: Conversations,
    private readonly deliveries: Deliveries,
    private readonly channels: ChannelOverview,
    private readonly loops: LoopBreaks,
    private readonly alerts: Alerts,
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
    const alerts = await this.alerts.due();
    // The time and the text of this one are others at each look.
    const lasting = alerts.map(({ code, ...rest }) =>
      code === 'oldest-unanswered' ? { code } : { code, ...rest },
    );
    return { alert: JSON.stringify(lasting) };
  }
}
