import { Module } from '@nestjs/common';
import { ChannelSetupAdmin } from './channel-setup.service.js';
import { SetupController } from './setup.controller.js';
import { SetupTrial } from './setup-trial.service.js';

/** `/admin/v1/channels/{channel}/setup` and the app package. */
@Module({ controllers: [SetupController], providers: [ChannelSetupAdmin, SetupTrial] })
export class ChannelSetupModule {}
