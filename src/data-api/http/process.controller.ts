import {
  Body,
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Get,
  Injectable,
  type NestInterceptor,
  Post,
  Res,
  UseInterceptors,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { type AuthenticatedRequest, CurrentKey, type KeyHolder } from '../../access-control/index.js';
import {
  type FieldFault,
  GatehouseError,
  idempotencyKeyIn,
  JsonBodyInterceptor,
  jsonReader,
  parseBody,
  type ParsedBody,
  PathId,
  REPLAYED_HEADER,
} from '../../common/index.js';
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
import { catchError, type Observable } from 'rxjs';
import { optionsIn } from '../processors/process-options.js';
import { Processors } from '../processors/processors.service.js';
import { DataApiConfig } from '../../config/index.js';
import { DataThreads, MAX_INLINE } from '../workers/data-threads.js';

/** JSON can write each byte of UTF-8 as an escape of six bytes. */
const LONGEST_ESCAPE = 6;
/** Room for the options and the surrounding JSON. */
const ENVELOPE_BYTES = 65_536;
/** As long as a caller waits for the result. */
const TIMEOUT_MS = 50_000;

/** Reads bodies that contain an `input_data` of the maximum length, in any escaping. */
@Injectable()
export class ProcessBodyInterceptor extends JsonBodyInterceptor {
  constructor({ maxInputBytes }: DataApiConfig, threads: DataThreads) {
    const parse = (json: Buffer, { apiKey }: AuthenticatedRequest): ParsedBody | Promise<ParsedBody> =>
      json.length <= MAX_INLINE
        ? parseBody(json, 'input_data')
        : threads.parseBody(json, apiKey?.userId ?? '', AbortSignal.timeout(TIMEOUT_MS));
    super(jsonReader(maxInputBytes * LONGEST_ESCAPE + ENVELOPE_BYTES, { parse }));
  }
}

/**
 * Names the faults of the options, which only the processor knows, together with those that the validation of the body
 * finds before it.
 */
@Injectable()
class OptionFaultsInterceptor implements NestInterceptor {
  constructor(private readonly processors: Processors) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { body } = context.switchToHttp().getRequest<Request<unknown, unknown, unknown>>();
    return next.handle().pipe(
      catchError((error: unknown) => {
        throw error instanceof GatehouseError && error.faults ? this.complete(error.faults, body) : error;
      }),
    );
  }

  private complete(found: readonly FieldFault[], body: unknown): GatehouseError {
    const known = new Set(found.map(({ field }) => field));
    const more = this.optionFaults(body).filter(({ field }) => !known.has(field));
    return GatehouseError.invalidFields([...found, ...more]);
  }

  private optionFaults(body: unknown): readonly FieldFault[] {
    try {
      this.processors.chosen.check(optionsIn(body));
      return [];
    } catch (error) {
      return error instanceof GatehouseError ? (error.faults ?? []) : [];
    }
  }
}

/** A caller's preferences for handling a request. */
interface Handling {
  /** `Idempotency-Key`, if there is one. */
  readonly key: string | undefined;
  /** `Prefer: respond-async` (RFC 7240). */
  readonly isAsync: boolean;
}

/** Reads the preferences from the headers. @throws GatehouseError INVALID_REQUEST */
const HandlingWanted = createParamDecorator((_: unknown, context: ExecutionContext): Handling => {
  const { headers } = context.switchToHttp().getRequest<Request>();
  return { key: idempotencyKeyIn(headers['idempotency-key']), isAsync: prefersAsync(headers.prefer) };
});

export const prefersAsync = (header: string | readonly string[] | undefined): boolean =>
  String(header ?? '')
    .split(',')
    .some((preference) => /^\s*respond-async\s*(;|$)/i.test(preference));

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
    @Body() { input_data: data, options }: ProcessDto,
    @HandlingWanted() { key, isAsync }: Handling,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProcessResultDto | DataRequestDto> {
    const order = { data, options: { ...options }, key };
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
