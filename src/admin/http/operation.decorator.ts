import { applyDecorators, Controller } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { apiErrors, type ErrorCode, type ErrorExamples, Requires, type Role } from '../../common/index.js';

/** The failures of every admin route (DESIGN 6). */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
];

const COMMON_EXAMPLES: ErrorExamples = {
  UNAUTHENTICATED: ['A valid admin token is needed.', 'Authorization must be Bearer <admin token>'],
  INVALID_REQUEST: ['The request is not valid.', 'nonsense is unknown'],
};

/** A resource of the admin API. */
export const AdminController = (resource: string) =>
  applyDecorators(Controller(`admin/v1/${resource}`), ApiTags(resource), ApiBearerAuth('admin-token'));

export interface OperationOptions {
  /** The route's purpose in one line. */
  readonly summary: string;
  /** The lowest role that may call it. */
  readonly role: Role;
  readonly description?: string;
  /** Failures besides the common ones. */
  readonly errors?: readonly ErrorCode[];
  /** Examples of failures that are not obvious. */
  readonly examples?: ErrorExamples;
}

/** Documents one operation and states the role it requires. */
export function Operation({ summary, role, description = '', errors = [], examples }: OperationOptions) {
  const needs = `Needs the role \`${role}\`.`;
  return applyDecorators(
    Requires(role),
    ApiOperation({ summary, description: `${description} ${needs}`.trim() }),
    apiErrors([...new Set([...COMMON_ERRORS, ...errors])], {
      examples: { ...COMMON_EXAMPLES, ...examples },
    }),
  );
}
