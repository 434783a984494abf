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
      'Server-sent events until the connection closes: `message` (a line of a transcript, as in ' +
      '`/conversations/{id}/messages`, with its place), `pairing` (a new pairing request), `decision` (`pairing_id` and ' +
      '`status` of one that is decided), `hold` (a conversation that a person has taken over, whose hold has changed, or which ' +
      'is handed back), `approval` (a tool call waits for a decision, is decided about, or has ended; without its arguments), ' +
      '`grant` and `user` (the `id` of one that was added, changed or removed, or whose keys or senders ' +
      'were) and, for owners, `audit`. ' +
      'Each has an `id:`. A client that reconnects with it as `Last-Event-ID` first gets the events since, also after a ' +
      'restart and from another replica. On PostgreSQL an event is sent once every transaction that may still commit an ' +
      'earlier one has ended.\n\n' +
      'Besides, hints without data (`{}`) and without an id tell that something has changed, at most twice a second: `event` ' +
      '(an event has come, or has got its outcome: dropped, for instance), `delivery`, `account`, `alert` and `loop`. They ' +
      'cannot be resumed, so each stream begins with `gap`: reload the lists that you show.\n\n' +
      'A token can have 10 streams, and all tokens but those of owners 50; one more is answered with 503 and `Retry-After`.',
    errors: ['INVALID_REQUEST', 'UNAVAILABLE'],
    examples: { UNAVAILABLE: ['Too many listen already.', 'at most 10 streams for each token'] },
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The `id:` of the last event received. Default: only events from now on.',
    schema: { type: 'string', maxLength: 100 },
  })
  @ApiOkResponse({
    description: 'Events, until one side closes the connection.',
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
    summary: 'Show the path of a message from acceptance to delivery, and why it got no answer',
    role: 'viewer',
    description:
      'Accepts the id of an event, that of a transcript line or delivery that resulted from it, or that of a conversation: then its last message.',
    errors: ['NOT_FOUND'],
  })
  @ApiOkResponse({ type: TimelineDto })
  async timeline(
    @PathId(
      'event_id',
      'The event, a transcript line or delivery that resulted from it, or a conversation.',
      'evt_01j9zq4c5x8r2m6t0w3y7v1b4d',
    )
    id: string,
  ): Promise<Json<TimelineDto>> {
    return toTimelineDto(await this.timelines.timelineOf(id));
  }
}
