import { Module } from '@nestjs/common';
import { AccessControlModule } from '../../../access-control/index.js';
import { OperatorModule } from '../../../operator/index.js';
import { DeliveryModule } from '../../../delivery/index.js';
import { DeadLettersController } from './dead-letters.controller.js';
import { DeliveriesController } from './deliveries.controller.js';

/** `/admin/v1/deliveries` and `/admin/v1/dead-letters`: outgoing messages and failed jobs. */
@Module({
  imports: [AccessControlModule, OperatorModule, DeliveryModule],
  controllers: [DeadLettersController, DeliveriesController],
})
export class DeliveriesModule {}
