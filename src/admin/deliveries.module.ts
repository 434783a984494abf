import { Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/index.js';
import { DeliveryModule } from '../delivery/index.js';
import { DeadLetterDesk } from './dead-letter-desk.service.js';
import { DeadLettersController } from './dead-letters.controller.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveryDesk } from './delivery-desk.service.js';

/** `/admin/v1/deliveries` and `/admin/v1/dead-letters`: what goes out, and what failed to. */
@Module({
  imports: [AccessControlModule, DeliveryModule],
  controllers: [DeadLettersController, DeliveriesController],
  providers: [DeadLetterDesk, DeliveryDesk],
})
export class DeliveriesModule {}
