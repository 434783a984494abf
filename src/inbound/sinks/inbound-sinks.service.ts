import { Injectable } from '@nestjs/common';
import type { AccountId, ChannelId, ConnectionState, InboundSink } from '../../channels/index.js';
import { Receipts } from '../../delivery/index.js';
import { DropCounter } from '../../conversations/index.js';
import { InboundQueries } from './inbound-queries.service.js';
import { Inbox } from '../inbox.service.js';
import { OwnActivities } from './own-activity.service.js';

/** Passes each call of a connector to the service that handles it. */
@Injectable()
export class InboundSinks {
  constructor(
    private readonly inbox: Inbox,
    private readonly queries: InboundQueries,
    private readonly receipts: Receipts,
    private readonly drops: DropCounter,
    private readonly ownActivities: OwnActivities,
  ) {}

  sinkFor(channel: ChannelId, noteState: (account: AccountId, state: ConnectionState) => void): InboundSink {
    return {
      ...this.queries.for(channel),
      accept: (event) => this.inbox.accept(event),
      ownActivity: (activity) => this.ownActivities.recordActivity(activity),
      receipt: (receipt) => this.receipts.record(receipt),
      state: noteState,
      dropped: (account, reason) => this.drops.count({ channel, account, reason }),
    };
  }
}
