import type { ApiHeaderOptions } from '@nestjs/swagger';
import { BODY_ERRORS, type HeaderDocs, IDEMPOTENCY_KEY_SCHEMA, REPLAYED_HEADER } from '../../common/index.js';
import { DataRequestDto, ProcessResultDto } from '../dto/data-request.dto.js';
import { type DataOperationOptions, WRONG_ID } from './operation.decorator.js';

const text = (description: string) => ({ description, schema: { type: 'string' } }) as const;
const REPLAYED: HeaderDocs = {
  [REPLAYED_HEADER]: text('`true` if this is the response to an earlier request with the same key.'),
};
const POLL: HeaderDocs = {
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: { type: 'integer' } },
};

export const IDEMPOTENCY_KEY: ApiHeaderOptions = {
  name: 'Idempotency-Key',
  required: false,
  description:
    'Makes retries safe. For 24 hours, a repeat with the same key and body returns the first result, even with another API key of the same user and after a restart. A different body fails with `IDEMPOTENCY_MISMATCH`. While the first request is in progress, a repeat fails with `CONFLICT` and `Retry-After`. Repeating an asynchronous request returns that request, finished or not. A rejected or failed request releases its key; one that failed asynchronously can still be read by its `id`. 1 to 255 visible ASCII characters; preferably a random UUID.',
  schema: IDEMPOTENCY_KEY_SCHEMA,
};

export const PREFER: ApiHeaderOptions = {
  name: 'Prefer',
  required: false,
  description:
    '`respond-async`: returns 202 immediately and processes the data in the background (RFC 7240).',
  // No example: Swagger UI would send it, and the first try would be asynchronous.
  schema: { type: 'string' },
};

export const PROCESS: DataOperationOptions = {
  id: 'processData',
  summary: 'Process data',
  description:
    'Sends `input_data` to the processor that the operator has chosen: `profile` reports format and structure, `agent` asks the assistant. The input is deleted once it has been processed. The result can be read by its `id` for one day, or for the time set by the operator.',
  scope: 'data:process',
  answers: [
    { status: 200, description: 'Processed.', type: ProcessResultDto, headers: REPLAYED },
    {
      status: 202,
      description: 'Accepted. Poll the `Location` until the request is `completed` or `failed`.',
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
  description: 'Returns the state and result of a request by the same user, made with any of their API keys.',
  scope: 'data:process',
  answers: [{ status: 200, description: 'The request.', type: DataRequestDto, headers: POLL }],
  errors: ['NOT_FOUND'],
  examples: { ...WRONG_ID, NOT_FOUND: ['No such request.', 'id does not name a request of yours'] },
};
