import { Module } from '@nestjs/common';
import { WebhookMessages } from './outbox/webhook-messages.repository.js';
import { WebhookOutbox } from './outbox/webhook-outbox.service.js';

/** Messages to programs elsewhere about what happens here (ADR 0114). */
@Module({ providers: [WebhookMessages, WebhookOutbox], exports: [WebhookOutbox] })
export class WebhooksModule {}
