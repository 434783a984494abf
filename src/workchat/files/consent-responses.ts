import { LATER, NEVER, notSent, type NotSent, WAIT } from '../../channels/kit/index.js';
import type { DeliveryAttempt, HandoverContent, RemoteMessageId, SendOutcome } from '../../channels/index.js';
import type { Clock } from '../../common/index.js';
import type { Reference } from '../service/references/references.js';
import type { ConnectorService } from '../service/connector-service.js';
import { sendOutcomeOf } from '../service/outcome.js';
import { type ConsentPlace, consentPlaceOf } from './consent.js';
import { fileCard } from './file-content.js';
import type { FileNotes } from './file-notes.js';
import { type FileMessage, noticeOf } from './outgoing-files.js';
import type { UploadEnd, Uploader } from './uploads.js';

type Attempt = Omit<DeliveryAttempt, 'content'> & { readonly content: HandoverContent };

export interface ConsentResponsesParts {
  readonly service: ConnectorService;
  readonly notes: FileNotes;
  readonly clock: Clock;
  /** Uploads only to hosts of people's documents (wire 5.2). */
  readonly uploader: Uploader;
  readonly activityOf: (reference: Reference, message: FileMessage) => Readonly<Record<string, unknown>>;
}

/**
 * Handles the answer to a request: uploads the file to the person's drive, and replaces the request with a card of the
 * file or with a refusal (wire 5.2). Every step can be repeated, except posting a separate message when the request
 * could not be replaced.
 */
export class ConsentResponses {
  constructor(private readonly parts: ConsentResponsesParts) {}

  async send(reference: Reference, attempt: Attempt, signal: AbortSignal): Promise<SendOutcome> {
    const { content } = attempt;
    if (content.answer === 'accepted') {
      const failure = await this.upload(attempt, signal);
      if (failure) return this.end(reference, attempt, { failure, signal });
    }
    return this.show(reference, attempt, { message: messageOf(content), signal });
  }

  /**
   * The message that an attempt may have posted besides the request. @returns undefined when it cannot have posted any
   */
  async postedBy({ deliveryId, content }: Attempt): Promise<FileMessage | undefined> {
    const { isPosting } = await this.parts.notes.find(deliveryId);
    return isPosting ? messageOf(content) : undefined;
  }

  /** @returns the reason when the file was not uploaded */
  private async upload(
    { deliveryId, number, content, media }: Attempt,
    signal: AbortSignal,
  ): Promise<NotSent | undefined> {
    const { notes, uploader } = this.parts;
    const place = consentPlaceOf(content.place);
    if (!place || !media || !content.file)
      return notSent('rejected', NEVER, 'there is no upload address or no file');
    const note = await notes.find(deliveryId);
    if (note.isUploaded) return undefined;
    let { isCompleting = false } = note;
    const end = await uploader.upload({
      url: place.uploadUrl,
      file: media,
      mimeType: content.file.mimeType,
      signal,
      isBegun: number > 1,
      completing: async () => {
        if (!isCompleting) await notes.write(deliveryId, { isCompleting: true });
        isCompleting = true;
      },
    });
    if (end.kind !== 'done' && !(end.kind === 'gone' && isCompleting)) return failureOf(end);
    await notes.write(deliveryId, { isUploaded: true });
    return undefined;
  }

  /** Replaces the request with a notice that the upload failed. */
  private async end(
    reference: Reference,
    { content }: Attempt,
    { failure, signal }: { readonly failure: NotSent; readonly signal: AbortSignal },
  ): Promise<NotSent> {
    const notice = noticeOf(content);
    if (failure.retry.kind !== 'never' || content.askedIn === undefined) return { ...failure, notice };
    const shown = await this.replace(reference, content.askedIn, { message: { words: notice }, signal });
    return shown.kind === 'sent' ? failure : { ...failure, notice };
  }

  private async show(
    reference: Reference,
    { deliveryId, content }: Attempt,
    shown: { readonly message: FileMessage; readonly signal: AbortSignal },
  ): Promise<SendOutcome> {
    const { notes, service, clock, activityOf } = this.parts;
    if (content.askedIn !== undefined) {
      const replaced = await this.replace(reference, content.askedIn, shown);
      if (replaced.kind === 'sent' || replaced.retry.kind !== 'never') return replaced;
    }
    await notes.write(deliveryId, { ...(await notes.find(deliveryId)), isPosting: true });
    const activity = activityOf(reference, shown.message);
    return sendOutcomeOf(await service.send({ reference }, activity, shown.signal), clock.now());
  }

  /** A repeat is harmless, so an unknown outcome counts as not done. */
  private async replace(
    reference: Reference,
    request: RemoteMessageId,
    { message, signal }: { readonly message: FileMessage; readonly signal: AbortSignal },
  ): Promise<Exclude<SendOutcome, { kind: 'unknown' }>> {
    const { service, clock, activityOf } = this.parts;
    const answer = await service.update({ reference }, request, activityOf(reference, message), signal);
    const outcome = sendOutcomeOf(answer, clock.now());
    if (outcome.kind === 'sent') return { ...outcome, messageId: request };
    return outcome.kind === 'unknown' ? { ...outcome, kind: 'not-sent', retry: LATER } : outcome;
  }
}

function messageOf({ answer, filename, place }: HandoverContent): FileMessage {
  if (answer === 'declined') return { words: `You declined the file ${filename}.` };
  if (answer === 'expired') return { words: `File request expired: ${filename}. Please ask for it again.` };
  const { name, fileType, ...card } = consentPlaceOf(place) ?? NOWHERE;
  return { attachment: fileCard(name, card, fileType) };
}

/** Never used for an upload, because one without an address has failed earlier. */
const NOWHERE: ConsentPlace = { uploadUrl: '', contentUrl: '', uniqueId: '', name: 'file', fileType: '' };

function failureOf(end: Exclude<UploadEnd, { kind: 'done' }>): NotSent {
  const why = `the upload to the person's drive failed: ${end.detail}`;
  if (end.kind === 'stopped') return notSent('aborted', WAIT, why);
  if (end.kind !== 'later') return notSent('rejected', NEVER, why);
  const { afterMs } = end;
  return notSent('remote-error', { ...LATER, ...(afterMs === undefined ? {} : { afterMs }) }, why);
}
