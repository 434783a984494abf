import { applyDecorators, Controller } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { apiErrors, type ErrorCode, Requires, type Role } from '../common/index.js';

/** Every admin route can fail so. */
const COMMON_ERRORS: readonly ErrorCode[] = ['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED', 'INTERNAL'];

/** A resource of the admin API. */
export const AdminController = (resource: string) =>
  applyDecorators(Controller(`admin/v1/${resource}`), ApiTags(resource), ApiBearerAuth('admin-token'));

/** Documents the failures of a route, those that every admin route has included (DESIGN 6). */
export const ApiErrors = (...codes: readonly ErrorCode[]) => apiErrors([...COMMON_ERRORS, ...codes]);

export interface OperationOptions {
  /** What the route does, in one line. */
  readonly summary: string;
  /** The weakest role that may call it. */
  readonly role: Role;
  readonly description?: string;
  /** Failures of its own. */
  readonly errors?: readonly ErrorCode[];
}

/** One operation: who may call it, and how the OpenAPI document describes it. */
export function Operation({ summary, role, description = '', errors = [] }: OperationOptions) {
  const needs = `Needs the role \`${role}\`.`;
  return applyDecorators(
    Requires(role),
    ApiOperation({ summary, description: `${description} ${needs}`.trim() }),
    ApiErrors(...errors),
  );
}
