import { Module } from '@nestjs/common';
import { AccessControlModule } from '../../access-control/index.js';
import { OperatorModule } from '../../operator/index.js';
import { WindowStorageModule } from '../../data-api/index.js';
import { PeopleModule } from '../../people/index.js';
import { AccessController } from './access.controller.js';
import { AuditController } from './audit.controller.js';
import { GrantsController } from './grants.controller.js';
import { SenderKeys } from './people/sender-keys.service.js';
import { SessionController } from './tokens/session.controller.js';
import { TokensController } from './tokens/tokens.controller.js';
import { PeopleController } from './people/people.controller.js';
import { UserKeysController } from './user-keys.controller.js';
import { UsersController } from './users.controller.js';

/** Access management for operators: admin tokens, users of the Data API and their keys, grants, and the audit log. */
@Module({
  imports: [AccessControlModule, OperatorModule, PeopleModule, WindowStorageModule],
  controllers: [
    AccessController,
    AuditController,
    GrantsController,
    PeopleController,
    SessionController,
    TokensController,
    UserKeysController,
    UsersController,
  ],
  providers: [SenderKeys],
})
export class AccountsModule {}
