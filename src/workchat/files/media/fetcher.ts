import { Logger } from '@nestjs/common';
import { type FetchedFile, inMemory, type MissingFile } from '../../../channels/index.js';
import type { Clock } from '../../../common/index.js';
import {
  type AllowedHosts,
  decodeBase64,
  type HostCredentials,
  type RemoteFiles,
  RemoteProblem,
} from '../../../media/index.js';
import { type ApiUse, neededFor } from '../../service/directory/api-permissions.js';
import type { DirectoryApi } from '../../service/directory/directory-api.js';
import { DirectoryFailure } from '../../service/directory/directory-failure.js';
import { type ListParts, messagePath, messageUseOf } from '../../service/directory/message-paths.js';
import { ExpiringMap } from '../../service/references/expiring-map.js';
import type { Reference, References } from '../../service/references/references.js';
import { recordsOf, textOf } from '../../../channels/kit/index.js';
import { type ParentMessage, type FileSource, readRef } from './file-source.js';

export interface FetcherParts extends ListParts {
  readonly remote: RemoteFiles;
  readonly directory: DirectoryApi;
  readonly references: References;
  readonly clock: Clock;
  /** Returns the allowed hosts from the current settings. */
  readonly allowed: () => AllowedHosts;
  readonly authorizations: () => HostCredentials;
}

interface Limits {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** A file, or its substitute. */
type Found = FetchedFile | MissingFile;
type SourceOf<K extends FileSource['kind']> = Extract<FileSource, { readonly kind: K }>;

/** The time in ms for which a refusal to read a chat is remembered. */
const BELIEVED_MS = 600_000;
const MAX_PLACES = 5_000;
const MAX_PICTURES = 10;

/**
 * Fetches the files of messages, each in its own way (wire 5.6, 6). Permissions are not known in advance but tried: a
 * refused file is reported with the missing permission, and the text is forwarded without it.
 */
export class MediaFetcher {
  private readonly logger = new Logger('Workchat');
  /** Chats in which the app may not read messages: they are not queried for possible files for a while. */
  private readonly shut: ExpiringMap<true>;
  private readonly told = new Set<string>();

  constructor(private readonly parts: FetcherParts) {
    this.shut = new ExpiringMap(parts.clock, { most: MAX_PLACES, forMs: BELIEVED_MS });
  }

  /** The files of an attachment; throws only on abort, never for faults of the remote side. */
  async *fetch(id: string, limits: Limits): AsyncGenerator<Found> {
    const ref = readRef(id);
    try {
      if (ref) yield* this.from(ref.source, ref.message, limits);
      else yield { problem: 'its address is unknown' };
    } catch (error) {
      limits.signal.throwIfAborted();
      yield { problem: this.problemOf(error) };
    }
  }

  private async *from(source: FileSource, message: ParentMessage, limits: Limits): AsyncGenerator<Found> {
    if (source.kind === 'unnamed') yield* this.lookedUp(source, message, limits);
    else yield await this.only(source, message, limits);
  }

  private async only(
    source: Exclude<FileSource, SourceOf<'unnamed'>>,
    message: ParentMessage,
    limits: Limits,
  ): Promise<Found> {
    switch (source.kind) {
      case 'presigned':
        return this.remote(source.url, limits);
      case 'address':
        return this.remote(source.url, limits, this.parts.authorizations());
      case 'inline':
        return inlineFile(source.url, limits);
      case 'shared':
        return this.shared(source.url, limits);
      case 'hosted':
        return this.hosted(source.id, message, limits);
    }
  }

  private remote(
    url: string,
    { maxBytes, signal }: Limits,
    credentials?: HostCredentials,
  ): Promise<FetchedFile> {
    const request = { url, allowed: this.parts.allowed(), maxBytes, ...(credentials ? { credentials } : {}) };
    return this.parts.remote.open(request, signal);
  }

  /** The directory may return the bytes or redirect; the redirect gets no token (wire 5.6). */
  private async content(path: string, use: ApiUse, limits: Limits): Promise<FetchedFile> {
    const content = await needing(use, this.parts.directory.content(path, limits.signal));
    if (content.kind === 'elsewhere') return this.remote(content.url, limits);
    const { stream } = content;
    if ((stream.bytes ?? 0) > limits.maxBytes) {
      stream.cancel();
      throw new RemoteProblem('too-large', 'too large');
    }
    const type = stream.contentType;
    return { chunks: stream.chunks, ...(type === undefined ? {} : { mimeType: type }) };
  }

