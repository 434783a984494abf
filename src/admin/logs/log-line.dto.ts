import { ApiProperty } from '@nestjs/swagger';
import { ApiField, ApiFieldOrNull, ApiTextOrNull, ApiTime } from '../../common/index.js';
import type { Json } from '../http/json.js';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
type Level = (typeof LEVELS)[number];

const about = (what: string, example: string) =>
  ApiProperty({ type: String, nullable: true, description: what, example });

/** A line of the log. */
export class LogLineDto {
  @ApiField('Unique within this process; also the event id in a stream.', {
    example: '01j9zq4c5x8r2m6t0w3y7v1b4d.42',
  })
  readonly id!: string;

  @ApiTime('Time of the line.')
  readonly time!: string;

  @ApiProperty({ enum: LEVELS, enumName: 'LogLineLevel' })
  readonly level!: Level;

  @about('The part of the program that wrote it.', 'Turn')
  readonly context!: string | null;

  @ApiField('Never contains message text or secrets.', { example: 'listening' })
  readonly message!: string;

  @about('The event that the line concerns.', 'evt_01j9zq4c5x8r2m6t0w3y7v1b4d')
  readonly event_id!: string | null;

  @about("The conversation that the line concerns, by the channel's id.", '-;+12025550143')
  readonly conversation_id!: string | null;

  @about('The delivery that the line concerns.', 'dlv_01j9zq4c5x8r2m6t0w3y7v1b4d')
  readonly delivery_id!: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Additional fields, such as the `method`, `path` and `status` of a request.',
    example: {},
  })
  readonly fields!: Readonly<Record<string, unknown>>;
}

/** The replicas on the same database. */
export class LogReplicasDto {
  @ApiField('The replicas whose lines are included: only the one that responds.', { type: [String] })
  readonly covered!: readonly string[];

  @ApiFieldOrNull(
    [String],
    'Other replicas that run jobs, each with a separate log; null while the database is unavailable. Replicas that only serve HTTP are not listed.',
  )
  readonly others!: readonly string[] | null;
}

/** A page of the log, newest first. */
export class LogPageDto {
  @ApiProperty({ type: [LogLineDto] })
  readonly items!: readonly LogLineDto[];

  @ApiTextOrNull('Send it as `cursor` to get the next page; null on the last page.')
  readonly next_cursor!: string | null;

  @ApiField(
    'The newest line when the page was created, even if the filters exclude it. Send it as `Last-Event-ID` to follow the log from there.',
    { example: '01j9zq4c5x8r2m6t0w3y7v1b4d.42' },
  )
  readonly last_id!: string;

  @ApiProperty({ type: LogReplicasDto })
  readonly replicas!: LogReplicasDto;
}

/** @param text JSON, as the log has it */
export function toLogLineDto(id: string, text: string): Json<LogLineDto> {
  const line = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const { level, time, context, msg, event_id, conversation_id, delivery_id, ...fields } = line;
  return {
    id,
    time: String(time),
    level: LEVELS[Number(level) / 10 - 1] ?? 'info',
    context: textOf(context),
    message: textOf(msg) ?? '',
    event_id: textOf(event_id),
    conversation_id: textOf(conversation_id),
    delivery_id: textOf(delivery_id),
    fields,
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
