import { applyDecorators, Controller, type Type } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import {
  apiErrors,
  apiHeader,
  type ErrorCode,
  type ErrorExamples,
  type HeaderDocs,
  RefusesUnknownQuery,
  RequiresKey,
  type Scope,
} from '../../common/index.js';

/** The failures of every route of the Data API. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'UNAUTHENTICATED',
  'HTTPS_REQUIRED',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
];

const limits = (required: boolean): HeaderDocs => ({
  'X-RateLimit-Limit': apiHeader(
    'integer',
    'The number of requests allowed in the most restrictive window.',
    required,
  ),
  'X-RateLimit-Remaining': apiHeader('integer', 'The number of requests left in that window.', required),
  'X-RateLimit-Reset': apiHeader('integer', 'Seconds until that window ends.', required),
  'RateLimit-Policy': apiHeader(
    'string',
    'The limits of the three windows: `q` requests in `w` seconds.',
    required,
  ),
  RateLimit: apiHeader(
    'string',
    'The current state of the three windows: `r` requests left, `t` seconds until the window ends.',
    required,
  ),
});

/** Statuses of refusals without a key, whose requests cannot be counted. */
const UNCOUNTED: readonly number[] = [401];
/** Some refusals come before the key is known: broken HTTP, no HTTPS, too many wrong keys, no database. */
const PERHAPS_COUNTED: readonly number[] = [400, 403, 429, 500, 503];

/** The headers with which an answer of this status reports the limits. */
const headersOf = (status: number): HeaderDocs =>
  UNCOUNTED.includes(status) ? {} : limits(!PERHAPS_COUNTED.includes(status));

/** A resource of the Data API. */
export const DataApiController = (resource: string, tag: string) =>
  applyDecorators(Controller(`v1/${resource}`), ApiTags(tag), ApiBearerAuth('api-key'));

export interface DataOperationOptions {
  /** Its name in generated clients; unique. */
  readonly id: string;
  /** The route's purpose in one line. */
  readonly summary: string;
  readonly description?: string;
  /** The required scope of the key; without one, any valid key is accepted. */
  readonly scope?: Scope;
  /** Successful answers. */
  readonly answers: readonly {
    readonly status: number;
    readonly description: string;
    readonly type?: Type;
    readonly headers?: HeaderDocs;
  }[];
  /** Its own failures. */
  readonly errors?: readonly ErrorCode[];
  /** Examples of failures that are not obvious. */
  readonly examples?: ErrorExamples;
}

/** For a route with an id in its path. */
export const WRONG_ID: ErrorExamples = {
  INVALID_REQUEST: [
    'The request is not valid.',
    'id must be 1 to 64 letters, digits, hyphens or underscores',
  ],
};

/** One operation: the key it requires, and its description in the OpenAPI document. */
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
    RefusesUnknownQuery(),
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
