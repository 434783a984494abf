import { Injectable, Logger } from '@nestjs/common';
import {
  type AttachmentRef,
  ConnectorRegistry,
  type FetchedFile,
  fetchesMedia,
  type InboundEvent,
  type InboundMessage,
  type InboundNotice,
  type MissingFile,
} from '../../channels/index.js';
import { aboutMessage, Clock, errorText, type MessageIds, untilAborted } from '../../common/index.js';
import {
  MediaStore,
  MediaStoreFullError,
  MediaTooLargeError,
  type MessageFile,
  MessageFiles,
  typeBy,
  UNKNOWN_TYPE,
} from '../../media/index.js';
import { Database, DatabaseUnavailableError } from '../../persistence/index.js';
import type { MessagePart, StoredEvent } from '../inbox/stored-event.js';
import { lines } from './text-for-model.js';
import { entryIdOf } from './transcript-entry.js';
import { MAX_VCARD_BYTES, mayBeVcard, vcardWords } from './vcard-words.js';

const MB = 1024 * 1024;
/** The size limit of one attachment where the account sets none (spec 2-imbridge, mediaMaxMb). */
const DEFAULT_MAX_BYTES = 8 * MB;
const MAX_FILES = 20;
/** How long a message may wait for all its files, ms; the messages behind it wait too. */
const FETCH_MS = 20_000;

/** A fetched file, or the reason why there is none. */
type Taken = Pick<MessageFile, 'mediaId' | 'mimeType' | 'bytes'> | { readonly problem: string };

/** Fetches the files of messages from people with access into the media store, as soon as they arrive. */
@Injectable()
export class InboundFiles {
  private readonly logger = new Logger('InboundFiles');

  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly store: MediaStore,
    private readonly files: MessageFiles,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the message with its files, which are fetched only once; an unavailable file has a reason instead. The words of
   * a vCard follow its text. On abort the message is returned unchanged. @throws the errors of the database
   */
  async complete<E extends InboundEvent>(
    stored: StoredEvent<E>,
    signal: AbortSignal,
  ): Promise<StoredEvent<E>> {
    const { event, parts } = stored;
    if (!isWithFiles(event) || stored.files) return stored;
    if (parts) return this.completeParts(stored, parts, signal);
    const known = await this.filesOf(stored.id);
    if (known.length > 0) return this.withWords({ ...stored, files: known });
    const files = await this.fetchAll(sourceOf(stored), refsIn(event), signal);
    if (signal.aborted) return stored;
    await this.db.transaction((tx) => this.files.record(tx, entryIdOf(stored.id), files, this.clock.now()));
    return this.withWords({ ...stored, files });
  }

  /** Each part of a joined message has its own files, because they are deleted when that part is taken back. */
  private async completeParts<E extends InboundEvent>(
    stored: StoredEvent<E>,
    parts: readonly MessagePart[],
    signal: AbortSignal,
  ): Promise<StoredEvent<E>> {
    const whole: MessagePart[] = [];
    for (const part of parts) {
      const { parts: _, ...alone } = stored;
      const { event, files } = await this.complete({ ...alone, id: part.id, event: part.event }, signal);
      whole.push(files ? { ...part, event, files } : part);
    }
    const files = whole.flatMap((part) => part.files ?? []);
    return this.withWords({ ...stored, parts: whole, files });
  }

  private async withWords<E extends InboundEvent>(stored: StoredEvent<E>): Promise<StoredEvent<E>> {
    const { event, files = [] } = stored;
    if (event.kind !== 'message' || !files.some(mayBeVcard)) return stored;
    const words: string[] = [];
    for (const file of files) if (mayBeVcard(file)) words.push(...(await this.wordsOf(file, stored)));
    return words.length === 0
      ? stored
      : { ...stored, event: { ...event, text: lines(event.text, ...words) } };
  }

