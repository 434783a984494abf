import { Injectable } from '@nestjs/common';
import {
  type Author,
  checksCards,
  ConnectorRegistry,
  type OutboundContent,
  type RemoteMessageId,
  type ReplyStyle,
  type Target,
} from '../../channels/index.js';
import { type Carried, Clock, newId } from '../../common/index.js';
import { chunksFor, Outbox } from '../../delivery/index.js';
import type { Tx } from '../../persistence/index.js';
import { pollText, type PollWords, readPoll } from './polls/poll-words.js';
import { type MessageOrder, type OrderingTurn, textOf } from './message-order.js';
import { OrderLookup } from './order-lookup.service.js';
import { PollFiles } from './polls/poll-files.service.js';
import { Polls } from './polls/polls.repository.js';
import { Holds } from '../holds/holds.service.js';
import { SessionRouter } from '../sessions/session-router.js';
import { KnownMessagesRepository } from '../transcript/known-messages.repository.js';
import { TranscriptWriter } from '../transcript/transcript-writer.service.js';

/** A message of ours that is not an answer. */
interface OutgoingLine {
  readonly target: Target;
  readonly text: string;
  /** Its delivery, or the first of several. */
  readonly deliveryId: string;
  /** The message it answers. */
  readonly replyTo: RemoteMessageId | undefined;
}

interface NewPoll {
  readonly target: Target;
  readonly words: PollWords;
  /** As for a text. */
  readonly replyStyle?: ReplyStyle;
  readonly author: Author;
  /** The actor, or `assistant`. */
  readonly createdBy: string;
  /** The event that caused it. */
  readonly eventId?: string;
}

interface AskedPoll {
  readonly pollId: string;
  readonly deliveryId: string;
  /** Its line in the transcript. */
  readonly text: string;
}

/** A message in the outbox. */
export interface Outgoing {
  /** In order; more than one where the text takes several messages; never empty. */
  readonly deliveryIds: readonly [string, ...string[]];
  /** For a poll only. */
  readonly pollId?: string;
}

/** The operator who orders a message, or the turn whose assistant orders it. */
export type OrderedBy =
  { readonly operator: string; readonly carried?: Carried | undefined } | { readonly turn: OrderingTurn };

/** A message for the outbox, and the text under which it is remembered. */
interface Queued extends Outgoing {
  readonly text: string;
  /** The message it answers. */
  readonly replyTo?: RemoteMessageId | undefined;
}

interface Cause {
  readonly author: Author;
  readonly createdBy: string;
  /** The event that caused it. */
  readonly eventId?: string;
  readonly carried?: Carried | undefined;
}

/**
 * The only way to send messages that are not the answer of a turn: into the outbox and the transcript together, or
 * neither.
 */
