import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { ERROR_STATUS, type ErrorCode } from '../errors.js';
import { ERROR_EXAMPLES, type ErrorExamples } from './error-examples.js';
import { ErrorDto } from './error.dto.js';

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

export interface ErrorDocs {
  readonly headersOf?: (status: number) => HeaderDocs;
  readonly examples?: ErrorExamples;
}

/** Documents failures in the one shape of errors, one response a status. */
export function apiErrors(codes: readonly ErrorCode[], { headersOf = () => ({}), examples }: ErrorDocs = {}) {
  const statuses = new Set(codes.map((code) => ERROR_STATUS[code]));
  const told = { ...ERROR_EXAMPLES, ...examples };
  return applyDecorators(
    ...[...statuses].map((status) => {
      const meant = codes.filter((code) => ERROR_STATUS[code] === status);
      const description = meant.map((code) => `\`${code}\``).join(', ');
      const headers = headersOf(status);
      return ApiResponse({
        status,
        description,
        type: ErrorDto,
        examples: Object.fromEntries(meant.map((code) => [code, exampleOf(code, told[code])])),
        ...(Object.keys(headers).length > 0 && { headers: { ...headers } }),
      });
    }),
  );
}

const exampleOf = (code: ErrorCode, [message, details]: readonly [string, string]) => ({
  summary: code,
  value: { error: { code, message, details } },
});