  private async wordsOf({ mediaId }: MessageFile, stored: StoredEvent): Promise<readonly string[]> {
    try {
      const content = mediaId === undefined ? undefined : await this.store.load(mediaId, MAX_VCARD_BYTES);
      return content ? vcardWords(content) : [];
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) throw error;
      this.warn(sourceOf(stored).about, `a contact could not be read: ${errorText(error)}`);
      return [];
    }
  }

  /** The files of an event; none if they have not been fetched yet. */
  async filesOf(eventId: string): Promise<readonly MessageFile[]> {
    const entryId = entryIdOf(eventId);
    return (await this.files.filesOf([entryId])).get(entryId) ?? [];
  }

  /**
   * Fetches files that belong to no event; they are stored for an hour, or longer if something needs them. Never throws
   * on abort.
   */
  look(
    source: Pick<InboundMessage, 'channel' | 'account'>,
    refs: readonly AttachmentRef[],
    signal: AbortSignal,
  ): Promise<readonly MessageFile[]> {
    return this.fetchAll(source, refs, signal);
  }

  private async fetchAll(
    source: FileSource,
    refs: readonly WantedFile[],
    signal: AbortSignal,
  ): Promise<MessageFile[]> {
    const connector = this.registry.get(source.channel);
    const { mediaPatienceMs = FETCH_MS } = fetchesMedia(connector) ? connector : {};
    const limited = AbortSignal.any([signal, AbortSignal.timeout(mediaPatienceMs)]);
    const files: MessageFile[] = [];
    for (const ref of refs) {
      if (files.length >= MAX_FILES) break;
      const found = await this.fetch(source, ref, limited);
      files.push(...(ref.mayRepeat ? withoutRepeats(found, files) : found));
    }
    return files.slice(0, MAX_FILES);
  }

  private async fetch(
    { channel, account, about }: FileSource,
    ref: WantedFile,
    signal: AbortSignal,
  ): Promise<MessageFile[]> {
    const connector = this.registry.get(channel);
    if (!fetchesMedia(connector)) return [missing(ref, 'the channel cannot fetch files')];
    const { mediaMaxBytes: maxBytes = DEFAULT_MAX_BYTES } = this.registry.account(channel, account);
    if (ref.bytes > maxBytes) return [missing(ref, tooLarge(maxBytes))];
    const files: MessageFile[] = [];
    let isThere = ref.isCertain !== false;
    try {
      const found = connector.fetchMedia(account, ref.id, { maxBytes }, signal);
      for await (const each of untilAborted(found, signal)) {
        isThere = true;
        files.push(await this.fileOf(ref, each, { maxBytes, signal, about }));
      }
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) throw error;
      if (!signal.aborted) this.warn(about, `a file on ${channel} could not be fetched: ${errorText(error)}`);
      if (isThere)
        files.push(missing(ref, signal.aborted ? 'it did not arrive in time' : 'it could not be fetched'));
    }
    return files;
  }

  private async fileOf(
    ref: AttachmentRef,
    found: FetchedFile | MissingFile,
    limits: Limits,
  ): Promise<MessageFile> {
    const named = { ...ref, ...(found.name === undefined ? {} : { name: found.name }) };
    if ('problem' in found) return missing(named, found.problem);
    const taken = await this.storeFile(found, limits);
    if ('problem' in taken) return missing(named, taken.problem);
    return { ...taken, name: named.name, mimeType: typeBy(taken.mimeType, found.mimeType ?? ref.mimeType) };
  }

  private async storeFile({ chunks }: FetchedFile, { maxBytes, signal, about }: Limits): Promise<Taken> {
    try {
      const {
        id: mediaId,
        mimeType,
        bytes,
      } = await this.store.store(untilAborted(chunks, signal), { maxBytes });
      return { mediaId, mimeType, bytes };
    } catch (error) {
      if (error instanceof MediaTooLargeError) return { problem: tooLarge(maxBytes) };
      if (signal.aborted || error instanceof DatabaseUnavailableError) throw error;
      if (error instanceof MediaStoreFullError) {
        this.warn(about, `a file is not kept: ${error.message}`);
        return { problem: 'there is no room for it' };
      }
      // One file that breaks off must not affect the other files of the message.
      this.warn(about, `a file could not be stored: ${errorText(error)}`);
      return { problem: 'it could not be fetched' };
    }
  }

  private warn(about: MessageIds = {}, text: string): void {
    this.logger.warn(aboutMessage(text, about));
  }
}

/** Events that may come with files. */
type WithFiles = InboundMessage | InboundNotice;

const isWithFiles = (event: InboundEvent): event is WithFiles =>
  (event.kind === 'message' || event.kind === 'notice') && refsIn(event).length > 0;

interface WantedFile extends AttachmentRef {
  /** Whether the message states it. */
  readonly isCertain?: boolean;
}

/** Includes the files that a message possibly has: they are mentioned only if they exist. */
function refsIn(event: WithFiles): readonly WantedFile[] {
  const { attachments = [] } = event;
  if (event.kind === 'notice' || event.possibleFiles === undefined) return attachments;
  const possible = { id: event.possibleFiles, name: 'file', mimeType: UNKNOWN_TYPE, bytes: 0 };
  return [...attachments, { ...possible, isCertain: false, mayRepeat: true }];
}

/** The account that fetches files, and the message that has them. */
interface FileSource extends Pick<InboundMessage, 'channel' | 'account'> {
  readonly about?: MessageIds;
}

const sourceOf = ({ id, event }: StoredEvent): FileSource => ({
  channel: event.channel,
  account: event.account,
  about: { eventId: id, conversationId: event.conversation.id },
});

interface Limits {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  readonly about: MessageIds | undefined;
}

/** Leaves out pictures that the message has already brought under another address. */
function withoutRepeats(found: readonly MessageFile[], before: readonly MessageFile[]): MessageFile[] {
  const seen = new Set(before.map(({ mediaId }) => mediaId));
  return found.filter(({ mediaId, mimeType }) => {
    if (mediaId === undefined || !mimeType.startsWith('image/')) return true;
    const isNew = !seen.has(mediaId);
    seen.add(mediaId);
    return isNew;
  });
}

const missing = ({ name, mimeType, bytes }: AttachmentRef, problem: string): MessageFile => ({
  name,
  mimeType,
  bytes,
  problem,
});

const tooLarge = (maxBytes: number): string => `larger than ${Number((maxBytes / MB).toPrecision(2))} MB`;
