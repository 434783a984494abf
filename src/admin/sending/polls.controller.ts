import { Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { type Actor, CurrentActor } from '../../access-control/index.js';
import { BODY_ERRORS, IdempotencyKey, JsonBody, PathId } from '../../common/index.js';
import { PollAdminService } from '../../operator/index.js';
import { type PollResults, Polls } from '../../conversations/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { PageQueryDto } from '../http/page-query.dto.js';
import { ApiPage, Keyset, type Page } from '../http/paging.js';
import { AskedPollDto, NewPollDto, PollDetailDto, PollDto, toPollDetailDto, toPollDto } from './poll.dto.js';
import { ApiRepeats, REPLAYED, tellOfReplay } from './repeats.js';

const BY_ID = new Keyset<PollResults>(/^poll_[0-9a-z]{26}$/, ({ id }) => id);

/** Polls and their results. */
@AdminController('polls')
export class PollsController {
  constructor(
    private readonly polls: Polls,
    private readonly pollAdmin: PollAdminService,
  ) {}

  @Post()
  @HttpCode(202)
  @Operation({
    id: 'createPoll',
    summary: 'Create a poll',
    role: 'operator',
    description: 'Only senders with access there can vote. The last vote of each counts.',
    errors: [...BODY_ERRORS, 'NOT_FOUND', 'CONFLICT', 'IDEMPOTENCY_MISMATCH'],
  })
  @ApiRepeats('returns the first poll without sending again')
  @ApiAcceptedResponse({ type: AskedPollDto, headers: { ...REPLAYED } })
  async ask(
    @CurrentActor() actor: Actor,
    @JsonBody() wanted: NewPollDto,
    @IdempotencyKey() key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json<AskedPollDto>> {
    const { max_selections: maxSelections, ...poll } = wanted;
    const sent = await this.pollAdmin.send(actor, { ...poll, maxSelections }, key);
    tellOfReplay(response, sent);
    return { poll_id: sent.pollId, delivery_id: sent.deliveryId };
  }

  @Get()
  @Operation({ id: 'listPolls', summary: 'List polls, newest first', role: 'viewer' })
  @ApiPage(PollDto)
  list(@Query() page: PageQueryDto): Promise<Page<Json<PollDto>>> {
    return BY_ID.page(page, ({ limit, key }) => this.polls.list({ limit, before: key }), toPollDto);
  }

  @Get(':id')
  @Operation({
    id: 'readPoll',
    summary: 'Show a poll with its voters',
    role: 'viewer',
    errors: ['NOT_FOUND'],
  })
  @ApiOkResponse({ type: PollDetailDto })
  async show(@PathId('id', 'The poll.') id: string): Promise<Json<PollDetailDto>> {
    return toPollDetailDto(await this.polls.get(id));
  }
}
