import { Injectable } from '@nestjs/common';
import { GatehouseError } from '../../common/index.js';
import {
  ConversationViewRepository,
  type PageOf,
  type SaidLine,
  type Since,
} from './conversation-view.repository.js';
import { ConversationLines, type ShownLine } from './conversation-lines.service.js';
import {
  type Conversation,
  type ConversationPage,
  NewestConversations,
} from './newest-conversations.service.js';

/** Shows operators the conversations, their messages, and the reasons for drops. */
@Injectable()
export class Conversations {
  constructor(
    private readonly repository: ConversationViewRepository,
    private readonly newest: NewestConversations,
    private readonly lines: ConversationLines,
  ) {}

  /** The conversations with the newest messages come first. */
  list(page: ConversationPage): Promise<readonly Conversation[]> {
    return this.newest.page(page);
  }

  /** @throws GatehouseError NOT_FOUND */
  async get(id: string): Promise<Conversation> {
    const place = await this.newest.find(id);
    if (!place) throw new GatehouseError('NOT_FOUND', 'No such conversation.', 'no conversation has this id');
    return place;
  }

  /** Lines of all conversations, in the order in which they were stored. */
  saidSince(range: Since): Promise<readonly SaidLine[]> {
    return this.repository.saidSince(range);
  }

  /** The `seq` of the newest line; undefined when there is none. */
  latestLine(): Promise<number | undefined> {
    return this.repository.latestLine();
  }

  /** A text that is another one once an event has come, or has got its outcome; of the newest 200. */
  eventsMark(): Promise<string> {
    return this.repository.newestEventsMark();
  }

  /** The id of a conversation in its channel's own form; undefined when there is no such conversation. */
  async placeOf(id: string): Promise<string | undefined> {
    return (await this.newest.find(id))?.conversation_id;
  }

  /**
   * Newest first. Pairing requests, commands, failures and drops are listed among the messages; where the text is not
   * kept, without it.
   * @throws GatehouseError NOT_FOUND
   */
  async messages(id: string, page: PageOf): Promise<readonly ShownLine[]> {
    return this.lines.page(await this.get(id), page);
  }
}
