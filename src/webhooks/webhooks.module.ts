import { Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { DeliveryModule } from '../delivery/index.js';
import { PairingModule } from '../pairing/index.js';
import { BacklogGauge } from './backlog-gauge.js';
import { WebhookStart } from './webhook-start.service.js';
import { WebhookMessages } from './outbox/webhook-messages.repository.js';
import { WebhookOutbox } from './outbox/webhook-outbox.service.js';
import { WebhookStates } from './outbox/webhook-states.repository.js';
import { WebhookRecords } from './sending/webhook-records.service.js';
import { WebhookSender } from './sending/webhook-sender.service.js';
import { Webhooks } from './webhooks.service.js';

/** Messages to programs elsewhere about what happens here (ADR 0114). */
@Module({
  imports: [AccessControlModule, ConversationsModule, DeliveryModule, PairingModule],
  providers: [
    BacklogGauge,
    WebhookMessages,
    WebhookOutbox,
    WebhookRecords,
    WebhookSender,
    WebhookStart,
    WebhookStates,
    Webhooks,
  ],
  exports: [WebhookOutbox, WebhookStart, Webhooks],
})
export class WebhooksModule {}
