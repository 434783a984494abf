import { ApiProperty } from '@nestjs/swagger';
import { AccountStateDto } from './channel.dto.js';
import { ApiTime } from './timestamp.js';

const DIALECTS = ['sqlite', 'postgres'] as const;

export class DatabaseStatusDto {
  @ApiProperty({ enum: DIALECTS })
  readonly dialect!: (typeof DIALECTS)[number];

  @ApiProperty({ description: 'Whether it answers. When not, all counts are null.' })
  readonly ok!: boolean;
}

export class DeliveryCountsDto {
  @ApiProperty({ type: 'integer', description: 'Not yet sent, and not given up.', example: 0 })
  readonly open!: number;

  @ApiProperty({ type: 'integer', description: 'Given up; they wait for a person.', example: 0 })
  readonly dead!: number;
}

export class MemoryDto {
  @ApiProperty({ type: 'integer', example: 104857600 })
  readonly rss_bytes!: number;
}

export class ConfigProblemDto {
  @ApiProperty({ example: 'channels.imbridge.dmPolicy' })
  readonly path!: string;

  @ApiProperty({
    description: 'What is wrong, without the value.',
    example: 'must be one of the following values',
  })
  readonly message!: string;
}

export class ConfigStateDto {
  @ApiProperty({
    description: 'Whether the file, as it is now, is in force; if not, what was before it still is.',
  })
  readonly valid!: boolean;

  @ApiProperty({ type: [ConfigProblemDto], description: 'What is wrong with the file.' })
  readonly problems!: readonly ConfigProblemDto[];

  @ApiProperty({
    type: [String],
    description: 'Settings whose new value takes effect at the next start.',
    example: ['gateway.port'],
  })
  readonly pending_restart!: readonly string[];
}

/** The status page. */
export class StatusDto {
  @ApiProperty({ example: '0.1.0' })
  readonly version!: string;

  @ApiTime('When this process started.')
  readonly started_at!: string;

  @ApiProperty({ type: 'integer', example: 3600 })
  readonly uptime_seconds!: number;

  @ApiProperty({ description: 'Version of Node.js.', example: 'v24.0.0' })
  readonly node!: string;

  @ApiProperty({ type: DatabaseStatusDto })
  readonly database!: DatabaseStatusDto;

  @ApiProperty({ type: ConfigStateDto })
  readonly configuration!: ConfigStateDto;

  @ApiProperty({ type: [AccountStateDto], description: 'Every enabled account.' })
  readonly channels!: readonly AccountStateDto[];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Requests that wait for an operator.',
    example: 1,
  })
  readonly pending_pairings!: number | null;

  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: { type: 'integer' },
    description: 'Jobs waiting or running, by kind.',
    example: { inbound: 0, delivery: 0 },
  })
  readonly jobs!: Readonly<Record<string, number>> | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Jobs given up after too many failures of our own; counted up to 100.',
    example: 0,
  })
  readonly dead_jobs!: number | null;

  @ApiProperty({ type: DeliveryCountsDto, nullable: true })
  readonly deliveries!: DeliveryCountsDto | null;

  @ApiProperty({ type: MemoryDto })
  readonly memory!: MemoryDto;
}
