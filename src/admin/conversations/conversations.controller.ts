import { Delete, Get, Put, Query } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '../../access-control/index.js';
import { BODY_ERRORS, JsonBody, PathId } from '../../common/index.js';
import { CONVERSATION_KEY, Conversations, momentOf, type ShownLine } from '../../operator/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { PageQueryDto } from '../http/page-query.dto.js';
import { ApiPage, Keyset, type Page, type PageRange } from '../http/paging.js';
import {
  ConversationDto,
  ConversationMessageDto,
  ConversationPageQueryDto,
  toConversationDto,
  toConversationMessageDto,
} from './conversation.dto.js';
import { HoldDto, HoldTermsDto, ReleaseDto, ReleaseQueryDto, toHoldDto, toReleaseDto } from './hold.dto.js';
import { HoldsAdminService, type ShownConversation } from './holds-admin.service.js';

const MOMENT = /^[0-9a-z]{26}$/;
const CONVERSATIONS = new Keyset<ShownConversation>(CONVERSATION_KEY, ({ key }) => key);
const LINES = new Keyset<ShownLine>(MOMENT, momentOf);

/** Conversations, their messages, and their holds. */
@AdminController('conversations')
export class ConversationsController {
  constructor(
    private readonly conversations: Conversations,
    private readonly admin: HoldsAdminService,
  ) {}

  @Get()
  @Operation({
    id: 'listConversations',
    summary: 'List conversations, those with the newest messages first',
    role: 'viewer',
    description:
      'No page shows a conversation a second time, and none is left out that has no new message meanwhile; one with a new message ' +
      'moves ahead of the pages that were read. Where more than 800 conversations had messages within two minutes, their order is ' +
      'to the minute.',
  })
  @ApiPage(ConversationDto)
  list(
    @Query() { held, q, channel, kind, ...page }: ConversationPageQueryDto,
  ): Promise<Page<Json<ConversationDto>>> {
    const filter = { q, channel, kind };
    const fetch = (range: PageRange) => this.admin.list({ ...filter, ...pageOf(range) }, held === 'true');
    return CONVERSATIONS.page(page, fetch, toConversationDto);
  }

  @Get(':id')
  @Operation({ id: 'getConversation', summary: 'Show a conversation', role: 'viewer', errors: ['NOT_FOUND'] })
  @ApiOkResponse({ type: ConversationDto })
  async get(@PathId('id', 'The conversation.') id: string): Promise<Json<ConversationDto>> {
    return toConversationDto(await this.admin.get(id));
  }

  @Put(':id/hold')
  @Operation({
    id: 'holdConversation',
    summary: 'Take a conversation over from the assistant, or change its hold',
    role: 'operator',
    description:
      'Once it is answered, the assistant says nothing there any more, on any replica; a running turn ends as by `/stop`. ' +
      'Messages are kept for its next turn. Repeating it changes only the end and the note.',
    errors: ['NOT_FOUND', ...BODY_ERRORS],
    examples: { INVALID_REQUEST: ['The request is not valid.', 'until must be in the future'] },
  })
  @ApiOkResponse({ type: HoldDto })
  async hold(
    @CurrentActor() actor: Actor,
    @PathId('id', 'The conversation.') id: string,
    @JsonBody() terms: HoldTermsDto,
  ): Promise<Json<HoldDto>> {
    return toHoldDto(await this.admin.hold(actor, id, terms));
  }

  @Delete(':id/hold')
  @Operation({
    id: 'releaseConversation',
    summary: 'Hand a conversation back to the assistant',
    role: 'operator',
    description:
      'With its next turn, the assistant gets what was said meanwhile. Repeating it changes nothing, and answers nothing twice.',
    errors: ['NOT_FOUND'],
  })
  @ApiOkResponse({ type: ReleaseDto })
  async release(
    @CurrentActor() actor: Actor,
    @PathId('id', 'The conversation.') id: string,
    @Query() { answer }: ReleaseQueryDto,
  ): Promise<Json<ReleaseDto>> {
    return toReleaseDto(await this.admin.release(actor, id, answer === 'true'));
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
