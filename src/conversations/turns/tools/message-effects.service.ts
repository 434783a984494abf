import { Injectable } from '@nestjs/common';
import type { ToolResult } from '../../../assistant/index.js';
import type { Tx } from '../../../persistence/index.js';
import type { MessageOrder } from '../../outgoing/message-order.js';
import { OutgoingMessages } from '../../outgoing/outgoing-messages.service.js';
import { RemoteActions } from '../../outgoing/remote-actions.service.js';
import type { StoredEvent, Utterance } from '../../inbox/stored-event.js';
import { ToolPolls } from './tool-polls.service.js';
import { ToolSpeech } from './tool-speech.service.js';

/** Does what the `message` tool is asked for: puts messages in the outbox, and has the connector do the rest. */
@Injectable()
export class MessageEffects {
  constructor(
    private readonly messages: OutgoingMessages,
    private readonly remote: RemoteActions,
    private readonly speech: ToolSpeech,
    private readonly polls: ToolPolls,
  ) {}

  async send(tx: Tx, order: MessageOrder, stored: StoredEvent<Utterance>): Promise<ToolResult> {
    if (order.action === 'poll') return this.polls.ask(tx, order, stored);
    const { deliveryIds, ...said } = await this.messages.put(tx, order, {
      author: 'assistant',
      eventId: stored.id,
    });
    await this.speech.write(tx, stored, { target: order.target, deliveryId: deliveryIds[0], ...said });
    const value = { queued: true, delivery_ids: deliveryIds, ...noted(this.messages.noteOn(order)) };
    return { ok: true, value };
  }

  async perform(order: MessageOrder, signal: AbortSignal): Promise<ToolResult> {
    if (order.action === 'pollResults') return this.polls.results(order);
    const outcome = await this.remote.perform(order, 'assistant', signal);
    if (outcome.kind === 'done') return { ok: true, value: { done: true, ...noted(outcome.note) } };
    const prefix = outcome.kind === 'unknown' ? 'it may or may not have happened: ' : '';
    return { ok: false, error: `${prefix}${outcome.code}: ${outcome.detail}` };
  }
}

const noted = (note: string | undefined) => (note === undefined ? {} : { note });
