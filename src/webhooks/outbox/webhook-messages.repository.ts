import { Injectable } from '@nestjs/common';
import { Database, pick, preparedRows, type Row, type Tx } from '../../persistence/index.js';

type MessageRow = Row<'webhook_messages'>;

/** A message as it is stored first. */
export type NewWebhookMessage = Pick<MessageRow, 'id' | 'webhook' | 'lane' | 'type' | 'body' | 'created_at'>;

const INSERT = preparedRows<NewWebhookMessage>((on, rows) =>
  on
    .insertInto('webhook_messages')
    .values(rows.map((row) => pick(row, 'id', 'webhook', 'lane', 'type', 'body', 'created_at'))),
);

/** The messages that wait for webhooks, and those that were given up. */
@Injectable()
export class WebhookMessages {
  constructor(private readonly db: Database) {}

  add(tx: Tx, messages: readonly NewWebhookMessage[]): Promise<void> {
    return INSERT(this.db.on(tx), messages);
  }
}
