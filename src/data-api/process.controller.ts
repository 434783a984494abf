import { Body, Get, Post, Res, UseInterceptors } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentKey, type KeyHolder } from '../access-control/index.js';
import { PathId } from '../common/index.js';
import { inProgress, submitted } from './answer.js';
import { DataRequests } from './data-requests.service.js';
import { DataRequestDto, ProcessResultDto } from './dto/data-request.dto.js';
import { ProcessDto, toProcessOptions } from './dto/process.dto.js';
import { DataApiController, DataOperation } from './operation.decorator.js';
import { ProcessBodyInterceptor } from './process-body.interceptor.js';
import { IDEMPOTENCY_KEY, PREFER, PROCESS, READ_REQUEST } from './process.docs.js';
import { type Handling, HandlingWanted } from './request-headers.js';

/** Data-processing requests (spec 1, DESIGN 7). */
@DataApiController('data/process', 'data')
export class ProcessController {
  constructor(private readonly requests: DataRequests) {}

  @Post()
  @UseInterceptors(ProcessBodyInterceptor)
  @DataOperation(PROCESS)
  @ApiHeader(IDEMPOTENCY_KEY)
  @ApiHeader(PREFER)
  async process(
    @CurrentKey() { userId }: KeyHolder,
    @Body() { input_data: data, options }: ProcessDto,
    @HandlingWanted() { key, isAsync }: Handling,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProcessResultDto | DataRequestDto> {
    const order = { data, options: toProcessOptions(options), key };
    const answer = await this.requests[isAsync ? 'accept' : 'process'](userId, order);
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
