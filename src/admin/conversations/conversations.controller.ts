import { Delete, Get, Put, Query } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '../../access-control/index.js';
import type { AccountId, ChannelId, ConversationId, Target } from '../../channels/index.js';
import { BODY_ERRORS, Clock, GatehouseError, JsonBody, PathId } from '../../common/index.js';
import { type Hold, Holds } from '../../conversations/index.js';
import {
  type Conversation,
  CONVERSATION_KEY,
  Conversations,
  momentOf,
  type ShownLine,
} from '../../operator/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { PageQueryDto } from '../http/page-query.dto.js';
import { ApiPage, Keyset, type Page, type PageRange } from '../http/paging.js';
import {
  ConversationDto,
  ConversationMessageDto,
  ConversationPageQueryDto,
  type ShownConversation,
  toConversationDto,
  toConversationMessageDto,
} from './conversation.dto.js';
import { HoldDto, HoldTermsDto, ReleaseDto, ReleaseQueryDto, toHoldDto, toReleaseDto } from './hold.dto.js';

const MOMENT = /^[0-9a-z]{26}$/;
const CONVERSATIONS = new Keyset<ShownConversation>(CONVERSATION_KEY, ({ key }) => key);
const LINES = new Keyset<ShownLine>(MOMENT, momentOf);

/** Conversations, their messages, and their holds. */
@AdminController('conversations')
export class ConversationsController {
  constructor(
    private readonly conversations: Conversations,
    private readonly holds: Holds,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Operation({
    id: 'listConversations',
    summary: 'List conversations, most recently active first',
    role: 'viewer',
    description:
      'Paging never repeats a conversation. A conversation that gets a new message while you read moves ahead of the pages ' +
      'you have read; all others are included. If more than 800 conversations had messages within two minutes, they are ' +
      'ordered only to the minute.',
  })
  @ApiPage(ConversationDto)
  list(
    @Query() { held, q, channel, kind, ...page }: ConversationPageQueryDto,
  ): Promise<Page<Json<ConversationDto>>> {
    const filter = { q, channel, kind, ...(held === 'true' ? { heldAt: this.clock.now() } : {}) };
    const fetch = async (range: PageRange) => {
      const list = this.conversations.list({ ...filter, ...pageOf(range) });
      const [found, places] = await Promise.all([list, this.heldPlaces()]);
      return found.map((each) => withHold(each, places));
    };
    return CONVERSATIONS.page(page, fetch, toConversationDto);
  }

  @Get(':id')
  @Operation({ id: 'getConversation', summary: 'Show a conversation', role: 'viewer', errors: ['NOT_FOUND'] })
  @ApiOkResponse({ type: ConversationDto })
  async get(@PathId('id', 'The conversation.') id: string): Promise<Json<ConversationDto>> {
    const conversation = await this.conversations.get(id);
    return toConversationDto(withHold(conversation, await this.heldPlaces()));
  }

  @Put(':id/hold')
  @Operation({
    id: 'holdConversation',
    summary: 'Take a conversation over from the assistant, or change its hold',
    role: 'operator',
    description:
      'After the response, the assistant stops answering there on every replica. A running turn ends as with `/stop`. ' +
      'Messages are kept for the next turn. Repeating the call changes only the end and the note.',
    errors: ['NOT_FOUND', ...BODY_ERRORS],
    examples: { INVALID_REQUEST: ['The request is not valid.', 'until must be in the future'] },
  })
  @ApiOkResponse({ type: HoldDto })
  async hold(
    @CurrentActor() actor: Actor,
    @PathId('id', 'The conversation.') id: string,
    @JsonBody() { until, note }: HoldTermsDto,
  ): Promise<Json<HoldDto>> {
    const end = typeof until === 'string' ? Date.parse(until) : null;
    if (end !== null && end <= this.clock.now())
      throw GatehouseError.invalidField('until', 'must be in the future');
    const place = placeOf(await this.conversations.get(id));
    return toHoldDto(await this.holds.hold(actor, place, { until: end, note: note ?? null }));
  }

  @Delete(':id/hold')
  @Operation({
    id: 'releaseConversation',
    summary: 'Hand a conversation back to the assistant',
    role: 'operator',
    description:
      'The assistant receives the messages sent in the meantime with its next turn. Repeating the call has no effect, and no message is answered twice.',
    errors: ['NOT_FOUND'],
  })
  @ApiOkResponse({ type: ReleaseDto })
  async release(
    @CurrentActor() actor: Actor,
    @PathId('id', 'The conversation.') id: string,
    @Query() { answer }: ReleaseQueryDto,
  ): Promise<Json<ReleaseDto>> {
    const place = placeOf(await this.conversations.get(id));
    return toReleaseDto(await this.holds.release(actor, place, answer === 'true'));
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

  private async heldPlaces(): Promise<ReadonlyMap<string, Hold>> {
    return new Map((await this.holds.list()).map((hold) => [keyOf(hold), hold]));
  }
}

const pageOf = ({ limit, key }: PageRange) => ({ limit, ...(key === undefined ? {} : { before: key }) });

const withHold = (conversation: Conversation, held: ReadonlyMap<string, Hold>): ShownConversation => ({
  ...conversation,
  hold: held.get(keyOf(placeOf(conversation))),
});

const placeOf = ({ channel, account, conversation_id }: Conversation): Target => ({
  channel: channel as ChannelId,
  account: account as AccountId,
  conversation: conversation_id as ConversationId,
});

const keyOf = ({ channel, account, conversation }: Target): string =>
  JSON.stringify([channel, account, conversation]);
