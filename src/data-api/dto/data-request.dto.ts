import { ApiExtraModels, ApiProperty, ApiPropertyOptional, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { ApiField, ApiTime, FieldFaultDto, isoTime } from '../../common/index.js';
import { DATA_PROCESSORS, type DataProcessor } from '../../config/index.js';
import type { CompletedRequest, DataRequest, RequestError } from '../requests/data-request.js';
import type { ProcessOptions } from '../processors/process-options.js';
import type { ProcessOutput } from '../processors/processor.js';
import { ProcessOptionsDto } from './process.dto.js';
import { AgentOutputDto, ProfileOutputDto } from './profile.dto.js';

const STATUSES = ['queued', 'processing', 'completed', 'failed'] as const;
const OUTPUT = { anyOf: [ProfileOutputDto, AgentOutputDto].map((each) => ({ $ref: getSchemaPath(each) })) };

/** Fields of a request in every state. */
@ApiExtraModels(ProfileOutputDto, AgentOutputDto)
class RequestHeadDto {
  @ApiProperty({ example: 'dpr_01j9zq4c5x8r2m6t0w3y7v1b4d' })
  readonly id!: string;

  @ApiProperty({ enum: DATA_PROCESSORS, enumName: 'Processor' })
  readonly processor!: DataProcessor;

  @ApiField('The size of `input_data` in bytes of UTF-8.', { example: 32 })
  readonly input_bytes!: number;

  @ApiField('The options of the request.', { type: ProcessOptionsDto })
  readonly options!: ProcessOptions;

  @ApiTime('Time at which the request was accepted.')
  readonly created_at!: string;
}

/** A finished request and its result (DESIGN 7). */
@ApiSchema({ name: 'ProcessResult' })
export class ProcessResultDto extends RequestHeadDto {
  @ApiProperty({ enum: ['completed'] })
  readonly status!: 'completed';

  @ApiProperty(OUTPUT)
  readonly output!: ProcessOutput;

  @ApiField('The processing time in ms.', { example: 3 })
  readonly duration_ms!: number;
}

@ApiSchema({ name: 'ProcessError' })
class RequestErrorDto implements RequestError {
  @ApiProperty({ example: 'INVALID_REQUEST' })
  readonly code!: string;

  @ApiProperty({ example: 'The request is not valid.' })
  readonly message!: string;

  @ApiProperty({ example: 'input_data is not valid JSON' })
  readonly details!: string;

  @ApiPropertyOptional({ type: FieldFaultDto, isArray: true })
  readonly fields?: readonly FieldFaultDto[];
}

/** A request in any state. */
@ApiSchema({ name: 'DataRequest' })
export class DataRequestDto extends RequestHeadDto {
  @ApiProperty({ enum: STATUSES, enumName: 'DataRequestStatus' })
  readonly status!: (typeof STATUSES)[number];

  @ApiPropertyOptional({ ...OUTPUT, description: 'The result, once completed.' })
  readonly output?: ProcessOutput;

  @ApiField('The error that a synchronous request would have received, once failed.', {
    required: false,
    type: RequestErrorDto,
  })
  readonly error?: RequestErrorDto;

  @ApiField('The processing time in ms, once finished.', { required: false, example: 3 })
  readonly duration_ms?: number;
}

/** As a plain object. */
type Head = Pick<RequestHeadDto, keyof RequestHeadDto>;

const headOf = ({ id, processor, inputBytes, options, createdAt }: DataRequest): Head => ({
  id,
  processor,
  input_bytes: inputBytes,
  options,
  created_at: isoTime(createdAt),
});

export function toProcessResultDto(request: CompletedRequest): ProcessResultDto {
  const { status, output, durationMs } = request.progress;
  return { ...headOf(request), status, output, duration_ms: durationMs };
}

/** {@link toProcessResultDto} converts a completed one. */
export function toDataRequestDto(request: DataRequest): DataRequestDto {
  const { progress } = request;
  return {
    ...headOf(request),
    status: progress.status,
    ...(progress.status === 'completed' && { output: progress.output }),
    ...(progress.status === 'failed' && { error: progress.error }),
    ...('durationMs' in progress && { duration_ms: progress.durationMs }),
  };
}
