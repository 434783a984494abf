import type { Clock } from '../common/clock.js';
import type { Answer } from '../http/answer.js';
import { HttpFailure } from '../http/answer.js';
import { serviceProblem, throttled } from '../http/problems.js';
import type { Json } from '../common/json.js';
import { object, objects, text } from '../common/json.js';
import type { Limits } from '../common/limits.js';
import type { Activity, Conversation } from '../common/types.js';

/** An answer that is shown while it is written (workchat-wire 3.7). */
export interface Stream {
  readonly id: string;
  readonly conversationId: string;
  readonly startedAt: number;
  /** The text last shown to the person. */
  text: string;
  sequence: number;
  lastAt: number;
  end: 'completed' | 'cancelled' | 'lost' | undefined;
  /** Id of the final message; the stream's id then refers to that message in PUT and DELETE. */
  messageId: string | undefined;
}

/** Only the final message may have a label, citations, feedback buttons, attachments and the type `final`. */
export function checkPiece({ attachments, entities, channelData }: Activity, info: Json): void {
  if (!['informative', 'streaming'].includes(text(info.streamType) ?? ''))
    throw badRequest('StreamType of a typing activity is informative or streaming.');
  if (objects(attachments).length > 0) throw badRequest('Attachments are not allowed while streaming.');
  const isLabelled = objects(entities).some(({ type }) => type === 'https://schema.org/Message');
  const hasFeedback = ['feedbackLoop', 'feedbackLoopEnabled'].some((name) => name in object(channelData));
  if (isLabelled || hasFeedback) throw badRequest('Only the final message may carry AI content fields.');
}

/** `streaminfo` of the entities, or the same in `channelData`; undefined for an ordinary activity. */
export function streamInfo({ entities, channelData }: Activity): Json | undefined {
  const entity = objects(entities).find(({ type }) => type === 'streaminfo');
  if (entity) return entity;
  return text(object(channelData).streamType) === undefined ? undefined : object(channelData);
}

/** Enforces the rules of streams: order, pace, lifetime, text that only grows. */
export class Streams {
  private readonly streams = new Map<string, Stream>();
  private count = 0;

  constructor(
    private readonly clock: Clock,
    private readonly limits: Limits,
  ) {}

  /** Newest last. */
  list(): readonly Stream[] {
    return [...this.streams.values()];
  }

  /** Drops open streams when the service stops. */
  forget(): void {
    for (const stream of this.streams.values()) stream.end ??= 'lost';
  }

  /** Id of the stream's final message. */
  messageOf(streamId: string): string | undefined {
    return this.streams.get(streamId)?.messageId;
  }

  /** The person presses Stop, so the next call is refused. */
  cancel(conversationId: string): void {
    const open = this.open(conversationId);
    if (open) open.end = 'cancelled';
  }

  /** Handles a typing activity with stream data: 201 with the id for the first, 202 for the others. */
  push(conversation: Conversation, activity: Activity, info: Json): Answer {
    if (conversation.kind !== 'personal') throw notAllowed('Streaming is not allowed in this conversation.');
    const words = text(activity.text);
    if (words === undefined) throw badRequest('Text is required.');
    if (typeof info.streamSequence !== 'number') throw badRequest('StreamSequence is required.');
    const streamId = text(info.streamId);
    if (streamId === undefined) return this.start(conversation, words, info);
    const stream = this.alive(streamId, conversation.id);
    if (info.streamSequence !== stream.sequence + 1) return outOfOrder();
    this.grow(stream, words, info);
    return { status: 202, json: {} };
  }

  /** Handles the final message of a stream, which has no sequence; the caller stores it. */
  finish(conversation: Conversation, activity: Activity, info: Json): Stream {
    if (conversation.kind !== 'personal') throw notAllowed('Streaming is not allowed in this conversation.');
    if (info.streamType !== 'final') throw badRequest('StreamType of a message is final.');
    if (info.streamSequence !== undefined) throw badRequest('The final message has no StreamSequence.');
    const streamId = text(info.streamId);
    if (streamId === undefined) throw badRequest('StreamId is required.');
    const stream = this.alive(streamId, conversation.id);
    this.checkPace(stream);
    const words = text(activity.text) ?? '';
    if (!words.startsWith(stream.text)) throw badRequest('Text must extend what was sent before.');
    stream.end = 'completed';
    stream.text = words;
    return stream;
  }

  private start({ id: conversationId }: Conversation, words: string, info: Json): Answer {
    if (info.streamSequence !== 1) throw badRequest('StreamId is required.');
    if (this.open(conversationId)) throw notAllowed('Another stream is under way in this conversation.');
    this.checkText(words, info);
    this.count += 1;
    const now = this.clock.now();
    const id = `a-${String(this.count).padStart(4, '0')}`;
    const shown = info.streamType === 'informative' ? '' : words;
    const stream: Stream = {
      id,
      conversationId,
      startedAt: now,
      text: shown,
      sequence: 1,
      lastAt: now,
      end: undefined,
      messageId: undefined,
    };
    this.streams.set(id, stream);
    return { status: 201, json: { id } };
  }

  private grow(stream: Stream, words: string, info: Json): void {
    const now = this.clock.now();
    this.checkPace(stream);
    this.checkText(words, info);
    if (info.streamType === 'informative') {
      if (stream.text !== '') throw badRequest('Informative updates come before the text.');
    } else {
      if (!words.startsWith(stream.text)) throw badRequest('Text must extend what was sent before.');
      stream.text = words;
    }
    stream.sequence += 1;
    stream.lastAt = now;
  }

  /** Allows at most one call a second, regardless of its content. */
  private checkPace({ lastAt }: Stream): void {
    if (this.clock.now() - lastAt < this.limits.streamPaceMs) throw new HttpFailure(throttled(1));
  }

  private checkText(words: string, info: Json): void {
    const isTooLong = Buffer.byteLength(words) > this.limits.informativeBytes;
    if (info.streamType === 'informative' && isTooLong)
      throw badRequest('Informative text is limited to 1 KB.');
    if (words.length * 2 > this.limits.messageBytes) throw notAllowed('Message size too large.');
  }

  private alive(id: string, conversationId: string): Stream {
    const stream = this.streams.get(id);
    if (stream?.conversationId !== conversationId) throw badRequest('Unknown streamId.');
    if (stream.end === 'completed') throw notAllowed('Content stream was already completed.');
    if (stream.end === 'lost') throw notAllowed('Content stream does not exist.');
    if (stream.end === 'cancelled') throw notAllowed('Content stream was canceled by user.');
    if (this.isTooOld(stream)) throw notAllowed('Content stream finished due to exceeded streaming time.');
    return stream;
  }

  private open(conversationId: string): Stream | undefined {
    return this.list().find((each) => each.conversationId === conversationId && !this.isOver(each));
  }

  /** Whether the service accepts no more calls of the stream. */
  isOver(stream: Stream): boolean {
    return stream.end !== undefined || this.isTooOld(stream);
  }

  private isTooOld({ startedAt }: Stream): boolean {
    return this.clock.now() - startedAt > this.limits.streamLifeMs;
  }
}

const notAllowed = (why: string): HttpFailure =>
  new HttpFailure(serviceProblem(403, 'ContentStreamNotAllowed', why));

const badRequest = (why: string): HttpFailure => new HttpFailure(serviceProblem(400, 'BadRequest', why));

/** An error in an answer that looks like success (3.7). */
const outOfOrder = (): Answer => ({
  status: 202,
  json: {
    error: {
      code: 'ContentStreamSequenceOrderPreConditionFailed',
      message: 'The streaming request arrived out of order.',
    },
  },
});
