import type { Response } from 'express';
import { REPLAYED_HEADER } from '../common/index.js';
import { isCompleted, type DataRequest } from './data-request.js';
import type { Answer } from './data-requests.service.js';
import {
  type DataRequestDto,
  type ProcessResultDto,
  toDataRequestDto,
  toProcessResultDto,
} from './dto/data-request.dto.js';

/** A request that is not over may be asked for again after so long, s. */
const POLL_SECONDS = '1';

/** 200 with the result, or 202 with where it will be; says when it is an earlier request's. */
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

/** The request as it is now. */
export function inProgress(response: Response, request: DataRequest): DataRequestDto {
  const { status } = request.progress;
  if (status === 'queued' || status === 'processing') response.setHeader('Retry-After', POLL_SECONDS);
  return toDataRequestDto(request);
}
