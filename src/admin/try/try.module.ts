import { Module } from '@nestjs/common';
import { AccessControlModule } from '../../access-control/index.js';
import { OperatorModule } from '../../operator/index.js';
import { WebchatModule } from '../../webchat/index.js';
import { TryController } from './try.controller.js';

/** A conversation with the assistant for the operator who is signed in. */
@Module({
  imports: [AccessControlModule, OperatorModule, WebchatModule],
  controllers: [TryController],
})
export class TryModule {}
