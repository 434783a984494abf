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
  type RemoteMessageId,
  type SenderId,
  setsGroupIcon,
  type Target,
  unsendsMessages,
} from '../../channels/index.js';
import { chunkText, Outbox, OutboundFile } from '../../delivery/index.js';
import type { Tx } from '../../persistence/index.js';
import type { MessageAction } from './message-actions.js';
import { type Problem, ToolFiles } from './tool-files.service.js';

/** An action with everything it is about found out. */
export interface MessageOrder {
  readonly action: MessageAction;
  readonly target: Target;
  readonly messageId?: RemoteMessageId;
  readonly input: Readonly<Record<string, unknown>>;
  /** Stands in a step by its digest. */
  readonly file?: OutboundFile;
}

/** Actions that are messages: they go through the outbox like every message. */
const SENDING: readonly MessageAction[] = ['send', 'reply', 'sendWithEffect', 'sendAttachment'];
export const isSending = ({ action }: MessageOrder): boolean => SENDING.includes(action);

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
    private readonly files: ToolFiles,
  ) {}

  /** The order with the file it is about, if it is about one. @param given the call's arguments, checked */
  async withFile(
    order: MessageOrder,
    given: MessageOrder['input'],
    turn: Parameters<ToolFiles['fileOf']>[2],
  ): Promise<MessageOrder | Problem> {
    const file = await this.files.fileOf(order.action, given, turn);
    if (file === undefined) return order;
    return file instanceof OutboundFile ? { ...order, file } : file;
  }

  async send(tx: Tx, order: MessageOrder, eventId: string): Promise<ToolResult> {
    if (order.file) return this.sendFile(tx, { ...order, file: order.file }, eventId);
    const ids: string[] = [];
    for (const content of this.contentsOf(order))
      ids.push(await this.outbox.put(tx, { target: order.target, content, eventId }));
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
    eventId: string,
  ): Promise<ToolResult> {
    const asVoice = input.asVoice === true;
    const id = await this.outbox.putFile(tx, { target, file, asVoice, eventId });
    const isFull = this.registry.get(target.channel).capabilities(target).features.sendAttachment === 'full';
    const note = asVoice && !isFull ? { note: 'it may arrive as a plain file, not as a voice memo' } : {};
    return { ok: true, value: { queued: true, delivery_ids: [id], ...note } };
  }

  private contentsOf({ action, target, messageId, input }: MessageOrder): OutboundContent[] {
    const text = textOf(input, 'message') || textOf(input, 'text');
    if (action === 'send' && input.card !== undefined)
      return [{ kind: 'card', card: input.card as Record<string, unknown>, text }];
    const { chunkLimit, chunkMode } = this.registry.account(target.channel, target.account).text;
    const { maxChars } = this.registry.get(target.channel).capabilities(target).text;
    const chunks = chunkText(text, { limit: Math.min(chunkLimit, maxChars), mode: chunkMode });
    return chunks.map((chunk, index) => ({
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
function textOf(input: Readonly<Record<string, unknown>>, name: string): string {
  const value = input[name];
  return typeof value === 'string' ? value : '';
}

function senderOf(connector: ChannelConnector, { account }: Target, address: string): SenderId {
  const known = normalizesSenders(connector) ? connector.normalizeSender(account, address) : undefined;
  return known ?? (address as SenderId);
}
