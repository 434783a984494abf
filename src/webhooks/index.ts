export { type WebhookNews, WebhookOutbox } from './outbox/webhook-outbox.service.js';
export { WebhooksModule } from './webhooks.module.js';
