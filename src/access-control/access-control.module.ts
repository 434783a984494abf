import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessGuard } from './access.guard.js';
import { AuditRepository } from './audit.repository.js';
import { AuditLog } from './audit-log.service.js';
import { GrantRepository } from './grant.repository.js';
import { Grants } from './grants.service.js';
import { TokenAuthenticator } from './token-authenticator.js';
import { UserRepository } from './user.repository.js';
import { Users } from './users.service.js';

/** Who may do what: the global guard, admin tokens, grants of senders, the audit log. */
@Module({
  providers: [
    AccessGuard,
    { provide: APP_GUARD, useExisting: AccessGuard },
    AuditLog,
    AuditRepository,
    GrantRepository,
    Grants,
    TokenAuthenticator,
    UserRepository,
    Users,
  ],
  exports: [AccessGuard, AuditLog, Grants, Users],
})
export class AccessControlModule {}
