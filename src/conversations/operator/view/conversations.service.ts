import { Injectable } from '@nestjs/common';
import { GatehouseError } from '../../../common/index.js';
import {
  type Conversation,
  type ConversationLine,
  ConversationViewRepository,
  type PageOf,
  type SaidLine,
  type Since,
} from './conversation-view.repository.js';

/** Conversations and their messages, and why others were dropped: for operators. */
@Injectable()
export class Conversations {
  constructor(private readonly repository: ConversationViewRepository) {}

  /** Newest first, by when they began. */
  list(page: PageOf): Promise<readonly Conversation[]> {
    return this.repository.page(page);
  }

  /** Lines of all conversations, in the order in which they were written down. */
  saidSince(range: Since): Promise<readonly SaidLine[]> {
    return this.repository.saidSince(range);
  }

  /** The `seq` of the newest line; undefined when there is none. */
  latestLine(): Promise<number | undefined> {
    return this.repository.latestLine();
  }

  /**
   * Newest first. Dropped events stand among what was said, without their text, which is not kept.
   * @throws GatehouseError NOT_FOUND
   */
  async messages(id: string, page: PageOf): Promise<readonly ConversationLine[]> {
    const place = await this.repository.find(id);
    if (!place) throw new GatehouseError('NOT_FOUND', 'No such conversation.', 'id names no conversation');
    const lines = await Promise.all([
      this.repository.said(place, page),
      this.repository.dropped(place, page),
    ]);
    return lines
      .flat()
      .sort((a, b) => (momentOf(a) < momentOf(b) ? 1 : -1))
      .slice(0, page.limit);
  }
}

/** The part of an id that sorts by time, whatever it is the id of. */
export const momentOf = ({ id }: { readonly id: string }): string => id.slice(id.indexOf('_') + 1);
