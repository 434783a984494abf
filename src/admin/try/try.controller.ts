import { Body, Get, HttpCode, Post, Query, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiAcceptedResponse, ApiHeader } from '@nestjs/swagger';
import type { Response } from 'express';
import {
  BODY_ERRORS,
  GatehouseError,
  IDEMPOTENCY_KEY_SCHEMA,
  IdempotencyKey,
  JsonBody,
  newId,
  PathId,
} from '../../common/index.js';
import { Chat, type ChatLine, momentOf } from '../../operator/index.js';
import { conversationOf, WebchatConnector } from '../../webchat/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { PageQueryDto } from '../http/page-query.dto.js';
import { ApiPage, Keyset, type Page, type PageRange } from '../http/paging.js';
import { FileBodyInterceptor } from '../sending/file-body.interceptor.js';
import { REPLAYED, tellOfReplay } from '../sending/repeats.js';
import { type ChatCaller, ChatCallerGuard, CurrentChatCaller } from './chat-caller.guard.js';
import {
  ChatDecisionDto,
  ChatMessageDto,
  ChatReceiptDto,
  NewChatMessageDto,
  toChatMessageDto,
} from './chat.dto.js';

const LINES = new Keyset<ChatLine>(/^[0-9a-z]{26}$/, momentOf);
const WHO = 'For owners, and for every token that has a grant for the channel `console`.';
/** Problems of an answer, as the API names them. */
const CODES = { sender: 'FORBIDDEN', unknown: 'NOT_FOUND', ended: 'CONFLICT' } as const;

/** The caller's own conversation with the assistant, on the channel `console`. */
@AdminController('try')
@UseGuards(ChatCallerGuard)
export class TryController {
  constructor(
    private readonly chat: Chat,
    private readonly connector: WebchatConnector,
  ) {}

  @Get('messages')
  @Operation({
    id: 'listChatMessages',
    summary: "List the messages of the caller's conversation with the assistant, newest first",
    role: 'viewer',
    description: `${WHO} Includes messages that wait for their answer, and requests for decisions.`,
  })
  @ApiPage(ChatMessageDto)
  messages(
    @CurrentChatCaller() { sender, mayDecide }: ChatCaller,
    @Query() page: PageQueryDto,
  ): Promise<Page<Json<ChatMessageDto>>> {
    const fetch = ({ limit, key }: PageRange) =>
      this.chat.page(conversationOf(sender), { limit, ...(key !== undefined && { before: key }) });
    return LINES.page(page, fetch, toChatMessageDto(mayDecide));
  }

  @Post('messages')
  @HttpCode(202)
  @UseInterceptors(FileBodyInterceptor)
  @Operation({
    id: 'writeChatMessage',
    summary: 'Write to the assistant',
    role: 'viewer',
    description: `${WHO} Answered once the message is stored; the answer appears in the list, and \`GET /events\` tells of it.`,
    errors: BODY_ERRORS,
  })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description:
      'The id that the caller gives the message: as long as the message is kept, a request with the same key is the same ' +
      'message, and nothing is stored again. 1 to 255 visible ASCII characters.',
    schema: IDEMPOTENCY_KEY_SCHEMA,
  })
  @ApiAcceptedResponse({ type: ChatReceiptDto, headers: { ...REPLAYED } })
  async write(
    @CurrentChatCaller() caller: ChatCaller,
    @Body() { text, files }: NewChatMessageDto,
    @IdempotencyKey() key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json<ChatReceiptDto>> {
    const uploads = (files ?? []).map((file) => ({
      base64: file.buffer,
      name: file.filename,
      mimeType: file.mime_type ?? undefined,
    }));
    if (!text && uploads.length === 0)
      throw GatehouseError.invalidField('text', 'is required without a file');
    const message = { key: key ?? newId('key'), text: text ?? '', files: uploads };
    const receipt = await this.connector.write(caller, message);
    tellOfReplay(response, { isReplay: receipt === 'duplicate' });
    return { receipt };
  }

  @Post('approvals/:id')
  @HttpCode(202)
  @Operation({
    id: 'decideInChat',
    summary: 'Decide about a tool call that is shown in the conversation',
    role: 'viewer',
    description: `${WHO} As a press on a button in a chat: the caller must be an owner, or listed in \`channels.console.allowFrom\`. The first decision counts.`,
    errors: [...BODY_ERRORS, 'NOT_FOUND', 'CONFLICT'],
  })
  @ApiAcceptedResponse({ description: 'Stored; the decision is made right after.' })
  async decide(
    @CurrentChatCaller() caller: ChatCaller,
    @PathId('id', 'The approval.') approvalId: string,
    @JsonBody() { decision }: ChatDecisionDto,
  ): Promise<void> {
    const problem = await this.connector.decide(caller, { approvalId, decision });
    if (problem) throw new GatehouseError(CODES[problem.kind], 'The decision was not made.', problem.text);
  }
}
