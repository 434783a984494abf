import { Injectable } from '@nestjs/common';
import {
  type Author,
  ConnectorRegistry,
  type OutboundContent,
  type RemoteMessageId,
  type ReplyStyle,
} from '../../channels/index.js';
import { Outbox } from '../../delivery/index.js';
import type { Tx } from '../../persistence/index.js';
import { chunksFor } from './chunks-for.js';
import { KnownMessages } from './known-messages.service.js';
import { type MessageOrder, textOf } from './message-order.js';

/** A message on its way out, and what is remembered of it. */
export interface Outgoing {
  /** In order; more than one where the text takes several messages, never none. */
  readonly deliveryIds: readonly string[];
  readonly text: string;
  /** The message it answers. */
  readonly replyTo: RemoteMessageId | undefined;
}

interface Sent {
  readonly author: Author;
  /** The event because of which it is sent. */
  readonly eventId?: string;
}

/** Puts messages in the outbox that are no answer to a turn: what a tool or an operator sends. */
@Injectable()
export class OutgoingMessages {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly outbox: Outbox,
    private readonly known: KnownMessages,
  ) {}

  async put(tx: Tx, order: MessageOrder, sent: Sent): Promise<Outgoing> {
    const { target, file, input, action, messageId } = order;
    const deliveryIds: string[] = [];
    if (!file || hasWords(order))
      for (const content of this.contentsOf(order, sent.author))
        deliveryIds.push(await this.outbox.put(tx, { target, content, ...sent }));
    const asVoice = input.asVoice === true;
    if (file) deliveryIds.push(await this.outbox.putFile(tx, { target, file, asVoice, ...sent }));
    const isAnswer = action === 'reply' && hasWords(order);
    return { deliveryIds, text: saidBy(order), replyTo: isAnswer ? messageId : undefined };
  }

  /** The messages that words or a card take: a long text is divided as answers are. */
  contentsOf({ action, target, messageId, part, input }: MessageOrder, author: Author): OutboundContent[] {
    const text = wordsIn(input);
    const style = input.replyStyle === undefined ? {} : { replyStyle: input.replyStyle as ReplyStyle };
    if (action === 'send' && input.card !== undefined)
      return [{ kind: 'card', card: input.card as Record<string, unknown>, text, ...style }];
    // All of it belongs in one thread; elsewhere one quotation is enough.
    const answering = this.known.hasThreads(target) ? Infinity : 1;
    return chunksFor(this.registry, target, { text, author }).map((chunk, index) => ({
      kind: 'text',
      text: chunk,
      ...style,
      ...(action === 'reply' && index < answering && messageId !== undefined
        ? { replyTo: messageId, ...(part === undefined ? {} : { replyPart: part }) }
        : {}),
      ...(action === 'sendWithEffect' && index === 0 ? { effect: textOf(input, 'effectId') } : {}),
    }));
  }

  /** What whoever asked must know besides. */
  noteOn({ target, file, input }: MessageOrder): string | undefined {
    if (!file || input.asVoice !== true) return undefined;
    if (!file.canBeVoice)
      return `it goes as a plain file: a voice memo is MP3, CAF or Opus in Ogg, and this is ${file.mimeType}`;
    const { sendAttachment } = this.registry.get(target.channel).capabilities(target).features;
    return sendAttachment === 'full' ? undefined : 'it may arrive as a plain file, not as a voice memo';
  }
}

/** A file goes after them, as a message of its own: services quote with words only. */
const hasWords = ({ input }: MessageOrder): boolean => input.card !== undefined || wordsIn(input) !== '';

const wordsIn = (input: MessageOrder['input']): string => textOf(input, 'message') || textOf(input, 'text');

/** What is remembered of a message. */
function saidBy({ input, file }: MessageOrder): string {
  const card = input.card === undefined ? '' : '[sent a card]';
  const sent = file ? `[sent a file: ${file.contentOf(input.asVoice === true).filename}]` : '';
  return [card, wordsIn(input), sent].filter((line) => line !== '').join('\n');
}
