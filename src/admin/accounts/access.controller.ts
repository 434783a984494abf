import { Get, Query } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { AccessCheck } from '../../operator/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { AccessDto, AccessQueryDto, toAccessDto } from './access.dto.js';

/** The answer that a message of someone would get. */
@AdminController('access')
export class AccessController {
  constructor(private readonly check: AccessCheck) {}

  @Get()
  @Operation({
    id: 'checkAccess',
    summary: 'Preview how a sender’s message would be handled',
    role: 'viewer',
    description:
      'Runs the same access check as a real message, also for unknown senders. Read-only; creates no pairing request.',
    errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  })
  @ApiOkResponse({ type: AccessDto })
  async read(
    @Query() { channel, account, sender_id: senderId, conversation_id: conversationId }: AccessQueryDto,
  ): Promise<Json<AccessDto>> {
    return toAccessDto(await this.check.answer({ channel, account, senderId, conversationId }));
  }
}
