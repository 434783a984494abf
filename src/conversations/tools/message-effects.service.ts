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
  type Target,
  unsendsMessages,
} from '../../channels/index.js';
import { chunkText, Outbox } from '../../delivery/index.js';
import type { Tx } from '../../persistence/index.js';
import type { MessageAction } from './message-actions.js';

/** An action with everything it is about found out. */
export interface MessageOrder {
  readonly action: MessageAction;
  readonly target: Target;
  readonly messageId?: RemoteMessageId;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Actions that are messages: they go through the outbox like every message. */
const SENDING: readonly MessageAction[] = ['send', 'reply', 'sendWithEffect'];
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
  ) {}

  async send(tx: Tx, order: MessageOrder, eventId: string): Promise<ToolResult> {
    const ids: string[] = [];
    for (const content of this.contentsOf(order))
      ids.push(await this.outbox.put(tx, { target: order.target, content, eventId }));
    return { ok: true, value: { queued: true, delivery_ids: ids } };
  }

  async perform(order: MessageOrder, signal: AbortSignal): Promise<ToolResult> {
    const outcome = await this.ask(this.registry.get(order.target.channel), order, signal);
    if (outcome.kind === 'done') return { ok: true, value: { done: true } };
    const prefix = outcome.kind === 'unknown' ? 'it may or may not have happened: ' : '';
    return { ok: false, error: `${prefix}${outcome.code}: ${outcome.detail}` };
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
    { action, target, messageId, input }: MessageOrder,
    signal: AbortSignal,
  ): Promise<ActionOutcome> {
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
