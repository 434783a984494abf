import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { InboundEvent, OutboundContent } from '../../channels/index.js';
import { Database } from '../../persistence/index.js';
import type { PageOf } from './conversation-view.repository.js';

/** As a literal, because the indices of these rows are for this channel alone. */
const CONSOLE = sql.lit('console');

/** A message that waits for its answer. */
export interface WaitingMessage {
  readonly id: string;
  readonly event: InboundEvent;
  /** Epoch ms. */
  readonly at: number;
}

/** A message of the gateway itself, which is no line of the transcript. */
export interface GatewayMessage {
  readonly id: string;
  readonly content: OutboundContent;
  /** Epoch ms. */
  readonly at: number;
}

/** Reads what the transcript does not have of a conversation in the web console. */
@Injectable()
export class ChatRepository {
  constructor(private readonly db: Database) {}

  async waiting(conversationId: string, { limit, before }: PageOf): Promise<readonly WaitingMessage[]> {
    let query = this.db
      .on()
      .selectFrom('inbound_events')
      .select(['id', 'payload', 'received_at'])
      .where('channel', '=', CONSOLE)
      .where('conversation_id', '=', conversationId)
      .where('state', '=', 'pending')
      .orderBy('id', 'desc')
      .limit(limit);
    if (before !== undefined) query = query.where('id', '<', `evt_${before}`);
    return (await query.execute()).map(({ id, payload, received_at: at }) => ({
      id,
      event: JSON.parse(payload) as InboundEvent,
      at,
    }));
  }

  async fromGateway(conversationId: string, { limit, before }: PageOf): Promise<readonly GatewayMessage[]> {
    let query = this.db
      .on()
      .selectFrom('deliveries')
      .select(['id', 'content', 'created_at'])
      .where('channel', '=', CONSOLE)
      .where('conversation_id', '=', conversationId)
      .where('author', '=', 'gateway')
      .orderBy('id', 'desc')
      .limit(limit);
    if (before !== undefined) query = query.where('id', '<', `dlv_${before}`);
    return (await query.execute()).map(({ id, content, created_at: at }) => ({
      id,
      content: JSON.parse(content) as OutboundContent,
      at,
    }));
  }
}
