import { badRequest, notFound } from '../common/envelopes.js';
import type { WebhookRow } from '../common/types.js';

/** Event names that a registration accepts (imbridge-wire 3.2). */
export const WEBHOOK_EVENTS: readonly string[] = [
  '*',
  'new-message',
  'updated-message',
  'message-send-error',
  'group-name-change',
  'group-icon-changed',
  'group-icon-removed',
  'participant-added',
  'participant-removed',
  'participant-left',
  'chat-read-status-changed',
  'typing-indicator',
  'scheduled-message-error',
  'server-update',
  'new-server',
  'new-findmy-location',
  'hello-world',
  'incoming-facetime',
  'ft-call-status-changed',
  'imessage-alias-removed',
  'theme-backup-created',
  'theme-backup-updated',
  'theme-backup-deleted',
  'settings-backup-created',
  'settings-backup-updated',
  'settings-backup-deleted',
];

/** The registered webhooks. As settings of the bridge they survive its restart. */
export class WebhookRegistry {
  private rows: WebhookRow[] = [];
  private lastId = 0;

  list(): readonly WebhookRow[] {
    return this.rows;
  }

  /** A registered URL keeps its row and its events (imbridge-wire 2.9). */
  register(url: string, events: readonly unknown[]): WebhookRow {
    this.refuseBad(url, events);
    const known = this.rows.find((each) => each.url === url);
    if (known) return known;
    const created = new Date().toISOString();
    const row = { id: ++this.lastId, url, events: events as readonly string[], created };
    this.rows.push(row);
    return row;
  }

  remove(id: number): void {
    if (!this.rows.some((each) => each.id === id)) throw notFound('Webhook does not exist!');
    this.rows = this.rows.filter((each) => each.id !== id);
  }

  private refuseBad(url: string, events: readonly unknown[]): void {
    if (!url.startsWith('http')) throw badRequest('Webhook URL must include an HTTP scheme!');
    for (const event of events) {
      if (typeof event !== 'string') throw badRequest('Webhook events must be strings!');
      if (!WEBHOOK_EVENTS.includes(event)) {
        const names = WEBHOOK_EVENTS.join(', ');
        throw badRequest(`Invalid webhook event: ${event}! Webhook must be one of: ${names}`);
      }
    }
  }
}
