import type {
  ActionOutcome,
  ApprovalEnd,
  Author,
  DeliveryAttempt,
  Edit,
  FileOffer,
  HandoverContent,
  MediaContent,
  MessageRef,
  OutboundContent,
  ReplyStyle,
  SendOutcome,
  Target,
  TextContent,
  ThreadId,
} from '../../channels/index.js';
import type { Clock } from '../../common/index.js';
import { ExpiringMap } from '../service/references/expiring-map.js';
import type { Reference, References } from '../service/references/references.js';
import type { ConnectorService, ServiceOutcome, ServicePlace } from '../service/connector-service.js';
import { isAccepted, isGone, sendOutcomeOf } from '../service/outcome.js';
import {
  actionFailed,
  actionOutcome,
  type JsonRecord,
  NEVER,
  notSent,
  notSupported,
  WAIT,
} from '../../channels/kit/index.js';
import { addressOf, threadOf } from '../ids/id.js';
import type { FileParts } from './file-parts.js';
import {
  activityOf,
  approvalEndActivity,
  fileActivity,
  type Look,
  textActivity,
  typingActivity,
} from './activities.js';
import { leftOf, streamedIn, Streams, withStreamId } from './streams.js';

/**
 * The indicator shows for a few seconds; renewing it sooner only uses up the rate limit of messages (wire 10, row 20).
 */
const TYPING_EVERY_MS = 4_000;
const MAX_TYPISTS = 5_000;

export interface OutboundParts {
  readonly service: ConnectorService;
  readonly references: References;
  readonly clock: Clock;
  readonly files: Pick<FileParts, 'outgoing' | 'consentResponses' | 'notes'>;
  /** Whether generated messages are marked as such. */
  readonly marksGenerated: () => boolean;
  readonly replyStyleOf: (reference: Reference) => ReplyStyle;
}

/** An attempt to post a message; a handover replaces one. */
type NewMessage = Omit<DeliveryAttempt, 'content'> & {
  readonly content: Exclude<OutboundContent, HandoverContent>;
};

/** Sends, edits and deletes messages: one call each, never repeated here (wire 3.4). */
export class Outbound {
  readonly streams: Streams;
  private readonly typing: ExpiringMap<true>;

  constructor(private readonly parts: OutboundParts) {
    this.streams = new Streams(parts);
    this.typing = new ExpiringMap(parts.clock, { most: MAX_TYPISTS, forMs: TYPING_EVERY_MS });
  }

  async send(attempt: DeliveryAttempt, signal: AbortSignal): Promise<SendOutcome> {
    const { target } = attempt;
    const { references } = this.parts;
    const reference = await references.find(target.conversation).catch(() => 'unreadable' as const);
    if (reference === 'unreadable') return notYet(UNREADABLE);
    if (!reference) return unknownPlace('no one has written to the bot there yet, so its address is unknown');
    if (references.isClosed(reference))
      return unknownPlace('the app is no longer installed there, or may not write there');
    const outcome = await this.deliver(reference, attempt, signal);
    return outcome.kind === 'sent' ? this.concluded(reference, attempt, outcome) : outcome;
  }

  /** Ends a message that turned out to be sent: its notes are not needed any more. */
  async concluded<T extends { readonly at: number }>(
    reference: Reference,
    { deliveryId, content }: Pick<DeliveryAttempt, 'deliveryId' | 'content'>,
    sent: T,
  ): Promise<T & { readonly offer?: FileOffer }> {
    if (content.kind !== 'media' && content.kind !== 'handover') return sent;
    await this.parts.files.notes.forget(deliveryId);
    const offer =
      content.kind === 'media' ? this.parts.files.outgoing.offerIn(reference, content, sent.at) : undefined;
    return offer ? { ...sent, offer } : sent;
  }

  private async deliver(
    reference: Reference,
    attempt: DeliveryAttempt,
    signal: AbortSignal,
  ): Promise<SendOutcome> {
    const { service, files, clock } = this.parts;
    const { content } = attempt;
    if (content.kind === 'handover')
      return files.consentResponses.send(reference, { ...attempt, content }, signal);
    const activity = await this.prepared(reference, { ...attempt, content }, signal);
    if ('kind' in activity) return activity as SendOutcome;
    const place = { reference, root: this.rootFor(reference, attempt) };
    const streamed = streamedIn(attempt.content);
    const end = streamed && (await this.streams.complete(place, activity, { ...streamed, signal }));
    if (end === 'refused') return this.sendLeft(attempt, signal);
    const outcome = end ?? (await service.send(place, activity, signal));
    await this.heed(reference, outcome);
    return withStreamId(sendOutcomeOf(outcome, clock.now()), streamed);
  }

  /**
   * Sends the text that an unfinished stream has not shown; if nothing is left, that counts as sent (wire 3.7, fallback
   * rule).
   */
  private async sendLeft(attempt: DeliveryAttempt, signal: AbortSignal): Promise<SendOutcome> {
    const left = leftOf(attempt.content);
    if (left !== undefined) return this.send({ ...attempt, content: left }, signal);
    return withStreamId({ kind: 'sent', at: this.parts.clock.now() }, streamedIn(attempt.content));
  }

  /** No I/O. */
  fileProblem(kind: Reference['kind'], file: Pick<MediaContent, 'mimeType' | 'bytes'>): string | undefined {
    return this.parts.files.outgoing.problemOf(kind, file);
  }

  edit(
    { target, messageId }: MessageRef,
    { text, author }: Edit,
    signal: AbortSignal,
  ): Promise<ActionOutcome> {
    return this.act(target, (place) => {
      const activity = textActivity(place.reference, text, this.lookOf(author));
      return this.parts.service.update(place, messageId, activity, signal);
    });
  }

