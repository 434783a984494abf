import { Injectable } from '@nestjs/common';
import type { ToolResult } from '../../assistant/index.js';
import {
  type ActionOutcome,
  type ChannelConnector,
  ConnectorRegistry,
  editsMessages,
  managesGroups,
  normalizesSenders,
  type OutboundContent,
  reacts,
  type SenderId,
  setsGroupIcon,
  type Target,
  unsendsMessages,
} from '../../channels/index.js';
import { Outbox, type OutboundFile } from '../../delivery/index.js';
import type { Tx } from '../../persistence/index.js';
import { chunksFor } from '../chunks-for.js';
import type { StoredEvent, Utterance } from '../stored-event.js';
import type { MessageOrder } from './message-orders.service.js';
import { ToolSpeech } from './tool-speech.service.js';

const NOT_HERE: ActionOutcome = {
  kind: 'failed',
  code: 'not-supported',
  detail: 'the channel cannot do this',
};

/** Does what the `message` tool is asked for: puts messages in the outbox, and has the connector do the rest. */
@Injectable()
export class MessageEffects {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly outbox: Outbox,
    private readonly speech: ToolSpeech,
  ) {}

  async send(tx: Tx, order: MessageOrder, stored: StoredEvent<Utterance>): Promise<ToolResult> {
    if (order.file) return this.sendFile(tx, { ...order, file: order.file }, stored);
    const { target, action, messageId } = order;
    const ids: string[] = [];
    for (const content of this.contentsOf(order))
      ids.push(await this.outbox.put(tx, { target, content, eventId: stored.id }));
    const replyTo = action === 'reply' ? messageId : undefined;
    await this.speech.write(tx, stored, { target, text: saidBy(order), deliveryId: ids[0], replyTo });
    return { ok: true, value: { queued: true, delivery_ids: ids } };
  }

  async perform(order: MessageOrder, signal: AbortSignal): Promise<ToolResult> {
    const outcome = await this.ask(this.registry.get(order.target.channel), order, signal);
    if (outcome.kind === 'done') {
      const { note } = outcome;
      return { ok: true, value: { done: true, ...(note === undefined ? {} : { note }) } };
    }
    const prefix = outcome.kind === 'unknown' ? 'it may or may not have happened: ' : '';
    return { ok: false, error: `${prefix}${outcome.code}: ${outcome.detail}` };
  }

  private async sendFile(
    tx: Tx,
    { target, file, input }: MessageOrder & { readonly file: OutboundFile },
    stored: StoredEvent<Utterance>,
  ): Promise<ToolResult> {
    const asVoice = input.asVoice === true;
    const deliveryId = await this.outbox.putFile(tx, { target, file, asVoice, eventId: stored.id });
    const text = `[sent a file: ${file.contentOf(asVoice).filename}]`;
    await this.speech.write(tx, stored, { target, text, deliveryId, replyTo: undefined });
    const isFull = this.registry.get(target.channel).capabilities(target).features.sendAttachment === 'full';
    const note = asVoice && !isFull ? { note: 'it may arrive as a plain file, not as a voice memo' } : {};
    return { ok: true, value: { queued: true, delivery_ids: [deliveryId], ...note } };
  }

  private contentsOf({ action, target, messageId, input }: MessageOrder): OutboundContent[] {
    const text = wordsIn(input);
    if (action === 'send' && input.card !== undefined)
      return [{ kind: 'card', card: input.card as Record<string, unknown>, text }];
    return chunksFor(this.registry, target, text).map((chunk, index) => ({
      kind: 'text',
      text: chunk,
      ...(action === 'reply' && index === 0 && messageId !== undefined ? { replyTo: messageId } : {}),
      ...(action === 'sendWithEffect' && index === 0 ? { effect: textOf(input, 'effectId') } : {}),
    }));
  }

  private async ask(
    connector: ChannelConnector,
    { action, target, messageId, input, file }: MessageOrder,
    signal: AbortSignal,
  ): Promise<ActionOutcome> {
    if (action === 'setGroupIcon' && file)
      return setsGroupIcon(connector) ? connector.setGroupIcon(target, file, signal) : NOT_HERE;
    if (messageId === undefined) return this.manage(connector, { action, target, input }, signal);
    const message = { target, messageId };
    if (action === 'react' && reacts(connector))
      return connector.react(
        message,
        { emoji: textOf(input, 'emoji'), isRemoved: input.remove === true },
        signal,
      );
    if (action === 'edit' && editsMessages(connector))
      return connector.edit(message, textOf(input, 'text'), signal);
    if (action === 'unsend' && unsendsMessages(connector)) return connector.unsend(message, signal);
    return this.manage(connector, { action, target, input }, signal);
  }

  private async manage(
    connector: ChannelConnector,
    { action, target, input }: MessageOrder,
    signal: AbortSignal,
  ): Promise<ActionOutcome> {
    if (!managesGroups(connector)) return NOT_HERE;
    const who = () => senderOf(connector, target, textOf(input, 'address'));
    switch (action) {
      case 'renameGroup':
        return connector.renameGroup(target, textOf(input, 'displayName'), signal);
      case 'addParticipant':
        return connector.addParticipant(target, who(), signal);
      case 'removeParticipant':
        return connector.removeParticipant(target, who(), signal);
      case 'leaveGroup':
        return connector.leaveGroup(target, signal);
      default:
        return NOT_HERE;
    }
  }
}

/** The arguments' types were checked; one that is not there is empty. */
function textOf(input: MessageOrder['input'], name: string): string {
  const value = input[name];
  return typeof value === 'string' ? value : '';
}

const wordsIn = (input: MessageOrder['input']): string => textOf(input, 'message') || textOf(input, 'text');

/** What is remembered of a message. */
function saidBy({ input }: MessageOrder): string {
  const card = input.card === undefined ? [] : ['[sent a card]'];
  return [...card, wordsIn(input)].filter((line) => line !== '').join('\n');
}

function senderOf(connector: ChannelConnector, { account }: Target, address: string): SenderId {
  const known = normalizesSenders(connector) ? connector.normalizeSender(account, address) : undefined;
  return known ?? (address as SenderId);
}
