import { Body, HttpCode, Post, Res, UseInterceptors } from '@nestjs/common';
import { ApiAcceptedResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { type Actor, CurrentActor } from '../../access-control/index.js';
import { BODY_ERRORS, IdempotencyKey } from '../../common/index.js';
import { OperatorMessages } from '../../operator/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { FileBodyInterceptor } from './file-body.interceptor.js';
import { OutgoingMessageDto, SentMessageDto, toMessageRequest, toSentMessageDto } from './message.dto.js';
import { ApiRepeats, REPLAYED, tellOfReplay } from './repeats.js';

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
      'Queues the message after the pending messages of that conversation. The transcript records it as a message of ' +
      'the assistant, so the assistant knows it when the person answers.',
    errors: [...BODY_ERRORS, 'NOT_FOUND', 'CONFLICT', 'IDEMPOTENCY_MISMATCH'],
  })
  @ApiRepeats('returns the first deliveries without sending again')
  @ApiAcceptedResponse({ type: SentMessageDto, headers: { ...REPLAYED } })
  async send(
    @CurrentActor() actor: Actor,
    @Body() wanted: OutgoingMessageDto,
    @IdempotencyKey() key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json<SentMessageDto>> {
    const sent = await this.messages.send(actor, toMessageRequest(wanted), key);
    tellOfReplay(response, sent);
    return toSentMessageDto(sent);
  }
}
