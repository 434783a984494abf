import { Body, Get, Post, Res, UseInterceptors } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentKey, type KeyHolder } from '../../access-control/index.js';
import { PathId, REPLAYED_HEADER } from '../../common/index.js';
import { DataInput } from '../processors/data-input.js';
import { type DataRequest, isCompleted } from '../requests/data-request.js';
import { type Answer, DataRequests } from '../requests/data-requests.service.js';
import {
  DataRequestDto,
  ProcessResultDto,
  toDataRequestDto,
  toProcessResultDto,
} from '../dto/data-request.dto.js';
import { ProcessDto } from '../dto/process.dto.js';
import { DataApiController, DataOperation } from './operation.decorator.js';
import { IDEMPOTENCY_KEY, PREFER, PROCESS, READ_REQUEST } from './process.docs.js';
import { OptionFaultsInterceptor } from './option-faults.interceptor.js';
import { ProcessBodyInterceptor } from './process-body.interceptor.js';
import { type Handling, HandlingWanted } from './request-headers.js';

/** Seconds after which an unfinished request may be polled again. */
const POLL_SECONDS = '1';

/** Answers 200 with the result, or 202 with its location; a header marks the result of an earlier request. */
export function submitted(
  response: Response,
  { request, isReplay }: Answer,
  isAsync: boolean,
): ProcessResultDto | DataRequestDto {
  if (isReplay) response.setHeader(REPLAYED_HEADER, 'true');
  if (isCompleted(request)) {
    response.status(200);
    return toProcessResultDto(request);
  }
  response.status(202).setHeader('Location', `/v1/data/process/${request.id}`);
  if (isAsync) response.setHeader('Preference-Applied', 'respond-async');
  return inProgress(response, request);
}

/** The current state of the request. */
export function inProgress(response: Response, request: DataRequest): DataRequestDto {
  const { status } = request.progress;
  if (status === 'queued' || status === 'processing') response.setHeader('Retry-After', POLL_SECONDS);
  return toDataRequestDto(request);
}

/** Data-processing requests (spec 1, DESIGN 7). */
@DataApiController('data/process', 'data')
export class ProcessController {
  constructor(private readonly requests: DataRequests) {}

  @Post()
  @UseInterceptors(ProcessBodyInterceptor, OptionFaultsInterceptor)
  @DataOperation(PROCESS)
  @ApiHeader(IDEMPOTENCY_KEY)
  @ApiHeader(PREFER)
  async process(
    @CurrentKey() caller: KeyHolder,
    @Body() { input_data: text, options }: ProcessDto,
    @HandlingWanted() { key, isAsync, longInput }: Handling,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProcessResultDto | DataRequestDto> {
    const order = { data: longInput ?? DataInput.of(text), options: { ...options }, key };
    const answer = await this.requests[isAsync ? 'accept' : 'process'](caller, order);
    return submitted(response, answer, isAsync);
  }

  @Get(':id')
  @DataOperation(READ_REQUEST)
  async read(
    @CurrentKey() { userId }: KeyHolder,
    @PathId('id', 'Identifier of the request.', 'dpr_01j9zq4c5x8r2m6t0w3y7v1b4d') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DataRequestDto> {
    return inProgress(response, await this.requests.get(userId, id));
  }
}
