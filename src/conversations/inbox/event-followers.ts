import { Injectable } from '@nestjs/common';
import type { EventFollower } from './event-outcome.js';
import { InboxRepository } from './inbox.repository.js';

/** Lets another module be told of events, which know nothing of it. */
@Injectable()
export class EventFollowers {
  constructor(private readonly inbox: InboxRepository) {}

  /** @param follower undefined = no one is told any more */
  follow(follower: EventFollower | undefined): void {
    this.inbox.follower = follower;
  }
}
