export { type WebhookNews, WebhookOutbox } from './outbox/webhook-outbox.service.js';
export type { PostOutcome } from './sending/webhook-post.js';
export { WebhookStart } from './webhook-start.service.js';
export { WEBHOOK_STATES, Webhooks, type WebhookView } from './webhooks.service.js';
export { WebhooksModule } from './webhooks.module.js';
