import type { DeliveryAttempt, FileBytes, FileOffer, MediaContent } from '../../channels/index.js';
import { neededFor } from '../service/directory/api-permissions.js';
import { DirectoryFailure } from '../service/directory/directory-failure.js';
import type { Reference } from '../service/references/references.js';
import { type JsonRecord, LATER, NEVER, notSent, type NotSent, WAIT } from '../../channels/kit/index.js';
import { senderOf } from '../ids/id.js';
import type { SiteFile } from './document-site.js';
import { fileCard, linkText, pictureIn, requestFor, wayOf } from './file-content.js';
import type { FileNotes } from './file-notes.js';
import type { SharedFile, SiteFiles } from './site-files.js';
import { inOne } from './uploads.js';

/** A message that shows a file: only an attachment, or only text (wire 3.4). */
export type FileMessage = { readonly attachment: JsonRecord } | { readonly words: string };

type Attempt = Pick<DeliveryAttempt, 'deliveryId' | 'media'> & { readonly content: MediaContent };

export interface OutgoingFilesParts {
  readonly notes: FileNotes;
  /** Undefined while no document site is set. */
  readonly site: () => SiteFiles | undefined;
  /** The time in which a person may accept. */
  readonly requestMs: () => number;
}

/** Turns files into messages: the picture itself, a request to accept the file, or a file on the site (wire 5.1). */
export class OutgoingFiles {
  constructor(private readonly parts: OutgoingFilesParts) {}

  /** The reason the current settings do not allow sending such a file there. */
  problemOf(kind: Reference['kind'], file: Pick<MediaContent, 'mimeType' | 'bytes'>): string | undefined {
    return wayOf(file, { kind }) === 'site' && !this.parts.site() ? NO_SITE : undefined;
  }

  /** @returns an outcome instead when the file cannot be sent; the recipient is told in the end */
  async prepare(reference: Reference, attempt: Attempt, signal: AbortSignal): Promise<FileMessage | NotSent> {
    const { content, media, deliveryId } = attempt;
    if (!media) return refused(content, 'a file needs its content');
    switch (wayOf(content, reference)) {
      case 'picture':
        return { attachment: pictureIn(content, await inOne(media, { from: 0, to: media.bytes })) };
      case 'request':
        return requestTo(reference, content, deliveryId);
      case 'site':
        return this.share(reference, { ...attempt, media }, signal);
    }
  }

  /** The message that an attempt may have posted. @returns undefined when it cannot have posted any yet */
  async postedBy(
    reference: Reference,
    { content, deliveryId }: Omit<Attempt, 'media'>,
  ): Promise<FileMessage | undefined> {
    const way = wayOf(content, reference);
    if (way === 'picture') return { attachment: pictureIn(content) };
    if (way === 'request') {
      const request = requestTo(reference, content, deliveryId);
      return 'kind' in request ? undefined : request;
    }
    const { shared } = await this.parts.notes.find(deliveryId);
    return shared && messageOf(shared);
  }

  /** The offer of a message that was sent. */
  offerIn(reference: Reference, content: MediaContent, at: number): FileOffer | undefined {
    const to = personIn(reference);
    if (to === undefined || content.bytes === 0 || wayOf(content, reference) !== 'request') return undefined;
    return { to, until: at + this.parts.requestMs() };
  }

  /** Uploads and shares the file once, for any number of attempts to send its message. */
  private async share(
    reference: Reference,
    { content, media, deliveryId }: Attempt & { readonly media: FileBytes },
    signal: AbortSignal,
  ): Promise<FileMessage | NotSent> {
    const { notes } = this.parts;
    const site = this.parts.site();
    if (!site) return refused(content, NO_SITE);
    const { shared, stored } = await notes.find(deliveryId);
    if (shared) return messageOf(shared);
    const { filename: name, mimeType } = content;
    const file = { name, mimeType, file: media };
    const storing = { stored, keep: (kept: SiteFile) => notes.write(deliveryId, { stored: kept }) };
    try {
      const fresh = await site.share(reference, { ...file, ...storing }, signal);
      await notes.write(deliveryId, { shared: fresh });
      return messageOf(fresh);
    } catch (error) {
      if (error instanceof DirectoryFailure) return outcomeOf(error, content, signal);
      throw error;
    }
  }
}

const NO_SITE =
  'channels.workchat.docSiteId is not set; in groups and channels, all files except pictures need a document site';

const messageOf = (shared: SharedFile): FileMessage =>
  shared.card ? { attachment: fileCard(shared.name, shared.card) } : { words: linkText(shared) };

/** An empty file has no byte range, so it cannot be uploaded (wire 5.2). */
function requestTo(reference: Reference, content: MediaContent, deliveryId: string): FileMessage | NotSent {
  if (content.bytes === 0) return { words: `The file ${content.filename} is empty.` };
  if (personIn(reference) === undefined)
    return refused(content, 'the platform has not reported the person of this chat');
  return { attachment: requestFor(content, deliveryId) };
}

const personIn = ({ person }: Reference) => senderOf(person?.aadObjectId, person?.id);

/** The text for the recipients; the reason is for operators. */
export const noticeOf = ({ filename }: Pick<MediaContent, 'filename'>): string =>
  `The file ${filename} could not be sent here.`;

const refused = (content: MediaContent, detail: string): NotSent => ({
  ...notSent('not-supported', NEVER, detail),
  notice: noticeOf(content),
});

function outcomeOf(error: DirectoryFailure, content: MediaContent, { aborted }: AbortSignal): NotSent {
  const detail = `the document site failed: ${error.message}${error.kind === 'denied' ? DENIED : ''}`;
  if (aborted) return notSent('aborted', WAIT, detail);
  const failure = error.isPassing
    ? notSent('remote-error', LATER, detail)
    : notSent('rejected', NEVER, detail);
  return { ...failure, notice: noticeOf(content) };
}

const DENIED = `; uploading needs ${neededFor('uploads')}`;
