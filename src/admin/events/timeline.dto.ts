import { ApiProperty } from '@nestjs/swagger';
import { type Timeline, TIMELINE_STEPS } from '../../conversations/index.js';
import type { Json } from '../http/json.js';
import { ApiTime, isoTime } from '../http/timestamp.js';

const STATES = ['pending', 'done', 'dead'] as const;
const text = (description: string, example: string) => ({
  type: String,
  nullable: true,
  description,
  example,
});

/** One step in the processing of a message. */
export class TimelineStepDto {
  @ApiTime('Time of the step.')
  readonly at!: string;

  @ApiProperty({
    enum: TIMELINE_STEPS,
    enumName: 'TimelineStepKind',
    description:
      '`accepted`: stored; `written`: added to the transcript; `tool`: an effect of a tool of the assistant; `queued`: a message ' +
      'of ours was created; `attempted`: an attempt to send it ended; `sent`: the service has it; `ended`: nothing more to do.',
  })
  readonly step!: (typeof TIMELINE_STEPS)[number];

  @ApiProperty({
    description: 'The event, transcript line or delivery that the step concerns.',
    example: 'dlv_01j9zq4c5x8r2m6t0w3y7v1b4d',
  })
  readonly id!: string;

  @ApiProperty(text('The outcome.', 'sent'))
  readonly outcome!: string | null;

  @ApiProperty(text('The reason, or further details; never message text.', 'not-paired'))
  readonly detail!: string | null;
}

/** The processing of an inbound message, step by step. */
export class TimelineDto {
  @ApiProperty({ example: 'evt_01j9zq4c5x8r2m6t0w3y7v1b4d' })
  readonly event_id!: string;

  @ApiProperty({ example: 'imbridge' })
  readonly channel!: string;

  @ApiProperty({ example: 'default' })
  readonly account!: string;

  @ApiProperty(text("The id in the channel's own form.", '-;+12025550143'))
  readonly conversation_id!: string | null;

  @ApiProperty(text("The id in the channel's own form.", '+12025550143'))
  readonly sender_id!: string | null;

  @ApiProperty({ example: 'agent:main:main' })
  readonly session_key!: string;

  @ApiProperty({
    enum: STATES,
    enumName: 'EventState',
    description: '`dead`: given up; see the dead letters.',
  })
  readonly state!: (typeof STATES)[number];

  @ApiProperty(text('The result; null while it waits.', 'turn'))
  readonly outcome!: string | null;

  @ApiProperty(text('The reason for dropping it.', 'not-paired'))
  readonly reason!: string | null;

  @ApiProperty(text('The name of the model that was asked last.', 'gpt-5.4'))
  readonly model!: string | null;

  @ApiProperty({ type: TimelineStepDto, isArray: true, description: 'The steps in order of time.' })
  readonly steps!: readonly TimelineStepDto[];
}

export const toTimelineDto = ({ event, steps }: Timeline): Json<TimelineDto> => ({
  event_id: event.id,
  channel: event.channel,
  account: event.account,
  conversation_id: event.conversation_id,
  sender_id: event.sender_id,
  session_key: event.session_key,
  state: event.state,
  outcome: event.outcome,
  reason: event.reason,
  model: event.model,
  steps: steps.map(({ at, ...step }) => ({ ...step, at: isoTime(at) })),
});
