import { Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/index.js';
import { AccountKeysController } from './account-keys.controller.js';

/** Account settings for the holders of API keys. */
@Module({ imports: [AccessControlModule], controllers: [AccountKeysController] })
export class AccountModule {}
