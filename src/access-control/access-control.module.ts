import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessGuard } from './guards/access.guard.js';
import { AccountCache } from './account-cache.js';
import { AuditLog } from './audit/audit-log.repository.js';
import { GrantRepository } from './senders/grant.repository.js';
import { Grants } from './senders/grants.service.js';
import { AccountKeys } from './keys/account-keys.service.js';
import { ApiKeyRepository } from './keys/api-key.repository.js';
import { ApiKeys } from './keys/api-keys.service.js';
import { KeyIssuer } from './keys/key-issuer.js';
import { KeyAuthenticator, KeyAdmission, KeyUses } from './keys/key-authenticator.js';
import { IdempotencyRecords } from './idempotency-records.js';
import { AdminTokenRepository } from './tokens/admin-token.repository.js';
import { AdminTokens } from './tokens/admin-tokens.service.js';
import { ConsoleEntrance } from './tokens/sign-ins/console-entrance.js';
import { CookieAdmission } from './tokens/sign-ins/cookie-admission.js';
import { SignInAuthenticator } from './tokens/sign-ins/sign-in-authenticator.js';
import { SignInRepository } from './tokens/sign-ins/sign-in.repository.js';
import { SignIns } from './tokens/sign-ins/sign-ins.service.js';
import { TokenAdmission } from './tokens/token-admission.js';
import { TokenAuthenticator, TokenUses } from './tokens/token-authenticator.js';
import { Identities } from './senders/identities.service.js';
import { IdentityRepository } from './senders/identity.repository.js';
import { UserRepository } from './users/user.repository.js';
import { Users } from './users/users.service.js';

const KEY_GUARD = [KeyAuthenticator, KeyAdmission, KeyUses];
const TOKEN_GUARD = [TokenAuthenticator, TokenAdmission, TokenUses, SignInAuthenticator, CookieAdmission];
const GUARD = [AccessGuard, ...KEY_GUARD, ...TOKEN_GUARD];
const REPOSITORIES = [
  AccountCache,
  AdminTokenRepository,
  ApiKeyRepository,
  GrantRepository,
  IdempotencyRecords,
  IdentityRepository,
  SignInRepository,
  UserRepository,
];
const SERVICES = [AccountKeys, AdminTokens, ApiKeys, AuditLog, Grants, Identities, SignIns, Users];

/** Access control: the global guard, admin tokens, users and their API keys, grants of senders, the audit log. */
@Module({
  providers: [
    ...GUARD,
    { provide: APP_GUARD, useExisting: AccessGuard },
    ...REPOSITORIES,
    KeyIssuer,
    ConsoleEntrance,
    ...SERVICES,
  ],
  exports: [AccessGuard, AccountCache, ConsoleEntrance, SignInAuthenticator, ...SERVICES],
})
export class AccessControlModule {}
