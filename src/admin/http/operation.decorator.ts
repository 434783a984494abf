import { applyDecorators, Controller } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  apiErrors,
  type ErrorCode,
  type ErrorExamples,
  Public,
  RefusesUnknownQuery,
  Requires,
  type Role,
} from '../../common/index.js';

/** The failures of every admin route (DESIGN 6). */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
];

const COMMON_EXAMPLES: ErrorExamples = {
  UNAUTHENTICATED: ['A valid admin token is needed.', 'Authorization must be Bearer <token>'],
  INVALID_REQUEST: ['The request is not valid.', 'nonsense is unknown'],
};

/** A resource of the admin API. @param tag one of those that the contract describes */
export const AdminController = (resource: string, tag = resource) =>
  applyDecorators(Controller(`admin/v1/${resource}`), ApiTags(tag), ApiBearerAuth('admin-token'));

export interface OperationOptions {
  /** Its name in generated clients; unique. */
  readonly id: string;
  /** The route's purpose in one line. */
  readonly summary: string;
  /** The lowest role that may call it; `public` where the credential is in the body. */
  readonly role: Role | 'public';
  readonly description?: string;
  /** Failures besides the common ones. */
  readonly errors?: readonly ErrorCode[];
  /** Examples of failures that are not obvious. */
  readonly examples?: ErrorExamples;
}

/** Documents one operation and states the role it requires. */
export function Operation({ id, summary, role, description = '', errors = [], examples }: OperationOptions) {
  const isOpen = role === 'public';
  const needs = isOpen ? '' : `Needs the role \`${role}\`.`;
  return applyDecorators(
    isOpen ? Public('the credential is in its body') : Requires(role),
    RefusesUnknownQuery(),
    ApiOperation({
      operationId: id,
      summary,
      description: `${description} ${needs}`.trim(),
      ...(isOpen && { security: [] }),
    }),
    apiErrors([...COMMON_ERRORS, ...errors], {
      examples: { ...COMMON_EXAMPLES, ...examples },
    }),
  );
}
