import { ApiProperty } from '@nestjs/swagger';
import { ApiField, ApiFieldOrNull, ApiTextOrNull, ApiTime, isoTime } from '../../common/index.js';
import { type Timeline, TIMELINE_STEPS, type TimelineTurn } from '../../operator/index.js';
import type { Json } from '../http/json.js';
import { ReasonDto } from '../http/reason.dto.js';

const STATES = ['pending', 'done', 'dead'] as const;
const count = (description: string, example: number) => ({
  type: 'integer' as const,
  nullable: true,
  description,
  example,
});

/** The last run of a turn. */
export class TimelineTurnDto {
  @ApiField('The agent that answers.', { example: 'main' })
  readonly agent!: string;

  @ApiTextOrNull('The last model that was asked.', { example: 'gpt-5.4' })
  readonly model!: string | null;

  @ApiProperty(count('Request tokens, as reported by the model; null if not reported.', 1200))
  readonly input_tokens!: number | null;

  @ApiProperty(count('Answer tokens, as reported by the model; null if not reported.', 85))
  readonly output_tokens!: number | null;

  @ApiProperty(count('The number of times the turn ran in the process that ended it; null while pending.', 1))
  readonly tries!: number | null;

  @ApiProperty(count('The duration of the last run; null while pending.', 900))
  readonly duration_ms!: number | null;

  @ApiTextOrNull('Why there is no answer; never message text.', { example: null })
  readonly error!: string | null;
}

/** One step in the processing of a message. */
export class TimelineStepDto extends ReasonDto {
  @ApiTime('Time of the step.')
  readonly at!: string;

  @ApiField(
    '`accepted`: stored; `judged`: access was checked, with the outcome `answer`, `command`, `context`, `code` or `dropped`; ' +
      '`turn`: the model was asked, or will soon be asked again (`waiting`); `written`: added to the transcript; `tool`: an ' +
      'effect of an assistant tool; `approval`: a tool call needs a decision, was decided, or has ended; `queued`: an ' +
      'outbound message was created; `attempted`: an attempt to send it ended; `sent`: the service accepted it; `ended`: ' +
      'nothing more to do.',
    { enum: TIMELINE_STEPS, enumName: 'TimelineStepKind' },
  )
  readonly step!: (typeof TIMELINE_STEPS)[number];

  @ApiField('The event, transcript line, delivery or approval of the step.', {
    example: 'dlv_01j9zq4c5x8r2m6t0w3y7v1b4d',
  })
  readonly id!: string;

  @ApiTextOrNull('The outcome.', { example: 'sent' })
  readonly outcome!: string | null;

  @ApiTextOrNull('The reason, or further details; never message text.', { example: 'not-paired' })
  readonly detail!: string | null;

  @ApiFieldOrNull(TimelineTurnDto, 'Only for the step `turn`.')
  readonly turn!: TimelineTurnDto | null;
}

/** A server's tool, or all its tools, that the agent would not get in this conversation now. */
export class LeftOutToolDto extends ReasonDto {
  @ApiProperty({ example: 'files' })
  readonly server!: string;

  @ApiTextOrNull("The tool's name on its server; null for all tools of the server.", {
    example: 'write_file',
  })
  readonly tool!: string | null;

  @ApiTextOrNull('Further details.', { example: null })
  readonly detail!: string | null;
}

/** The processing of an inbound message, step by step, and why it was not answered. */
export class TimelineDto extends ReasonDto {
  @ApiProperty({ example: 'evt_01j9zq4c5x8r2m6t0w3y7v1b4d' })
  readonly event_id!: string;

  @ApiProperty({ example: 'imbridge' })
  readonly channel!: string;

  @ApiProperty({ example: 'default' })
  readonly account!: string;

  @ApiTextOrNull("The conversation's id on the channel.", { example: '-;+12025550143' })
  readonly conversation_id!: string | null;

  @ApiTextOrNull("The sender's id on the channel.", { example: '+12025550143' })
  readonly sender_id!: string | null;

  @ApiProperty({ example: 'agent:main:main' })
  readonly session_key!: string;

  @ApiField('`dead`: failed; see the dead letters.', { enum: STATES, enumName: 'EventState' })
  readonly state!: (typeof STATES)[number];

  @ApiTextOrNull('The result; null while pending.', { example: 'turn' })
  readonly outcome!: string | null;

  @ApiTextOrNull('The last model that was asked.', { example: 'gpt-5.4' })
  readonly model!: string | null;

  @ApiProperty({ type: TimelineStepDto, isArray: true, description: 'The steps, oldest first.' })
  readonly steps!: readonly TimelineStepDto[];

  @ApiProperty({
    type: LeftOutToolDto,
    isArray: true,
    description: 'Server tools that the agent would not get now in this conversation for this sender.',
  })
  readonly left_out_tools!: readonly LeftOutToolDto[];
}

export const toTimelineDto = ({
  event,
  steps,
  reason,
  what,
  setting,
  remedy,
  leftOut,
}: Timeline): Json<TimelineDto> => ({
  event_id: event.id,
  channel: event.channel,
  account: event.account,
  conversation_id: event.conversation_id,
  sender_id: event.sender_id,
  session_key: event.session_key,
  state: event.state,
  outcome: event.outcome,
  model: event.model,
  reason: reason ?? event.reason,
  what,
  setting,
  remedy,
  steps: steps.map(({ at, turn, ...step }) => ({ ...step, at: isoTime(at), turn: turn && toTurnDto(turn) })),
  left_out_tools: leftOut,
});

const toTurnDto = ({
  agent,
  model,
  inputTokens,
  outputTokens,
  ...turn
}: TimelineTurn): Json<TimelineTurnDto> => ({
  agent,
  model,
  input_tokens: inputTokens,
  output_tokens: outputTokens,
  tries: turn.tries,
  duration_ms: turn.durationMs,
  error: turn.error,
});
