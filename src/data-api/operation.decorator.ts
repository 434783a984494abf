import { applyDecorators, Controller, type Type } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { apiErrors, type ErrorCode, type HeaderDocs, RequiresKey, type Scope } from '../common/index.js';

/** Every route of the Data API can fail so. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'HTTPS_REQUIRED',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
];

const text = (description: string) => ({ description, schema: { type: 'string' } }) as const;
const count = (description: string) => ({ description, schema: { type: 'integer' } }) as const;

const REQUEST_ID: HeaderDocs = { 'X-Request-Id': text('Name it when you report a problem.') };
const LIMITS: HeaderDocs = {
  'X-RateLimit-Limit': count('Requests the tightest window allows.'),
  'X-RateLimit-Remaining': count('How many of them are left.'),
  'X-RateLimit-Reset': count('Seconds until the window ends.'),
};
const RETRY_AFTER: HeaderDocs = { 'Retry-After': count('Seconds to wait before the next try.') };

/** Refusals that come before anybody's requests are counted; an unexpected failure may, too. */
const UNCOUNTED: readonly number[] = [401, 403, 500];

/** What an answer of this status carries besides its body. */
function headersOf(status: number): HeaderDocs {
  return {
    ...REQUEST_ID,
    ...(!UNCOUNTED.includes(status) && LIMITS),
    ...(status === 401 && { 'WWW-Authenticate': text('`Bearer`') }),
    ...([409, 429, 503].includes(status) && RETRY_AFTER),
  };
}

/** A resource of the Data API. */
export const DataApiController = (resource: string, tag: string) =>
  applyDecorators(Controller(`v1/${resource}`), ApiTags(tag), ApiBearerAuth('api-key'));

export interface DataOperationOptions {
  /** What the route does, in one line. */
  readonly summary: string;
  readonly description?: string;
  /** What the key must be for; without one any valid key will do. */
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
}

/** One operation: which key it needs, and how the OpenAPI document describes it. */
export function DataOperation({
  summary,
  description = '',
  scope,
  answers,
  errors = [],
}: DataOperationOptions) {
  const needs = scope === undefined ? 'Needs an API key.' : `Needs an API key with the scope \`${scope}\`.`;
  return applyDecorators(
    RequiresKey(scope),
    ApiOperation({ summary, description: `${description} ${needs}`.trim() }),
    ...answers.map(({ headers, ...answer }) =>
      ApiResponse({ ...answer, headers: { ...headersOf(answer.status), ...headers } }),
    ),
    apiErrors([...COMMON_ERRORS, ...errors], headersOf),
  );
}
