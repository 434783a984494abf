import { Delete, Get, HttpCode } from '@nestjs/common';
import { ApiNoContentResponse } from '@nestjs/swagger';
import { type Actor, AuditLog, CurrentActor } from '../../access-control/index.js';
import { ApiField, ApiTime, isoTime, PathId } from '../../common/index.js';
import { type LoopBreak, LoopBreaks } from '../../conversations/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { ApiPage, type Page } from '../http/paging.js';
import { OfConversation } from '../http/account.dto.js';

/** A conversation without answers for a while because programs seem to be answering each other. */
class LoopBreakDto extends OfConversation({ id: 'lpb_01j9zq4c5x8r2m6t0w3y7v1b4d' }) {
  @ApiField('The number of consecutive answers to messages that arrived faster than people write.', {
    example: 30,
  })
  readonly rounds!: number;

  @ApiTime('Start of the break.')
  readonly broken_at!: string;

  @ApiTime('End of the break.')
  readonly ends_at!: string;
}

const toLoopBreakDto = (each: LoopBreak): Json<LoopBreakDto> => ({
  id: each.id,
  channel: each.channel,
  account: each.account,
  conversation_id: each.conversationId,
  rounds: each.rounds,
  broken_at: isoTime(each.brokenAt),
  ends_at: isoTime(each.endsAt),
});

/** Conversations in which programs seem to answer each other. */
@AdminController('loops')
export class LoopsController {
  constructor(
    private readonly loops: LoopBreaks,
    private readonly audit: AuditLog,
  ) {}

  @Get()
  @Operation({
    id: 'listLoopBreaks',
    summary: 'List loop breaks, newest first',
    role: 'viewer',
    description:
      'Lists conversations without answers because programs seem to be answering each other. All on one page.',
  })
  @ApiPage(LoopBreakDto)
  async list(): Promise<Page<Json<LoopBreakDto>>> {
    return { items: (await this.loops.list()).map(toLoopBreakDto), next_cursor: null };
  }

  @Delete(':id')
  @HttpCode(204)
  @Operation({
    id: 'endLoopBreak',
    summary: 'End a loop break',
    role: 'operator',
    description:
      'The assistant answers again from the next message, and the count of rounds restarts at zero.',
    errors: ['NOT_FOUND'],
  })
  @ApiNoContentResponse({ description: 'Ended.' })
  end(@CurrentActor() actor: Actor, @PathId('id', 'The loop break.') id: string): Promise<void> {
    return this.loops.end(id, (tx, { channel, account, conversationId }) => {
      const details = { channel, account, conversation_id: conversationId };
      return this.audit.record(tx, actor, { action: 'loop-break.ended', subject: id, details });
    });
  }
}
