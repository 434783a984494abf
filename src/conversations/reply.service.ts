import { Injectable } from '@nestjs/common';
import { ConnectorRegistry, type InboundEvent } from '../channels/index.js';
import { MessagesConfig } from '../config/index.js';
import { chunkText, Outbox } from '../delivery/index.js';
import type { Tx } from '../persistence/index.js';
import { targetOf } from './target-of.js';

/** Puts an answer on its way: with the configured prefix, in chunks the channel takes, to where the message came from. */
@Injectable()
export class Reply {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly messages: MessagesConfig,
    private readonly outbox: Outbox,
  ) {}

  /** An empty answer sends nothing. */
  async put(
    tx: Tx,
    event: InboundEvent,
    { eventId, text }: { eventId: string; text: string },
  ): Promise<void> {
    const target = targetOf(event);
    for (const chunk of this.chunks(event, text)) {
      await this.outbox.put(tx, { target, content: { kind: 'text', text: chunk }, eventId });
    }
  }

  private chunks(event: InboundEvent, reply: string): string[] {
    if (reply === '') return [];
    const { chunkLimit, chunkMode } = this.registry.account(event.channel, event.account).text;
    const { maxChars } = this.registry.get(event.channel).capabilities(targetOf(event)).text;
    const { responsePrefix } = this.messages;
    const whole = responsePrefix ? `${responsePrefix} ${reply}` : reply;
    return chunkText(whole, { limit: Math.min(chunkLimit, maxChars), mode: chunkMode });
  }
}
