import { Injectable } from '@nestjs/common';
import { Assistant } from '../../assistant/index.js';
import {
  ConnectorRegistry,
  type FormattedText,
  type InboundEvent,
  type Target,
  targetOf,
  type TextContent,
} from '../../channels/index.js';
import { MessagesConfig } from '../../config/index.js';
import { chunksFor, Outbox, trimLines } from '../../delivery/index.js';
import type { Tx } from '../../persistence/index.js';
import {
  agentOf,
  isPossible,
  NamedMessages,
  type ReplyWish,
  type StreamState,
} from '../../conversations/index.js';
import type { StreamView } from './answer-stream.js';

/** Code, whether fenced or indented, begins only at the start of a line. */
const OPENS_CODE = /^(?:`{3}|~{3}|\t| {2})/;
/** Some models begin their answers with a space, which has no meaning. */
const SINGLE_SPACE = /^ (?=\S)/;

/** The message to which an answer is attached; empty for none. */
export type ReplyLink = Pick<TextContent, 'replyTo' | 'replyPart'>;

export interface ReplyText {
  readonly eventId: string;
  readonly sessionKey: string;
  /** Nothing is sent when it is empty. */
  readonly text: string;
  readonly author: 'assistant' | 'gateway';
  /** Whether nothing of this answer was sent before, so that it starts with the prefix. */
  readonly isFirst: boolean;
  /** The model of this session, where it differs from the agent's own. */
  readonly model?: string;
  /** The message that its first message is attached to, if nothing of this answer was sent before. */
  readonly link?: ReplyLink | undefined;
  /** The stream that its first message completes. */
  readonly stream?: StreamState | undefined;
}

export interface QueuedReply {
  /** The id of its first delivery; undefined when nothing is sent. */
  readonly firstId: string | undefined;
  readonly written: Promise<unknown>;
}

interface Looking {
  /** How much the first message has to hold at least. */
  readonly asked: number;
  /** The connector's `stableLength`. */
  readonly stableLength: (text: string) => number;
}

/** An answer in the form in which it is sent. */
interface Composed {
  readonly text: string;
  /** The difference between a position in the answer and the same position in `text`. */
  readonly shift: number;
}

/** Sends an answer to the place of its message, with the configured prefix and in chunks that the channel accepts. */
@Injectable()
export class Reply {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly messages: MessagesConfig,
    private readonly assistant: Assistant,
    private readonly outbox: Outbox,
    private readonly named: NamedMessages,
  ) {}

  /**
   * Finds the message to which an answer wants to reply. None where the channel has no replies, where answers stand in the
   * thread of their message anyway, and for an id that names no message of the conversation: the answer itself matters
   * more.
   */
  async linkFor(event: InboundEvent, wish: ReplyWish | undefined): Promise<ReplyLink> {
    if (wish === undefined) return {};
    const target = targetOf(event);
    const capabilities = this.registry.get(event.channel).capabilities(target);
    if (!isPossible(capabilities, 'reply') || isPossible(capabilities, 'threads')) return {};
    if (wish === 'current') return event.kind === 'message' ? { replyTo: event.messageId } : {};
    const found = await this.named.find(target, wish.id);
    if (typeof found === 'string') return {};
    return { replyTo: found.messageId, ...(found.part === undefined ? {} : { replyPart: found.part }) };
  }

  /** Puts it into the outbox. */
  addTo(tx: Tx, event: InboundEvent, reply: ReplyText): QueuedReply {
    const target = targetOf(event);
    const { author, eventId } = reply;
    const contents = this.contentsOf(target, reply);
    const firstId = contents.length === 0 ? undefined : this.outbox.newId();
    const puts = contents.map((content, index) =>
      this.outbox.add(tx, {
        target,
        content,
        author,
        eventId,
        ...(index === 0 && firstId && { id: firstId }),
      }),
    );
    return { firstId, written: Promise.all(puts) };
  }

  /** How much of an unfinished answer can be shown, and where its first message ends. */
  view(event: InboundEvent, reply: ReplyText, { asked, stableLength }: Looking): StreamView {
    const { text, shift } = this.compose(reply);
    if (text === '') return { settled: 0, full: undefined };
    // Trailing white space counts although it is not sent.
    const tail = reply.text.slice(reply.text.trimEnd().length);
    const settled = Math.max(0, stableLength(text + tail) - shift);
    const written = { text, author: reply.author };
    const [{ text: first } = { text: '' }, ...others] = this.parts(
      targetOf(event),
      written,
      asked === 0 ? 0 : asked + shift,
    );
    if (others.length === 0) return { settled, full: undefined };
    // When a message ends within code, the chunker closes the code there and opens it again in the next message. Only
    // whole answers get such marks, so an unfinished one ends before the code.
    const end = text.startsWith(first) ? first.length : stableLength(text.slice(0, first.length));
    return { settled, full: Math.max(asked, end - shift) };
  }

  /** The beginning of an answer in the form in which it is sent. */
  shown(reply: ReplyText): string {
    return this.compose(reply).text;
  }

  private contentsOf(target: Target, { stream, link, ...reply }: ReplyText): TextContent[] {
    const { text, shift } = this.compose(reply);
    const of = (at: number) => (at === 0 ? 0 : at + shift);
    const parts = this.parts(target, { text, author: reply.author }, of(stream?.asked ?? 0));
    return parts.map((part, index) => ({
      kind: 'text',
      ...part,
      ...(reply.isFirst && index === 0 ? link : {}),
      ...(stream && index === 0
        ? { stream: { id: stream.id, shown: of(stream.shown), updatedAt: stream.updatedAt } }
        : {}),
    }));
  }

  /** The messages of a text; the first holds at least as much of it as a stream has shown. */
  private parts(target: Target, written: Pick<ReplyText, 'text' | 'author'>, asked: number): FormattedText[] {
    const { text, author } = written;
    const chunks = chunksFor(this.registry, target, written);
    const { text: first } = chunks[0] ?? { text: '' };
    if (asked === 0 || (first.length >= asked && text.startsWith(first))) return chunks;
    const rest = chunksFor(this.registry, target, { text: text.slice(asked), author });
    return [{ text: text.slice(0, asked) }, ...rest];
  }

  private compose(reply: ReplyText): Composed {
    const { text } = reply;
    const body = trimLines(text).replace(SINGLE_SPACE, '');
    const dropped = text.trimEnd().length - body.length;
    const prefix = body === '' ? '' : this.prefixFor(body, reply);
    return { text: prefix + body, shift: prefix.length - dropped };
  }

  private prefixFor(body: string, { sessionKey, isFirst, model: chosen }: ReplyText): string {
    const { responsePrefix } = this.messages;
    if (!responsePrefix || !isFirst) return '';
    const { id, model } = this.assistant.describe(agentOf(sessionKey));
    const known: Readonly<Record<string, string>> = { agent: id, model: chosen ?? model ?? '' };
    const prefix = responsePrefix.replace(/\{(agent|model)\}/g, (_, name: string) => known[name] ?? '');
    return `${prefix}${OPENS_CODE.test(body) ? '\n' : ' '}`;
  }
}

/** The answer that a model gives to say that it has nothing to say. */
const NO_REPLY = /^\s*`?NO_REPLY`?[.!]?\s*$/i;
const BLANK_LINE = /(\n[^\S\n]*\n)/;

/** The text without the paragraphs that only say that there is nothing to say. */
export function withoutSilence(text: string): string {
  const paragraphs = text.split(BLANK_LINE);
  return paragraphs.some((each) => NO_REPLY.test(each))
    ? paragraphs.filter((each) => !NO_REPLY.test(each)).join('')
    : text;
}

/** The length of an unfinished text up to the first such paragraph, or the first that may become one. UTF-16 units. */
export function beforeSilence(text: string): number {
  let at = 0;
  for (const part of text.split(BLANK_LINE)) {
    if (mayBeSilence(part)) return at;
    at += part.length;
  }
  return at;
}

function mayBeSilence(part: string): boolean {
  const said = part.trim().replace(/^`/, '').toUpperCase();
  return said !== '' && (NO_REPLY.test(part) || 'NO_REPLY'.startsWith(said));
}
