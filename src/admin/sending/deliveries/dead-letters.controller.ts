import { Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiProperty } from '@nestjs/swagger';
import { type Actor, AuditLog, CurrentActor } from '../../../access-control/index.js';
import { ApiField, ApiTime, isoTime, PathId } from '../../../common/index.js';
import { type DeadLetter, JobQueue } from '../../../persistence/index.js';
import type { Json } from '../../http/json.js';
import { AdminController, Operation } from '../../http/operation.decorator.js';
import { PageQueryDto } from '../../http/page-query.dto.js';
import { ApiPage, Keyset, type Page, type PageRange } from '../../http/paging.js';
import { snakeKeys } from '../../http/snake-case.js';

/** A job that failed too often because of the gateway itself. Has ids only, never message text. */
class DeadLetterDto {
  @ApiProperty({ example: '42' })
  readonly id!: string;

  @ApiField('The kind of job: `inbound` or `delivery`.', { example: 'inbound' })
  readonly kind!: string;

  @ApiField('The lane of the job: jobs with the same kind and key run in order.', {
    example: 'agent:main:imbridge:direct:+12025550143',
  })
  readonly key!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'The event or delivery of the job.',
    example: { event_id: 'evt_01j9zq4c5x8r2m6t0w3y7v1b4d' },
  })
  readonly subject!: Readonly<Record<string, string>>;

  @ApiProperty({ type: 'integer', example: 8 })
  readonly attempt_count!: number;

  @ApiField('The error of the last attempt.', { example: 'disk I/O error' })
  readonly last_error!: string;

  @ApiProperty({
    enum: ['internal', 'crashed'],
    description:
      '`internal`: the job reached the maximum number of attempts. `crashed`: it crashed the gateway twice with an uncaught error.',
    example: 'internal',
  })
  readonly reason!: 'internal' | 'crashed';

  @ApiTime('Creation time of the job.')
  readonly created_at!: string;

  @ApiTime('Time at which the job became a dead letter.')
  readonly died_at!: string;
}

export const toDeadLetterDto = (letter: DeadLetter): Json<DeadLetterDto> => ({
  id: String(letter.id),
  kind: letter.kind,
  key: letter.key,
  subject: snakeKeys(letter.payload),
  attempt_count: letter.attempts,
  last_error: letter.error,
  reason: letter.reason,
  created_at: isoTime(letter.createdAt),
  died_at: isoTime(letter.diedAt),
});

const ID = /^[1-9]\d{0,14}$/;
const BY_ID = new Keyset<DeadLetter>(ID, ({ id }) => String(id));
/** Matches no dead letter, because ids start at 1. */
const NO_ID = 0;

/** Jobs that failed too often because of the gateway itself. */
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
    description: 'Lists jobs that failed repeatedly because of the gateway itself.',
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
    description: 'Moves the job to the end of its lane. It is then no longer a dead letter.',
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
