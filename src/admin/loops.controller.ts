import { Delete, Get, HttpCode } from '@nestjs/common';
import { ApiNoContentResponse } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '../access-control/index.js';
import { PathId } from '../common/index.js';
import type { Json } from './dto/json.js';
import { LoopBreakDto, toLoopBreakDto } from './dto/loop-break.dto.js';
import { LoopDesk } from './loop-desk.service.js';
import { AdminController, Operation } from './operation.decorator.js';
import { ApiPage, type Page } from './paging.js';

/** Conversations in which programs seem to answer each other. */
@AdminController('loops')
export class LoopsController {
  constructor(private readonly desk: LoopDesk) {}

  @Get()
  @Operation({
    summary: 'List the conversations that are cut off, the latest first',
    role: 'viewer',
    description: 'Those in which programs seem to answer each other. All on one page.',
  })
  @ApiPage(LoopBreakDto)
  async list(): Promise<Page<Json<LoopBreakDto>>> {
    return { items: (await this.desk.list()).map(toLoopBreakDto), next_cursor: null };
  }

  @Delete(':id')
  @HttpCode(204)
  @Operation({
    summary: 'Have a conversation answered again',
    role: 'operator',
    description: 'From its next message on; its rounds are counted anew.',
    errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  })
  @ApiNoContentResponse({ description: 'It is answered again.' })
  end(@CurrentActor() actor: Actor, @PathId('id', 'The loop break.') id: string): Promise<void> {
    return this.desk.end(actor, id);
  }
}
