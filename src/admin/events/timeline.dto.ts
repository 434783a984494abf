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

  @ApiTextOrNull('The name of the model that was asked last.', { example: 'gpt-5.4' })
  readonly model!: string | null;

  @ApiProperty(count('Tokens of the request, as the model counts them; null where it says nothing.', 1200))
  readonly input_tokens!: number | null;

  @ApiProperty(count('Tokens of the answer, likewise.', 85))
  readonly output_tokens!: number | null;

  @ApiProperty(count('How often the turn ran in the process that ended it; null while it waits.', 1))
  readonly tries!: number | null;

  @ApiProperty(count('How long the last run took; null while it waits.', 900))
  readonly duration_ms!: number | null;

  @ApiTextOrNull('Why there is no answer; never message text.', { example: null })
  readonly error!: string | null;
}

/** One step in the processing of a message. */
export class TimelineStepDto extends ReasonDto {
  @ApiTime('Time of the step.')
  readonly at!: string;

  @ApiField(
    '`accepted`: stored; `judged`: by the gate, with the outcome `answer`, `command`, `context`, `code` or `dropped`; `turn`: the ' +
      'model was asked, or is asked again soon (`waiting`); `written`: added to the transcript; `tool`: an effect of a tool of the assistant; ' +
      '`approval`: a tool call waits for a decision, is decided about, or has ended; `queued`: a message ' +
      'of ours was created; `attempted`: an attempt to send it ended; `sent`: the service has it; `ended`: nothing more to do.',
    { enum: TIMELINE_STEPS, enumName: 'TimelineStepKind' },
  )
  readonly step!: (typeof TIMELINE_STEPS)[number];

  @ApiField('The event, transcript line, delivery or approval that the step concerns.', {
    example: 'dlv_01j9zq4c5x8r2m6t0w3y7v1b4d',
  })
  readonly id!: string;

  @ApiTextOrNull('The outcome.', { example: 'sent' })
  readonly outcome!: string | null;

  @ApiTextOrNull('The reason, or further details; never message text.', { example: 'not-paired' })
  readonly detail!: string | null;

  @ApiFieldOrNull(TimelineTurnDto, 'Only of the step `turn`.')
  readonly turn!: TimelineTurnDto | null;
}

/** A tool of a server, or all of them, that the agent would not be offered there now. */
export class LeftOutToolDto extends ReasonDto {
  @ApiProperty({ example: 'files' })
  readonly server!: string;

  @ApiTextOrNull('The tool as its server names it; null for all of the server.', {
    example: 'write_file',
  })
  readonly tool!: string | null;

  @ApiTextOrNull('More about that.', { example: null })
  readonly detail!: string | null;
}

/** The processing of an inbound message, step by step, and what stands in the way of an answer. */
export class TimelineDto extends ReasonDto {
  @ApiProperty({ example: 'evt_01j9zq4c5x8r2m6t0w3y7v1b4d' })
  readonly event_id!: string;

  @ApiProperty({ example: 'imbridge' })
  readonly channel!: string;

  @ApiProperty({ example: 'default' })
  readonly account!: string;

  @ApiTextOrNull("The id in the channel's own form.", { example: '-;+12025550143' })
  readonly conversation_id!: string | null;

  @ApiTextOrNull("The id in the channel's own form.", { example: '+12025550143' })
  readonly sender_id!: string | null;

  @ApiProperty({ example: 'agent:main:main' })
  readonly session_key!: string;

  @ApiField('`dead`: failed; see the dead letters.', { enum: STATES, enumName: 'EventState' })
  readonly state!: (typeof STATES)[number];

  @ApiTextOrNull('The result; null while it waits.', { example: 'turn' })
  readonly outcome!: string | null;

  @ApiTextOrNull('The name of the model that was asked last.', { example: 'gpt-5.4' })
  readonly model!: string | null;

  @ApiProperty({ type: TimelineStepDto, isArray: true, description: 'The steps in order of time.' })
  readonly steps!: readonly TimelineStepDto[];

  @ApiProperty({
    type: LeftOutToolDto,
    isArray: true,
    description:
      'The tools of servers that the agent would not be offered in this place for this sender, as things are now.',
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
