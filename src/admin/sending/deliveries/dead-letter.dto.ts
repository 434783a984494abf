import { ApiProperty } from '@nestjs/swagger';
import { ApiField, ApiTime, isoTime } from '../../../common/index.js';
import type { DeadLetter } from '../../../persistence/index.js';
import { snakeKeys } from '../../http/snake-case.js';
import type { Json } from '../../http/json.js';

/** A job given up after too many failures of the gateway itself. Has ids only, never message text. */
export class DeadLetterDto {
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
    description: 'The event or delivery it was for.',
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
      '`internal`: it failed as often as it may. `crashed`: it ended the gateway twice, by an error that nothing caught.',
    example: 'internal',
  })
  readonly reason!: 'internal' | 'crashed';

  @ApiTime('Creation time of the job.')
  readonly created_at!: string;

  @ApiTime('Time at which it was given up.')
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
