import { applyDecorators, Controller, type Type } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import {
  apiErrors,
  type ErrorCode,
  type ErrorExamples,
  type HeaderDocs,
  RequiresKey,
  type Scope,
} from '../../common/index.js';

/** Every route of the Data API can fail so. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'UNAUTHENTICATED',
  'HTTPS_REQUIRED',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
];

const header = (type: 'string' | 'integer', description: string, required: boolean) =>
  ({ description, required, schema: { type } }) as const;

const REQUEST_ID: HeaderDocs = {
  'X-Request-Id': header('string', 'The id of the request; include it when you report a problem.', true),
};
const limits = (required: boolean): HeaderDocs => ({
  'X-RateLimit-Limit': header('integer', 'The number of requests that the tightest window allows.', required),
  'X-RateLimit-Remaining': header('integer', 'The number of requests left in it.', required),
  'X-RateLimit-Reset': header('integer', 'Seconds until the window ends.', required),
});
const retryAfter = (required: boolean): HeaderDocs => ({
  'Retry-After': header('integer', 'Seconds to wait before the next try.', required),
});

/** Statuses of refusals without a key, whose requests cannot be counted. */
const UNCOUNTED: readonly number[] = [401];
/** Some refusals come before it is known whose key it is: broken HTTP, no HTTPS, too many wrong keys, no database. */
const PERHAPS_COUNTED: readonly number[] = [400, 403, 429, 500, 503];

/** Headers that an answer of this status carries. */
function headersOf(status: number): HeaderDocs {
  return {
    ...REQUEST_ID,
    ...(!UNCOUNTED.includes(status) && limits(!PERHAPS_COUNTED.includes(status))),
    ...(status === 401 && { 'WWW-Authenticate': header('string', '`Bearer`', true) }),
    ...([409, 429, 503].includes(status) && retryAfter(status === 429)),
  };
}

/** A resource of the Data API. */
export const DataApiController = (resource: string, tag: string) =>
  applyDecorators(Controller(`v1/${resource}`), ApiTags(tag), ApiBearerAuth('api-key'));

export interface DataOperationOptions {
  /** Its name in generated clients; unique. */
  readonly id: string;
  /** The route's purpose in one line. */
  readonly summary: string;
  readonly description?: string;
  /** The scope the key must have; without one any valid key will do. */
  readonly scope?: Scope;
  /** Answers of success. */
  readonly answers: readonly {
    readonly status: number;
    readonly description: string;
    readonly type?: Type;
    readonly headers?: HeaderDocs;
  }[];
  /** Failures of its own. */
  readonly errors?: readonly ErrorCode[];
  /** Examples of them, where it is not plain. */
  readonly examples?: ErrorExamples;
}

/** For a route with an id in its path. */
export const WRONG_ID: ErrorExamples = {
  INVALID_REQUEST: [
    'The request is not valid.',
    'id must be 1 to 64 letters, digits, hyphens or underscores',
  ],
};

/** One operation: which key it needs, and how the OpenAPI document describes it. */
export function DataOperation({
  id,
  summary,
  description = '',
  scope,
  answers,
  errors = [],
  examples = {},
}: DataOperationOptions) {
  const needs = scope === undefined ? 'Needs an API key.' : `Needs an API key with the scope \`${scope}\`.`;
  return applyDecorators(
    RequiresKey(scope),
    ApiOperation({ operationId: id, summary, description: `${description} ${needs}`.trim() }),
    ...answers.map(({ headers, ...answer }) =>
      ApiResponse({ ...answer, headers: { ...headersOf(answer.status), ...headers } }),
    ),
    apiErrors([...COMMON_ERRORS, ...(scope === undefined ? [] : ['FORBIDDEN' as const]), ...errors], {
      headersOf,
      examples: { FORBIDDEN: ['This API key may not do that.', `it needs the scope ${scope}`], ...examples },
    }),
  );
}
