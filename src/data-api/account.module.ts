import { Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/index.js';
import { AccountController } from './account.controller.js';
import { AccountKeysController } from './account-keys.controller.js';

/** Account settings for the holders of API keys. */
@Module({ imports: [AccessControlModule], controllers: [AccountController, AccountKeysController] })
export class AccountModule {}