@Injectable()
export class OutgoingMessages {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly outbox: Outbox,
    private readonly lookup: OrderLookup,
    private readonly writer: TranscriptWriter,
    private readonly known: KnownMessagesRepository,
    private readonly router: SessionRouter,
    private readonly holds: Holds,
    private readonly repository: Polls,
    private readonly files: PollFiles,
    private readonly clock: Clock,
  ) {}

  /** @param order must be a message and already checked. @throws Error for a text that leaves no message */
  async send(tx: Tx, order: MessageOrder, by: OrderedBy): Promise<Outgoing> {
    const { text, replyTo, ...outgoing } = await this.enqueue(tx, order, causeOf(by));
    const line = { target: order.target, text, replyTo, deliveryId: outgoing.deliveryIds[0] };
    if ('turn' in by) await this.writeTools(tx, by.turn, line);
    else await this.writeOperators(tx, line, by.operator);
    return outgoing;
  }

  private async enqueue(tx: Tx, order: MessageOrder, { createdBy, ...sent }: Cause): Promise<Queued> {
    const { target, file, input, action, messageId } = order;
    if (action === 'poll') return this.putPoll(tx, order, { createdBy, ...sent });
    const ids: string[] = [];
    if (!file || hasWords(order))
      for (const content of this.contentsOf(order, sent.author))
        ids.push(await this.outbox.add(tx, { target, content, ...sent }));
    const asVoice = input.asVoice === true;
    if (file) ids.push(await this.outbox.addFile(tx, { target, file, asVoice, ...styleOf(input), ...sent }));
    const [first, ...others] = ids;
    if (first === undefined) throw new Error('the text of a message is empty');
    const isAnswer = action === 'reply' && hasWords(order);
    return {
      deliveryIds: [first, ...others],
      text: saidBy(order),
      replyTo: isAnswer ? messageId : undefined,
    };
  }

  private async putPoll(tx: Tx, { target, input }: MessageOrder, cause: Cause): Promise<Queued> {
    const words = readPoll(input);
    if (typeof words === 'string') throw new Error(`a poll that was not checked: ${words}`);
    const poll = { target, words, ...styleOf(input), ...cause };
    const { pollId, deliveryId, text } = await this.enqueuePoll(tx, poll);
    return { deliveryIds: [deliveryId], pollId, text };
  }

  /** The messages for a text or a card; a long text is split like an answer. */
  contentsOf({ action, target, messageId, part, input }: MessageOrder, author: Author): OutboundContent[] {
    const text = wordsIn(input);
    const style = styleOf(input);
    if (action === 'send' && input.card !== undefined) {
      const card = { kind: 'card', card: input.card as Record<string, unknown>, ...style } as const;
      if (text === '' || this.isShownWithCard(target, text)) return [{ ...card, text }];
      const { card: _, ...words } = input;
      return [...this.contentsOf({ action, target, input: words }, author), { ...card, text: '' }];
    }
    // Where there are threads, all parts belong in the same one; elsewhere one quotation is enough.
    const answering = this.lookup.hasThreads(target) ? Infinity : 1;
    return chunksFor(this.registry, target, { text, author }).map((chunk, index) => ({
      kind: 'text',
      ...chunk,
      ...style,
      ...(action === 'reply' && index < answering && messageId !== undefined
        ? { replyTo: messageId, ...(part === undefined ? {} : { replyPart: part }) }
        : {}),
      ...(action === 'sendWithEffect' && index === 0 ? { effect: textOf(input, 'effectId') } : {}),
    }));
  }

  private isShownWithCard({ channel }: Target, text: string): boolean {
    const connector = this.registry.get(channel);
    return !checksCards(connector) || (connector.showsWithCard?.(text) ?? true);
  }

  /** A note for the caller when the file may not arrive as they expect. */
  noteOn({ target, file, input }: MessageOrder): string | undefined {
    if (!file || input.asVoice !== true) return undefined;
    if (!file.canBeVoice)
      return `it is sent as a plain file: a voice memo must be MP3, CAF or Opus in Ogg, but this is ${file.mimeType}`;
    const { sendAttachment } = this.registry.get(target.channel).capabilities(target).features;
    return sendAttachment === 'full' ? undefined : 'it may arrive as a plain file instead of a voice memo';
  }

  /**
   * Records an operator's message. It has no event as its cause, and creates the conversation if there is none yet. While
   * someone holds the conversation, it is the operator's own word (ADR 0095).
   */
  private async writeOperators(tx: Tx, { target, ...line }: OutgoingLine, operator: string): Promise<void> {
    const sessionKey = (await this.known.lastSession(tx, target)) ?? this.router.sessionAt(target);
    const author = (await this.holds.isHeldIn(tx, target)) ? operator : undefined;
    const entry = { ...line, place: target, sessionKey, eventId: line.deliveryId, author };
    await this.writer.storeOurs(tx, entry, { details: this.router.describe(target) });
  }

  /** Records a tool's message, in the session of its turn if the target's session is unknown. */
  private async writeTools(tx: Tx, turn: OrderingTurn, { target, ...line }: OutgoingLine): Promise<void> {
    const isHere = target.conversation === turn.event.conversation.id;
    const elsewhere = isHere ? undefined : await this.known.lastSession(tx, target);
    const sessionKey = elsewhere ?? turn.sessionKey;
    // In the transcript, the question must stand before the messages that it causes.
    if (turn.question && sessionKey === turn.sessionKey) await this.writer.storeQuestion(tx, turn.question);
    const entry = { ...line, place: target, sessionKey, eventId: turn.id };
    await this.writer.storeOurs(tx, entry, { touches: !isHere });
  }

  private async enqueuePoll(
    tx: Tx,
    { target, words, replyStyle, createdBy, ...sent }: NewPoll,
  ): Promise<AskedPoll> {
    const createdAt = this.clock.now();
    const pollId = newId('poll', createdAt);
    const text = pollText(words);
    const style = replyStyle === undefined ? {} : { replyStyle };
    const content = { kind: 'poll', pollId, ...words, ...style, text } as const;
    const deliveryId = await this.outbox.add(tx, { target, content, ...sent });
    await this.repository.insert(tx, { id: pollId, target, ...words, deliveryId, createdBy, createdAt });
    this.files.changed(tx, target.channel);
    return { pollId, deliveryId, text };
  }
}

const causeOf = (by: OrderedBy): Cause =>
  'turn' in by
    ? { author: 'assistant', createdBy: 'assistant', eventId: by.turn.id }
    : { author: 'operator', createdBy: by.operator, carried: by.carried };

/**
 * Whether the message has a text or a card of its own. A file then follows as a separate message, because services can
 * quote only with text.
 */
const hasWords = ({ input }: MessageOrder): boolean => input.card !== undefined || wordsIn(input) !== '';

const wordsIn = (input: MessageOrder['input']): string => textOf(input, 'message') || textOf(input, 'text');

const styleOf = ({ replyStyle }: MessageOrder['input']): { readonly replyStyle?: ReplyStyle } =>
  replyStyle === undefined ? {} : { replyStyle: replyStyle as ReplyStyle };

/** The text of a message that the transcript keeps. */
function saidBy({ input, file }: MessageOrder): string {
  const card = input.card === undefined ? '' : '[sent a card]';
  const sent = file ? `[sent a file: ${file.contentOf(input.asVoice === true).filename}]` : '';
  return [card, wordsIn(input), sent].filter((line) => line !== '').join('\n');
}
