import { Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/index.js';
import { SenderKeys } from './sender-keys.service.js';
import { TokensController } from './tokens.controller.js';
import { UserKeysController } from './user-keys.controller.js';
import { UsersController } from './users.controller.js';

/** Who may call which API: admin tokens, users of the Data API and their keys. */
@Module({
  imports: [AccessControlModule],
  controllers: [TokensController, UserKeysController, UsersController],
  providers: [SenderKeys],
  exports: [SenderKeys],
})
export class AccountsModule {}
