import { Body, HttpCode, Post, Res, UseInterceptors } from '@nestjs/common';
import { ApiAcceptedResponse, ApiHeader } from '@nestjs/swagger';
import type { Response } from 'express';
import { type Actor, CurrentActor } from '../../access-control/index.js';
import { BODY_ERRORS, IDEMPOTENCY_KEY_SCHEMA, IdempotencyKey, REPLAYED_HEADER } from '../../common/index.js';
import { OperatorMessages } from '../../conversations/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { FileBodyInterceptor } from './file-body.interceptor.js';
import { OutgoingMessageDto, SentMessageDto, toMessageRequest, toSentMessageDto } from './message.dto.js';

const REPLAYED = {
  description: '`true` when this is the answer to an earlier request with the same key.',
  schema: { type: 'string' },
} as const;

/** Messages sent by operators. */
@AdminController('messages')
export class MessagesController {
  constructor(private readonly messages: OperatorMessages) {}

  @Post()
  @HttpCode(202)
  @UseInterceptors(FileBodyInterceptor)
  @Operation({
    id: 'sendMessage',
    summary: 'Send a message',
    role: 'operator',
    description:
      'Stores the message in the outbox, behind those that already wait for that conversation. It is added to the ' +
      "conversation's transcript as the assistant's own words, so the assistant knows of it when somebody answers.",
    errors: [...BODY_ERRORS, 'NOT_FOUND', 'CONFLICT'],
    examples: {
      CONFLICT: ['This key stands for another request.', 'Idempotency-Key was used with another body'],
    },
  })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description:
      'Makes repeats safe: for 24 hours the same key with the same body sends nothing and returns the first ' +
      'deliveries; with another body it is a `CONFLICT`. 1 to 255 visible ASCII characters.',
    schema: IDEMPOTENCY_KEY_SCHEMA,
  })
  @ApiAcceptedResponse({ type: SentMessageDto, headers: { [REPLAYED_HEADER]: REPLAYED } })
  async send(
    @CurrentActor() actor: Actor,
    @Body() wanted: OutgoingMessageDto,
    @IdempotencyKey() key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json<SentMessageDto>> {
    const sent = await this.messages.send(actor, toMessageRequest(wanted), key);
    if (sent.isReplay) response.setHeader(REPLAYED_HEADER, 'true');
    return toSentMessageDto(sent);
  }
}
