import { Get, Query } from '@nestjs/common';
import { PathId } from '../../common/index.js';
import {
  type ConversationLine,
  type Conversation,
  Conversations,
  momentOf,
} from '../../conversations/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { PageQueryDto } from '../http/page-query.dto.js';
import { ApiPage, Keyset, type Page, type PageRange } from '../http/paging.js';
import {
  ConversationDto,
  ConversationMessageDto,
  toConversationDto,
  toConversationMessageDto,
} from './conversation.dto.js';

const MOMENT = /^[0-9a-z]{26}$/;
const CONVERSATIONS = new Keyset<Conversation>(MOMENT, momentOf);
const LINES = new Keyset<ConversationLine>(MOMENT, momentOf);

/** Conversations and their messages. */
@AdminController('conversations')
export class ConversationsController {
  constructor(private readonly conversations: Conversations) {}

  @Get()
  @Operation({
    id: 'listConversations',
    summary: 'List conversations, newest first',
    role: 'viewer',
  })
  @ApiPage(ConversationDto)
  list(@Query() page: PageQueryDto): Promise<Page<Json<ConversationDto>>> {
    return CONVERSATIONS.page(page, (range) => this.conversations.list(pageOf(range)), toConversationDto);
  }

  @Get(':id/messages')
  @Operation({
    id: 'listMessages',
    summary: 'List the messages of a conversation, newest first',
    role: 'viewer',
    description: 'Includes pairing requests, commands, failures and dropped messages with their reasons.',
    errors: ['NOT_FOUND'],
  })
  @ApiPage(ConversationMessageDto)
  messages(
    @PathId('id', 'The conversation.') id: string,
    @Query() page: PageQueryDto,
  ): Promise<Page<Json<ConversationMessageDto>>> {
    const fetch = (range: PageRange) => this.conversations.messages(id, pageOf(range));
    return LINES.page(page, fetch, toConversationMessageDto);
  }
}

const pageOf = ({ limit, key }: PageRange) => ({ limit, ...(key === undefined ? {} : { before: key }) });
