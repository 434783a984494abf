import { Get, Headers, Query, Res } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import { type Actor, CurrentActor } from '../../access-control/index.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { LogPageDto } from './log-line.dto.js';
import { LogQueryDto } from './log-query.dto.js';
import { LogReader } from './log-reader.service.js';
import { type LogCall, LogStreams } from './log-streams.service.js';

/** The log of the process that answers. */
@AdminController('logs')
export class LogsController {
  constructor(
    private readonly reader: LogReader,
    private readonly streams: LogStreams,
  ) {}

  @Get()
  @Operation({
    id: 'readLogs',
    summary: 'Show or follow the log, newest first',
    role: 'operator',
    description:
      'Returns the last lines of the responding process (`logging.keepLines`, at most 10 MB) at `logging.level` and above. ' +
      'With `Accept: text/event-stream`, sends server-sent events until the connection closes: first `replicas` (as in ' +
      'the page), then `log` (a line, oldest first) and `gap` (the number of `lines` no longer kept). Without `since` or ' +
      '`Last-Event-ID`, only new lines are sent. The streams count toward the limits of `/events`: 10 per token.',
    errors: ['INVALID_REQUEST', 'UNAVAILABLE'],
    examples: { UNAVAILABLE: ['Too many open streams.', 'at most 10 streams per token'] },
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description:
      'For streams: the id of the last line received. The stream starts with the kept lines after it.',
    schema: { type: 'string', maxLength: 100 },
  })
  @ApiExtraModels(LogPageDto)
  @ApiOkResponse({
    description: 'A page, newest first, or a stream.',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(LogPageDto) } },
      'text/event-stream': { schema: { type: 'string' } },
    },
  })
  read(
    @CurrentActor() actor: Actor,
    @Query() query: LogQueryDto,
    @Headers('last-event-id') lastId: string | undefined,
    @Res() response: Response,
  ): Promise<void> {
    return this.answer({ actor, query, lastId }, response);
  }

  /** @throws GatehouseError INVALID_REQUEST, UNAVAILABLE */
  private async answer(call: LogCall, response: Response): Promise<void> {
    const isStream = response.req.accepts(['json', 'text/event-stream']) === 'text/event-stream';
    if (isStream) return this.streams.serve(call, response);
    const page = JSON.stringify(await this.reader.page(call.query));
    // Not by Express's `json`, which answers `If-None-Match: *` with 304.
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(page);
  }
}
