import { ApiExtraModels, ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { ApiTime, isoTime } from '../../common/index.js';
import { DATA_PROCESSORS, type DataProcessor } from '../../config/index.js';
import type { CompletedRequest, DataRequest, RequestError } from '../data-request.js';
import type { ProcessOptions, ProcessOutput } from '../processor.js';
import { ProcessOptionsDto } from './process.dto.js';
import { AgentOutputDto, ProfileOutputDto } from './profile.dto.js';

const STATUSES = ['queued', 'processing', 'completed', 'failed'] as const;
const OUTPUT = { oneOf: [ProfileOutputDto, AgentOutputDto].map((each) => ({ $ref: getSchemaPath(each) })) };

/** What every state of a request has in common. */
@ApiExtraModels(ProfileOutputDto, AgentOutputDto)
class RequestHeadDto {
  @ApiProperty({ example: 'dpr_01j9zq4c5x8r2m6t0w3y7v1b4d' })
  readonly id!: string;

  @ApiProperty({ enum: DATA_PROCESSORS, enumName: 'Processor' })
  readonly processor!: DataProcessor;

  @ApiProperty({ type: 'integer', description: 'Bytes of UTF-8 in `input_data`.', example: 32 })
  readonly input_bytes!: number;

  @ApiProperty({ type: ProcessOptionsDto, description: 'As they were given.' })
  readonly options!: ProcessOptions;

  @ApiTime('When the request was taken.')
  readonly created_at!: string;
}

/** A finished request and its result (DESIGN 7). */
@ApiSchema({ name: 'ProcessResult' })
export class ProcessResultDto extends RequestHeadDto {
  @ApiProperty({ enum: ['completed'] })
  readonly status!: 'completed';

  @ApiProperty(OUTPUT)
  readonly output!: ProcessOutput;

  @ApiProperty({ type: 'integer', description: 'How long the work took, ms.', example: 3 })
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
}

/** A request in any state. */
@ApiSchema({ name: 'DataRequest' })
export class DataRequestDto extends RequestHeadDto {
  @ApiProperty({ enum: STATUSES, enumName: 'DataRequestStatus' })
  readonly status!: (typeof STATUSES)[number];

  @ApiProperty({ ...OUTPUT, nullable: true, description: 'Once completed.' })
  readonly output!: ProcessOutput | null;

  @ApiProperty({
    oneOf: [{ $ref: getSchemaPath(RequestErrorDto) }],
    nullable: true,
    description: 'Once failed: what a synchronous request would have been told.',
  })
  readonly error!: RequestErrorDto | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Once over: how long the work took, ms.',
    example: 3,
  })
  readonly duration_ms!: number | null;
}

ApiExtraModels(RequestErrorDto)(DataRequestDto);

const headOf = ({ id, processor, inputBytes, options, createdAt }: DataRequest): RequestHeadDto => ({
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

export function toDataRequestDto(request: DataRequest): DataRequestDto {
  const { progress } = request;
  return {
    ...headOf(request),
    status: progress.status,
    output: progress.status === 'completed' ? progress.output : null,
    error: progress.status === 'failed' ? progress.error : null,
    duration_ms: 'durationMs' in progress ? progress.durationMs : null,
  };
}