  showApprovalEnd(
    { target, messageId }: MessageRef,
    end: ApprovalEnd,
    signal: AbortSignal,
  ): Promise<ActionOutcome> {
    return this.act(target, (place) => {
      const activity = approvalEndActivity(place.reference, end, { isLabelled: false });
      return this.parts.service.update(place, messageId, activity, signal);
    });
  }

  unsend({ target, messageId }: MessageRef, signal: AbortSignal): Promise<ActionOutcome> {
    return this.act(target, (place) => this.parts.service.remove(place, messageId, signal));
  }

  /** Best effort; throws nothing the caller must handle. */
  async showTyping({ conversation, thread }: Target): Promise<void> {
    const key = addressOf(conversation, thread);
    if (this.typing.get(key) || this.streams.isOpenIn(conversation)) return;
    const reference = await this.parts.references.find(conversation);
    if (!reference || this.parts.references.isClosed(reference)) return;
    this.typing.set(key, true);
    const place = { reference, root: this.rootOf(reference, thread) };
    // What becomes of an indicator says nothing about a message.
    await this.parts.service.courtesy(place, typingActivity(reference));
  }

  /** Sent once where the app is installed; a failure is ignored. */
  async welcome(reference: Reference, text: string): Promise<void> {
    if (text === '') return;
    const activity = textActivity(reference, text, { isLabelled: false });
    await this.heed(reference, await this.parts.service.courtesy({ reference }, activity));
  }

  private async act(
    { conversation }: Target,
    call: (place: ServicePlace) => Promise<ServiceOutcome>,
  ): Promise<ActionOutcome> {
    const reference = await this.parts.references.find(conversation).catch(() => 'unreadable' as const);
    if (reference === 'unreadable') return actionFailed('unreachable', UNREADABLE);
    if (!reference) return actionFailed('recipient-unreachable', 'no one has written to the bot there yet');
    // A refusal may be about the message, so it says nothing about the place.
    return actionOutcome(sendOutcomeOf(await call({ reference }), this.parts.clock.now()));
  }

  /** The message that an attempt may have posted. @returns undefined when it cannot have posted anything */
  async postedBy(reference: Reference, attempt: DeliveryAttempt): Promise<JsonRecord | undefined> {
    const { content, author, deliveryId } = attempt;
    const { outgoing, consentResponses } = this.parts.files;
    const look = this.lookOf(author);
    if (content.kind === 'media' || content.kind === 'handover') {
      const message =
        content.kind === 'media'
          ? await outgoing.postedBy(reference, { deliveryId, content })
          : await consentResponses.postedBy({ ...attempt, content });
      return message && fileActivity(reference, message, look);
    }
    const activity = activityOf(reference, content, look);
    return typeof activity === 'string' ? undefined : activity;
  }

  /** The activity of an attempt, or the reason there is none. */
  private async prepared(
    reference: Reference,
    { content, author, deliveryId, media }: NewMessage,
    signal: AbortSignal,
  ): Promise<JsonRecord | SendOutcome> {
    const look = this.lookOf(author);
    if (content.kind !== 'media') {
      const activity = activityOf(reference, content, look);
      return typeof activity === 'string' ? notSupported(activity) : activity;
    }
    const file = { deliveryId, content, ...(media ? { media } : {}) };
    const message = await this.parts.files.outgoing.prepare(reference, file, signal);
    return 'kind' in message ? message : fileActivity(reference, message, look);
  }

  /** Messages that a person writes with the bot's account, and pairing codes, are not marked as generated. */
  private lookOf(author: Author): Look {
    return { isLabelled: author === 'assistant' && this.parts.marksGenerated() };
  }

  /**
   * The thread of an attempt, which stays the same while the settings do; undefined for a new post and outside
   * channels.
   */
  rootFor(
    reference: Reference,
    { target, content }: Pick<DeliveryAttempt, 'target' | 'content'>,
  ): ThreadId | undefined {
    return this.rootOf(reference, target.thread, answeringBy(content));
  }

  /** The turn's own thread, never another (wire 10, row 5). A message that answers none is a new post. */
  private rootOf(
    reference: Reference,
    thread: ThreadId | undefined,
    { replyTo, replyStyle }: Answering = {},
  ): ThreadId | undefined {
    if (reference.kind !== 'channel') return undefined;
    const style = replyStyle ?? this.parts.replyStyleOf(reference);
    // A message that is not known is assumed to be a post.
    return style === 'thread' ? (thread ?? threadOf(replyTo)) : undefined;
  }

  private async heed(reference: Reference, outcome: ServiceOutcome): Promise<void> {
    // A lost note is harmless: the next send ends in the same way, and the outcome of this call is known.
    await this.recordReach(reference, outcome).catch(() => undefined);
  }

  private async recordReach(reference: Reference, outcome: ServiceOutcome): Promise<void> {
    const { references } = this.parts;
    if (isGone(outcome)) await references.markRefused(reference.conversation);
    else if (isAccepted(outcome)) await references.markOpen(reference);
  }
}

type Answering = Pick<TextContent, 'replyTo' | 'replyStyle'>;

function answeringBy(content: OutboundContent): Answering {
  if (content.kind === 'text') return content;
  return 'replyStyle' in content && content.replyStyle ? { replyStyle: content.replyStyle } : {};
}

const unknownPlace = (detail: string): SendOutcome => notSent('recipient-unreachable', NEVER, detail);

const UNREADABLE = 'the stored state cannot be read';

const notYet = (detail: string): SendOutcome => notSent('unreachable', WAIT, detail);
