import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiResponse, ApiSchema } from '@nestjs/swagger';
import { ApiField } from '../api-field.js';
import { ERROR_STATUS, type ErrorCode } from '../../errors.js';
import { FIELD_FAULTS, type FieldFault } from '../../field-fault.js';
import { OTHER_BODY } from '../headers/idempotency-key.js';

/** Failures by their code: `[message, details]`. */
export type ErrorExamples = Readonly<Partial<Record<ErrorCode, readonly [string, string]>>>;

/** Examples that fit any route; a route gives its own where those are clearer. */
export const ERROR_EXAMPLES: Required<ErrorExamples> = {
  INVALID_REQUEST: ['The request is not valid.', 'Host is present twice'],
  UNAUTHENTICATED: ['A valid API key is needed.', 'Authorization must be Bearer <API key>'],
  FORBIDDEN: ['This is not allowed.', 'it needs the role operator'],
  HTTPS_REQUIRED: ['Use https.', 'the request came over plain HTTP'],
  NOT_FOUND: ['There is nothing here.', 'no object has this id'],
  METHOD_NOT_ALLOWED: ['This method is not allowed here.', 'allowed: GET, HEAD'],
  CONFLICT: ['This is not possible now.', 'id is in another state'],
  PRECONDITION_FAILED: [
    'It has changed since it was read.',
    'If-Match is not the current ETag: read it again',
  ],
  PAYLOAD_TOO_LARGE: ['The request body is too large.', 'body is too large'],
  UNSUPPORTED_MEDIA_TYPE: ['This content type is not supported.', 'Content-Type must be application/json'],
  IDEMPOTENCY_MISMATCH: OTHER_BODY,
  RATE_LIMITED: ['Too many requests.', 'try again in 42 s'],
  INTERNAL: ['Something went wrong on our side.', ''],
  UNAVAILABLE: ['The database cannot be reached at the moment.', ''],
};

@ApiSchema({ name: 'FieldFault' })
export class FieldFaultDto implements FieldFault {
  @ApiField('The path of the field, or the name of the header.', { example: 'options.param1' })
  readonly field!: string;

  @ApiProperty({ enum: FIELD_FAULTS, enumName: 'FieldFaultCode', example: 'wrong_type' })
  readonly code!: FieldFault['code'];

  @ApiField('A message for people.', { example: 'options.param1 must be a string' })
  readonly message!: string;
}

@ApiSchema({ name: 'ErrorObject' })
class ErrorObjectDto {
  @ApiProperty({ enum: Object.keys(ERROR_STATUS), enumName: 'ErrorCode', example: 'NOT_FOUND' })
  readonly code!: ErrorCode;

  @ApiField('A message for people.', { example: 'No such request.' })
  readonly message!: string;

  @ApiField('The invalid fields and how to fix them, separated by `; `; may be empty.', {
    example: 'you have no request with this id',
  })
  readonly details!: string;

  @ApiPropertyOptional({
    type: FieldFaultDto,
    isArray: true,
    description: 'The invalid fields of the request for programs, at most 20.',
  })
  readonly fields?: readonly FieldFaultDto[];
}

/** The form of every failure. */
@ApiSchema({ name: 'Error' })
export class ErrorDto {
  @ApiProperty({ type: ErrorObjectDto })
  readonly error!: ErrorObjectDto;
}

/** Headers of an answer, as OpenAPI describes them. */
export type HeaderDocs = Readonly<
  Record<
    string,
    {
      readonly description: string;
      readonly required?: boolean;
      readonly schema: { type: 'string' | 'integer' };
    }
  >
>;

/** The failures of reading a body; every route with one has them. */
export const BODY_ERRORS: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];

/** A header of an answer, for contracts. */
export const apiHeader = (type: 'string' | 'integer', description: string, required = false) =>
  ({ description, required, schema: { type } }) as const;

const retryAfter = (required: boolean): HeaderDocs => ({
  'Retry-After': apiHeader('integer', 'Seconds to wait before the next attempt.', required),
});

/** The headers that `answerError` gives a failure, by status. */
const ERROR_HEADERS: Readonly<Record<number, HeaderDocs>> = {
  401: { 'WWW-Authenticate': apiHeader('string', '`Bearer`', true) },
  409: retryAfter(false),
  415: {
    'Accept-Encoding': apiHeader(
      'string',
      'The accepted compressions, if the `Content-Encoding` is not supported.',
    ),
  },
  429: retryAfter(true),
  503: retryAfter(false),
};

export interface ErrorDocs {
  /** Headers of its API, besides those of the failure itself. */
  readonly headersOf?: (status: number) => HeaderDocs;
  readonly examples?: ErrorExamples;
}

/** Documents failures in the common error form, one response per status. */
export function apiErrors(codes: readonly ErrorCode[], { headersOf = () => ({}), examples }: ErrorDocs = {}) {
  const statuses = new Set(codes.map((code) => ERROR_STATUS[code]));
  const told = { ...ERROR_EXAMPLES, ...examples };
  return applyDecorators(
    ...[...statuses].map((status) => {
      const meant = [...new Set(codes)].filter((code) => ERROR_STATUS[code] === status);
      const description = meant.map((code) => `\`${code}\``).join(', ');
      const headers = { ...ERROR_HEADERS[status], ...headersOf(status) };
      return ApiResponse({
        status,
        description,
        type: ErrorDto,
        examples: Object.fromEntries(meant.map((code) => [code, exampleOf(code, told[code])])),
        ...(Object.keys(headers).length > 0 && { headers }),
      });
    }),
  );
}

const exampleOf = (code: ErrorCode, [message, details]: readonly [string, string]) => ({
  summary: code,
  value: { error: { code, message, details } },
});
