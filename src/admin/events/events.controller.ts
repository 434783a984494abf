import { Get, Headers, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { type Actor, CurrentActor } from '../../access-control/index.js';
import { PathId } from '../../common/index.js';
import { Timelines } from '../../operator/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { EventStreams } from './event-streams.service.js';
import { TimelineDto, toTimelineDto } from './timeline.dto.js';

/** The stream of events, and the timeline of one event. */
@AdminController('events')
export class EventsController {
  constructor(
    private readonly streams: EventStreams,
    private readonly timelines: Timelines,
  ) {}

  @Get()
  @Operation({
    id: 'followEvents',
    summary: 'Follow events',
    role: 'viewer',
    description:
      'Sends server-sent events until the connection closes: `message` (a transcript line, as in ' +
      '`/conversations/{id}/messages`, with its conversation), `pairing` (a new pairing request), `decision` (`pairing_id` ' +
      'and `status` of a decided request), `hold` (a hold has started, changed or ended), `approval` (a tool call needs a ' +
      'decision, was decided, or has ended; without its arguments), `grant` and `user` (the `id` of a grant or user that ' +
      'was added, changed or removed, or whose keys or senders were) and, for owners, `audit`. ' +
      'Each event has an `id:`. A client that reconnects and sends it as `Last-Event-ID` first receives the events it ' +
      'missed, even after a restart or from another replica. On PostgreSQL, an event is sent only when no open transaction ' +
      'can still commit an earlier one.\n\n' +
      'The stream also sends hints without data (`{}`) or an id, at most twice per second, when something has changed: ' +
      '`event` (an event has arrived or has an outcome, such as dropped), `delivery`, `account`, `alert` and `loop`. Hints ' +
      'cannot be resumed. Each stream therefore starts with `gap`, on which you reload the lists that you show.\n\n' +
      'Each token can open 10 streams, and all tokens other than those of owners 50 together. Further requests get 503 with `Retry-After`.',
    errors: ['INVALID_REQUEST', 'UNAVAILABLE'],
    examples: { UNAVAILABLE: ['Too many open streams.', 'at most 10 streams per token'] },
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The `id:` of the last event received. Default: only new events.',
    schema: { type: 'string', maxLength: 100 },
  })
  @ApiOkResponse({
    description: 'Events, until either side closes the connection.',
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
    id: 'readTimeline',
    summary: 'Trace a message from acceptance to delivery, and show why it was not answered',
    role: 'viewer',
    description:
      'Accepts the id of an event, of a resulting transcript line or delivery, or of a conversation (for its last message).',
    errors: ['NOT_FOUND'],
  })
  @ApiOkResponse({ type: TimelineDto })
  async timeline(
    @PathId(
      'event_id',
      'The event, a resulting transcript line or delivery, or a conversation.',
      'evt_01j9zq4c5x8r2m6t0w3y7v1b4d',
    )
    id: string,
  ): Promise<Json<TimelineDto>> {
    return toTimelineDto(await this.timelines.timelineOf(id));
  }
}
