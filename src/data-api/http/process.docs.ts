import type { ApiHeaderOptions } from '@nestjs/swagger';
import { type HeaderDocs, IDEMPOTENCY_KEY_SCHEMA, REPLAYED_HEADER } from '../../common/index.js';
import { DataRequestDto, ProcessResultDto } from '../dto/data-request.dto.js';
import { type DataOperationOptions, WRONG_ID } from './operation.decorator.js';

const text = (description: string) => ({ description, schema: { type: 'string' } }) as const;
const REPLAYED: HeaderDocs = {
  [REPLAYED_HEADER]: text('`true` when this is the answer to an earlier request with the same key.'),
};
const POLL: HeaderDocs = {
  'Retry-After': { description: 'Seconds after which to ask again.', schema: { type: 'integer' } },
};

export const IDEMPOTENCY_KEY: ApiHeaderOptions = {
  name: 'Idempotency-Key',
  required: false,
  description:
    'Makes a repeat safe: for 24 hours the same key with the same body gives the first result, also through another API key of the same user and after a restart. With another body, or while the first request is in progress, it is a `CONFLICT`. A request that was refused or failed frees its key; one that failed asynchronously can still be read by its `id`. 1 to 255 visible ASCII characters; a random UUID is best.',
  schema: IDEMPOTENCY_KEY_SCHEMA,
};

export const PREFER: ApiHeaderOptions = {
  name: 'Prefer',
  required: false,
  description: '`respond-async`: answer 202 at once and process afterwards (RFC 7240).',
  schema: { type: 'string', example: 'respond-async' },
};

export const PROCESS: DataOperationOptions = {
  id: 'processData',
  summary: 'Process data',
  description:
    'Gives `input_data` to the processor the operator has chosen: `profile` reports format and structure, `agent` asks the assistant. The input is kept no longer than until it is processed; the result can be read by its `id` for a day, or as long as the operator says.',
  scope: 'data:process',
  answers: [
    { status: 200, description: 'Processed.', type: ProcessResultDto, headers: REPLAYED },
    {
      status: 202,
      description: 'Taken: read it at `Location` until it is `completed` or `failed`.',
      type: DataRequestDto,
      headers: {
        Location: text('Where the request is.'),
        'Preference-Applied': text('`respond-async`, when that was asked for.'),
        ...POLL,
        ...REPLAYED,
      },
    },
  ],
  errors: ['CONFLICT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  examples: {
    INVALID_REQUEST: ['The request is not valid.', 'input_data is required'],
    CONFLICT: ['This key stands for another request.', 'Idempotency-Key was used with another body'],
  },
};

export const READ_REQUEST: DataOperationOptions = {
  id: 'readDataRequest',
  summary: 'Read a data-processing request',
  description: 'State and result of a request of the same user, whichever of their API keys made it.',
  scope: 'data:process',
  answers: [{ status: 200, description: 'The request.', type: DataRequestDto, headers: POLL }],
  errors: ['NOT_FOUND'],
  examples: { ...WRONG_ID, NOT_FOUND: ['No such request.', 'id names no request of yours'] },
};
