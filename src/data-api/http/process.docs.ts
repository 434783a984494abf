import type { ApiHeaderOptions } from '@nestjs/swagger';
import { BODY_ERRORS, type HeaderDocs, IDEMPOTENCY_KEY_SCHEMA, REPLAYED_HEADER } from '../../common/index.js';
import { DataRequestDto, ProcessResultDto } from '../dto/data-request.dto.js';
import { type DataOperationOptions, WRONG_ID } from './operation.decorator.js';

const text = (description: string) => ({ description, schema: { type: 'string' } }) as const;
const REPLAYED: HeaderDocs = {
  [REPLAYED_HEADER]: text('`true` when this is the answer to an earlier request with the same key.'),
};
const POLL: HeaderDocs = {
  'Retry-After': { description: 'Seconds to wait before asking again.', schema: { type: 'integer' } },
};

export const IDEMPOTENCY_KEY: ApiHeaderOptions = {
  name: 'Idempotency-Key',
  required: false,
  description:
    'Makes repeats safe: for 24 hours the same key with the same body returns the first result, also through another API key of the same user and after a restart. With another body it is an `IDEMPOTENCY_MISMATCH`; while another call waits for the result, it is a `CONFLICT`, with the rest of its lease in `Retry-After`; the repeat of an asynchronous request returns that request, finished or not. A request that was refused or failed frees its key; one that failed asynchronously can still be read by its `id`. 1 to 255 visible ASCII characters; a random UUID is best.',
  schema: IDEMPOTENCY_KEY_SCHEMA,
};

export const PREFER: ApiHeaderOptions = {
  name: 'Prefer',
  required: false,
  description: '`respond-async`: answers 202 at once and processes the data afterwards (RFC 7240).',
  // No example: Swagger UI would send it, and the first try would be asynchronous.
  schema: { type: 'string' },
};

export const PROCESS: DataOperationOptions = {
  id: 'processData',
  summary: 'Process data',
  description:
    'Passes `input_data` to the processor that the operator has chosen: `profile` reports format and structure, `agent` asks the assistant. The input is deleted as soon as it is processed. The result can be read by its `id` for a day, or as long as the operator has set.',
  scope: 'data:process',
  answers: [
    { status: 200, description: 'Processed.', type: ProcessResultDto, headers: REPLAYED },
    {
      status: 202,
      description: 'Accepted: read it at `Location` until it is `completed` or `failed`.',
      type: DataRequestDto,
      headers: {
        Location: text('The address of the request.'),
        'Preference-Applied': text('`respond-async`, if it was requested.'),
        ...POLL,
        ...REPLAYED,
      },
    },
  ],
  errors: [...BODY_ERRORS, 'CONFLICT', 'IDEMPOTENCY_MISMATCH'],
  examples: {
    INVALID_REQUEST: ['The request is not valid.', 'input_data is required'],
    CONFLICT: [
      'The first request with this key is still being processed.',
      'Idempotency-Key is in use by a request in progress',
    ],
  },
};

export const READ_REQUEST: DataOperationOptions = {
  id: 'readDataRequest',
  summary: 'Read a data-processing request',
  description:
    'Returns the state and result of a request by the same user, whichever of their API keys made it.',
  scope: 'data:process',
  answers: [{ status: 200, description: 'The request.', type: DataRequestDto, headers: POLL }],
  errors: ['NOT_FOUND'],
  examples: { ...WRONG_ID, NOT_FOUND: ['No such request.', 'id names no request of yours'] },
};
