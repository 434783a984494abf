export { AccessControlModule } from './access-control.module.js';
export { AccountCache } from './account-cache.js';
export { AccessGuard } from './guards/access.guard.js';
export { ScopeGuard } from './guards/scope.guard.js';
export type { AuthenticatedRequest } from './actor/actor.js';
export { type Actor, type KeyHolder, type RequestLimits, SYSTEM } from './actor/actor.js';
export { type AuditChange, difference, ending, making } from './audit/audit-change.js';
export { type AuditEntry, AuditLog, type AuditRecord } from './audit/audit-log.repository.js';
export { CurrentActor, CurrentKey } from './actor/current-actor.decorator.js';
export { RateLimitedError } from './keys/key-authenticator.js';
export { InvalidKeyError } from './keys/key-authenticator.js';
export type { Grant, GrantCount, SenderKey } from './senders/grant.repository.js';
export { grantsOn } from './senders/grants-on.js';
export { Grants } from './senders/grants.service.js';
export {
  type Identity,
  type NewUser,
  type User,
  USER_STATUSES,
  type UserChange,
  type UserStatus,
} from './users/user.repository.js';
export { Identities } from './senders/identities.service.js';
export { Users } from './users/users.service.js';
export type { ApiKey, MadeKey, WantedKey } from './keys/api-key.js';
export { AccountKeys } from './keys/account-keys.service.js';
export type { AdminToken, MadeToken, WantedToken } from './tokens/admin-token.repository.js';
export { AdminTokens, MAX_TOKENS } from './tokens/admin-tokens.service.js';
export { ConsoleEntrance } from './tokens/sign-ins/console-entrance.js';
export type { Identified, MadeLink } from './tokens/sign-ins/sign-in.repository.js';
export { SignInAuthenticator } from './tokens/sign-ins/sign-in-authenticator.js';
export { SignIns } from './tokens/sign-ins/sign-ins.service.js';
export { setSignInCookie } from './tokens/sign-ins/cookie-admission.js';
export { ApiKeys } from './keys/api-keys.service.js';
export {
  ApiKeyDto,
  CreatedApiKeyDto,
  NewApiKeyDto,
  toApiKeyDto,
  toCreatedApiKeyDto,
  toWantedKey,
} from './http/api-key.dto.js';
export { ApiMadeOnce, ApiOptional, IsName, IsTime } from './http/fields.decorator.js';
export {
  dependsOnGrant,
  isListed,
  judgeDirectMessage,
  judgeGroupMessage,
  type GroupVerdict,
} from './senders/sender-policy.js';
export { ADMISSIONS, type AdmissionReason, type RefusalReason, REFUSALS } from './senders/sender-policy.js';