  private shared(url: string, limits: Limits): Promise<FetchedFile> {
    const share = `u!${Buffer.from(url).toString('base64url')}`;
    return this.content(`shares/${share}/driveItem/content`, 'files', limits);
  }

  private async hosted(id: string, message: ParentMessage, limits: Limits): Promise<FetchedFile> {
    const { reference, path } = await this.placeOf(message);
    const picture = `${path}/hostedContents/${encodeURIComponent(id)}/$value`;
    return this.content(picture, messageUseOf(reference.kind), limits);
  }

  /** Files in the directory's form of the message: documents, and pictures where the message listed none. */
  private async *lookedUp(
    { isSure, withPictures }: SourceOf<'unnamed'>,
    message: ParentMessage,
    limits: Limits,
  ): AsyncGenerator<Found> {
    if (!isSure && this.shut.get(message.conversation)) return;
    try {
      const { reference, path } = await this.placeOf(message);
      const look = this.parts.directory.one(path, limits.signal);
      const { attachments, body } = await needing(messageUseOf(reference.kind), look);
      for (const { contentType, contentUrl, name } of recordsOf(attachments))
        if (contentType === 'reference')
          yield named(textOf(name), await this.tried(() => this.shared(String(contentUrl), limits), limits));
      if (withPictures && /<img\b/i.test(JSON.stringify(body ?? '')))
        yield* this.pictures(path, message, limits);
    } catch (error) {
      if (isSure || !isOfDirectory(error)) throw error;
      // Without the permission there is no sign that a file exists, so nothing is reported.
      if (error instanceof MissingPermission) this.shut.set(message.conversation, true);
    }
  }

  private async *pictures(path: string, message: ParentMessage, limits: Limits): AsyncGenerator<Found> {
    let count = 0;
    for await (const { entries } of this.parts.directory.pages(`${path}/hostedContents`, limits.signal))
      for (const id of entries.flatMap((entry) => textOf(entry.id) ?? [])) {
        if (++count > MAX_PICTURES) return;
        yield named('image', await this.tried(() => this.hosted(id, message, limits), limits));
      }
  }

  /** One unavailable file does not affect the others. */
  private async tried(get: () => Promise<FetchedFile>, { signal }: Limits): Promise<Found> {
    try {
      return await get();
    } catch (error) {
      signal.throwIfAborted();
      return { problem: this.problemOf(error) };
    }
  }

  private async placeOf(
    message: ParentMessage,
  ): Promise<{ readonly reference: Reference; readonly path: string }> {
    const reference = await this.parts.references.find(message.conversation);
    if (!reference) throw new DirectoryFailure('absent', 'the conversation is unknown');
    return { reference, path: await messagePath(reference, message, this.parts) };
  }

  /** A short reason, safe for the assistant and the log. @throws any error that is not a fault of the remote side */
  private problemOf(error: unknown): string {
    if (error instanceof MissingPermission)
      return this.tellOnce(`the app has no permission to read it: ${error.message}`);
    if (error instanceof DirectoryFailure) return `the directory did not provide it (${error.kind})`;
    if (!(error instanceof RemoteProblem)) throw error;
    return PROBLEMS[error.kind]?.(error.message) ?? `it could not be fetched (${error.message})`;
  }

  /** Logs a missing permission once for operators; each message reports it too. */
  private tellOnce(problem: string): string {
    if (!this.told.has(problem)) this.logger.warn(`cannot fetch a file of a message: ${problem}`);
    this.told.add(problem);
    return problem;
  }
}

const PROBLEMS: Partial<Record<RemoteProblem['kind'], (message: string) => string>> = {
  refused: (message) => `files are not fetched from its address (${message})`,
  'too-large': () => 'it is too large',
};

/** The file exists, but this app has no access. */
class MissingPermission extends Error {}

const isOfDirectory = (error: unknown): boolean =>
  error instanceof DirectoryFailure || error instanceof MissingPermission;

async function needing<T>(use: ApiUse, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DirectoryFailure && error.kind === 'denied')
      throw new MissingPermission(`the app needs ${neededFor(use)}`);
    throw error;
  }
}

const named = (name: string | undefined, found: Found): Found =>
  name === undefined ? found : { ...found, name };

function inlineFile(url: string, { maxBytes }: Limits): Found {
  const decoded = decodeBase64(url, maxBytes);
  if (decoded.kind === 'too-large') return { problem: 'it is too large' };
  return decoded.kind === 'bytes'
    ? { chunks: inMemory(decoded.bytes).read() }
    : { problem: 'it is not readable' };
}
