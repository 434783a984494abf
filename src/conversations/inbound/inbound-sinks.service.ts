import { Injectable } from '@nestjs/common';
import type { AccountId, ChannelId, ConnectionState, InboundSink } from '../../channels/index.js';
import { Receipts } from '../../delivery/index.js';
import { PastEventsRepository } from '../inbox/past-events.repository.js';
import { DropCounter } from './drop-counter.js';
import { Inbox } from './inbox.service.js';
import { OwnActivities } from './own-activity.service.js';

/** Passes each call of a connector to the service that handles it. */
@Injectable()
export class InboundSinks {
  constructor(
    private readonly inbox: Inbox,
    private readonly past: PastEventsRepository,
    private readonly receipts: Receipts,
    private readonly drops: DropCounter,
    private readonly ownActivities: OwnActivities,
  ) {}

  sinkFor(channel: ChannelId, noteState: (account: AccountId, state: ConnectionState) => void): InboundSink {
    return {
      accept: (event) => this.inbox.accept(event),
      sequencesBetween: (account, after, before) =>
        this.past.sequencesBetween({ channel, account, after, before }),
      ownActivity: (activity) => this.ownActivities.take(activity),
      known: (account, inboxKey) => this.past.known({ channel, account, inboxKey }),
      receipt: (receipt) => this.receipts.note(receipt),
      state: noteState,
      dropped: (account, reason) => this.drops.count({ channel, account, reason }),
    };
  }
}
