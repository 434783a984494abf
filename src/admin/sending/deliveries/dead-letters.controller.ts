import { Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse } from '@nestjs/swagger';
import { type Actor, AuditLog, CurrentActor } from '../../../access-control/index.js';
import { PathId } from '../../../common/index.js';
import { type DeadLetter, JobQueue } from '../../../persistence/index.js';
import type { Json } from '../../http/json.js';
import { AdminController, Operation } from '../../http/operation.decorator.js';
import { PageQueryDto } from '../../http/page-query.dto.js';
import { ApiPage, Keyset, type Page, type PageRange } from '../../http/paging.js';
import { DeadLetterDto, toDeadLetterDto } from './dead-letter.dto.js';

const ID = /^[1-9]\d{0,14}$/;
const BY_ID = new Keyset<DeadLetter>(ID, ({ id }) => String(id));
/** Matches no dead letter, because ids start at 1. */
const NO_ID = 0;

/** Jobs given up after too many failures of the gateway itself. */
@AdminController('dead-letters')
export class DeadLettersController {
  constructor(
    private readonly queue: JobQueue,
    private readonly audit: AuditLog,
  ) {}

  @Get()
  @Operation({
    id: 'listDeadLetters',
    summary: 'List dead letters, newest first',
    role: 'viewer',
    description: 'Jobs given up after repeated failures of the gateway itself.',
  })
  @ApiPage(DeadLetterDto)
  list(@Query() page: PageQueryDto): Promise<Page<Json<DeadLetterDto>>> {
    const fetch = ({ limit, key }: PageRange) =>
      this.queue.deadLetters(limit, key === undefined ? undefined : Number(key));
    return BY_ID.page(page, fetch, toDeadLetterDto);
  }

  @Post(':id/retry')
  @HttpCode(202)
  @Operation({
    id: 'retryDeadLetter',
    summary: 'Retry a dead letter',
    role: 'operator',
    description: 'Puts the job at the end of its lane. It is then no longer a dead letter.',
    errors: ['NOT_FOUND', 'CONFLICT'],
  })
  @ApiAcceptedResponse({ type: DeadLetterDto })
  async retry(
    @CurrentActor() actor: Actor,
    @PathId('id', 'The dead letter.') id: string,
  ): Promise<Json<DeadLetterDto>> {
    const entry = { action: 'dead-letter.retried', subject: id };
    const retried = await this.queue.revive(ID.test(id) ? Number(id) : NO_ID, (tx) =>
      this.audit.record(tx, actor, entry),
    );
    return toDeadLetterDto(retried);
  }
}
