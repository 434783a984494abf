import { Get, Headers, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { type Actor, CurrentActor } from '../../access-control/index.js';
import { PathId } from '../../common/index.js';
import { Timelines } from '../../conversations/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { EventStreams } from './event-streams.service.js';
import { TimelineDto, toTimelineDto } from './timeline.dto.js';

/** The stream of events, and the timeline of one. */
@AdminController('events')
export class EventsController {
  constructor(
    private readonly streams: EventStreams,
    private readonly timelines: Timelines,
  ) {}

  @Get()
  @Operation({
    summary: 'Listen to what happens',
    role: 'viewer',
    description:
      'Server-sent events for as long as the line stands: `message` (a line of a transcript, as in ' +
      '`/conversations/{id}/messages`, with its place), `pairing` (somebody asks to be let in) and, for owners, `audit`. ' +
      'Each has an `id:`; who comes back with it as `Last-Event-ID` is first told what has happened since, also after a ' +
      'restart and by another replica. On PostgreSQL events are told two seconds late.',
    errors: ['INVALID_REQUEST', 'UNAVAILABLE'],
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The `id:` of the last event heard; from now on when left out.',
    schema: { type: 'string', maxLength: 100 },
  })
  @ApiOkResponse({
    description: 'Events, until one side ends the line.',
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  })
  listen(
    @CurrentActor() actor: Actor,
    @Headers('last-event-id') lastId: string | undefined,
    @Res() response: Response,
  ): Promise<void> {
    return this.streams.serve(actor, lastId, response);
  }

  @Get(':event_id/timeline')
  @Operation({
    summary: 'What became of a message, from acceptance to delivery, and why',
    role: 'viewer',
    description: 'Also by the id of a line of the transcript, or of a delivery, that came of it.',
    errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  })
  @ApiOkResponse({ type: TimelineDto })
  async timeline(
    @PathId('event_id', 'The event, or what came of it.', 'evt_01j9zq4c5x8r2m6t0w3y7v1b4d') id: string,
  ): Promise<Json<TimelineDto>> {
    return toTimelineDto(await this.timelines.timelineOf(id));
  }
}
