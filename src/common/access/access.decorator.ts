import { SetMetadata } from '@nestjs/common';

/** A route's access rule; a route without one is refused (DESIGN 1.2). */
export type AccessRule =
  | { readonly kind: 'public'; readonly reason: string }
  | { readonly kind: 'role'; readonly role: Role }
  | { readonly kind: 'key'; readonly scope: Scope | undefined };

/** Roles of the admin API, lowest first; a higher role may do everything that a lower one may. */
export const ROLES = ['viewer', 'operator', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** Uses of an API key (DESIGN 7). */
export const SCOPES = ['users:read', 'data:process'] as const;
export type Scope = (typeof SCOPES)[number];

export const ACCESS_RULE = 'gatehouse:access-rule';

/**
 * Open to everyone as far as AccessGuard is concerned; `reason` says why that is right (for instance, its own guard).
 */
export const Public = (reason: string) =>
  SetMetadata(ACCESS_RULE, { kind: 'public', reason } satisfies AccessRule);

/** Needs an admin token of this role or a higher one. */
export const Requires = (role: Role) => SetMetadata(ACCESS_RULE, { kind: 'role', role } satisfies AccessRule);

/** Needs an API key with this scope; without one any valid key is enough. */
export const RequiresKey = (scope?: Scope) =>
  SetMetadata(ACCESS_RULE, { kind: 'key', scope } satisfies AccessRule);
