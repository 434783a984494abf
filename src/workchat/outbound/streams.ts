import { setTimeout as pause } from 'node:timers/promises';
import type {
  ConversationId,
  OutboundContent,
  SendOutcome,
  StreamedPart,
  StreamId,
  StreamOpening,
  StreamUpdate,
  Target,
  TextContent,
  UpdateOutcome,
} from '../../channels/index.js';
import type { Clock } from '../../common/index.js';
import { ExpiringMap } from '../service/references/expiring-map.js';
import type { Reference, References } from '../service/references/references.js';
import type { ConnectorService, ServiceOutcome, ServicePlace } from '../service/connector-service.js';
import { codeIn, sendOutcomeOf } from '../service/outcome.js';
import { fieldsOf, type JsonRecord, textOf } from '../../channels/kit/index.js';
import { messageIdOf } from '../ids/id.js';
import { lastActivity, pieceActivity, shownText } from './activities.js';

/** The platform accepts one call per second of a stream, and advises a slightly longer pause (wire 3.7). */
export const STREAM_PACE_MS = 1_500;
/** The life of a stream from its first call, ms. */
export const STREAM_LIFE_MS = 120_000;
/**
 * The pause in ms before the end: the platform counts arrivals, and the network can shorten the distance of two calls.
 */
const END_PACE_MS = 1_200;
/** Shows that a text is being written, in any language. */
const OPENING = '…';
const MAX_OPEN = 5_000;

export interface StreamsParts {
  readonly service: ConnectorService;
  readonly references: References;
  readonly clock: Clock;
}

/** Messages that are shown while they are being written, in personal chats only (wire 3.7). */
export class Streams {
  /** The least time between the last text and the end, ms. */
  endPaceMs = END_PACE_MS;
  private readonly open: ExpiringMap<boolean>;

  constructor(private readonly parts: StreamsParts) {
    this.open = new ExpiringMap(parts.clock, { most: MAX_OPEN, forMs: STREAM_LIFE_MS });
  }

  /** Whether this process streams there, which makes the typing indicator unnecessary. */
  isOpenIn(conversation: ConversationId): boolean {
    return this.open.get(conversation) === true;
  }

  async begin({ conversation }: Target, signal: AbortSignal): Promise<StreamOpening> {
    const reference = await this.find(conversation);
    if (reference === 'unreadable') return { kind: 'not-now' };
    if (reference?.kind !== 'direct' || this.parts.references.isClosed(reference))
      return { kind: 'refused', detail: 'only personal chats support streams' };
    const info = { streamType: 'informative', streamSequence: 1 };
    const outcome = await this.call(reference, pieceActivity(reference, OPENING, info), signal);
    if (isNotMade(outcome)) return { kind: 'not-now' };
    const id =
      outcome.kind === 'answered' && isTaken(outcome) ? textOf(fieldsOf(outcome.json).id) : undefined;
    if (id === undefined || messageIdOf(id) === undefined)
      return { kind: 'refused', detail: 'the service returned no stream id' };
    this.open.set(conversation, true);
    return { kind: 'open', id: id as StreamId };
  }

  /** Numbered from 2, because the opening was the first call of the stream. */
  async show({ target, id, number, text }: StreamUpdate, signal: AbortSignal): Promise<UpdateOutcome> {
    const reference = await this.find(target.conversation);
    if (reference === 'unreadable') return 'not-now';
    if (!reference) return 'over';
    const info = { streamId: id, streamType: 'streaming', streamSequence: number + 1 };
    const outcome = await this.call(reference, pieceActivity(reference, shownText(text), info), signal);
    if (isNotMade(outcome)) return 'not-now';
    if (outcome.kind !== 'answered') return 'unknown';
    if (isTaken(outcome)) return 'shown';
    // An error in a successful answer means that the service has counted the calls differently (wire 3.7).
    const isRefused = outcome.status >= 400 && outcome.status < 500 && ![408, 412].includes(outcome.status);
    if (isRefused) this.open.set(target.conversation, false);
    return isRefused ? 'over' : 'unknown';
  }

  /**
   * Turns a stream into its final message. If the stream has stopped showing text, its last text is sent by itself.
   * @returns `refused` when the service accepts no end, so that the stream will never show more
   */
  async complete(
    place: ServicePlace,
    activity: JsonRecord,
    { id, updatedAt, signal }: StreamedPart & { readonly signal: AbortSignal },
  ): Promise<ServiceOutcome | 'refused'> {
    const { clock, service } = this.parts;
    const waitMs = Math.min(this.endPaceMs, updatedAt + this.endPaceMs - clock.now());
    if (waitMs > 0) await pause(waitMs, undefined, { signal }).catch(() => undefined);
    const outcome = await service.send(place, lastActivity(activity, id), signal);
    this.open.set(place.reference.conversation, false);
    if (outcome.kind !== 'answered' || isTaken(outcome)) return outcome;
    if (isCompleted(outcome)) return { ...outcome, status: 202, json: { id } };
    const isOver = codeIn(outcome) === 'ContentStreamNotAllowed' || [200, 202, 400].includes(outcome.status);
    return isOver ? 'refused' : outcome;
  }

  private call(reference: Reference, activity: JsonRecord, signal: AbortSignal): Promise<ServiceOutcome> {
    return this.parts.service.courtesy({ reference }, activity, signal);
  }

  private find(conversation: ConversationId): Promise<Reference | undefined | 'unreadable'> {
    return this.parts.references.find(conversation).catch(() => 'unreadable' as const);
  }
}

type Answered = Extract<ServiceOutcome, { kind: 'answered' }>;

const isTaken = (outcome: Answered): boolean =>
  outcome.status >= 200 && outcome.status < 300 && codeIn(outcome) === undefined;

/**
 * Whether the call had no effect and may succeed later: there was no token, it was too fast, or the service was
 * unreachable.
 */
const isNotMade = (outcome: ServiceOutcome): boolean => {
  const sent = sendOutcomeOf(outcome, 0);
  return sent.kind === 'not-sent' && sent.retry.kind !== 'never';
};

/** The only sign that an earlier end arrived without its answer: the service has one code for all refusals. */
const isCompleted = (outcome: Answered): boolean =>
  codeIn(outcome) === 'ContentStreamNotAllowed' &&
  /\bcompleted\b/i.test(textOf(fieldsOf(fieldsOf(outcome.json).error).message) ?? '');

/** The stream that a text completes. */
export const streamedIn = (content: OutboundContent): StreamedPart | undefined =>
  content.kind === 'text' ? content.stream : undefined;

/** The part of a text that its stream has not shown, as a separate message; undefined when there is none. */
export function leftOf(content: OutboundContent): TextContent | undefined {
  if (content.kind !== 'text' || !content.stream) return undefined;
  const { stream, ...text } = content;
  const left = content.text.slice(stream.shown).replace(/^[^\S\n]*\n+|^ +/, '');
  return left.trim() === '' ? undefined : { ...text, text: left };
}

/** The text that a stream has shown, as a separate message. */
export function shownOf(content: OutboundContent): TextContent | undefined {
  if (content.kind !== 'text' || !content.stream) return undefined;
  const { stream, ...text } = content;
  return { ...text, text: content.text.slice(0, stream.shown) };
}

/** The final message has the stream's id, unless the service returns another. */
export function withStreamId(outcome: SendOutcome, stream: StreamedPart | undefined): SendOutcome {
  const messageId = stream && messageIdOf(stream.id);
  if (outcome.kind !== 'sent' || outcome.messageId !== undefined || messageId === undefined) return outcome;
  return { ...outcome, messageId };
}
