import { Logger } from '@nestjs/common';
import { neededFor, type ApiUse } from '../service/directory/api-permissions.js';
import { DirectoryFailure } from '../service/directory/directory-failure.js';
import type { Reference } from '../service/references/references.js';
import {
  type DocumentSite,
  type FileToStore,
  type SiteFile,
  type SiteFileCard,
  siteFileIn,
  SIMPLE_UPLOAD_BYTES,
} from './document-site.js';
import type { Uploader } from './uploads.js';
import type { DirectoryApi } from '../service/directory/directory-api.js';
import { textOf } from '../../channels/kit/index.js';
import { isGuid } from '../ids/id.js';

/** A file that members of a conversation can open. */
export interface SharedFile {
  readonly name: string;
  /** Address of the sharing link. */
  readonly link: string;
  /** `organization`: anyone in the organisation with the link. */
  readonly scope: 'users' | 'organization';
  /** Present only where people may open the file itself, not where only the link gives access. */
  readonly card?: SiteFileCard;
}

export interface FileToShare extends FileToStore {
  /** The state left by an earlier attempt. */
  readonly stored?: SiteFile | undefined;
  /** Durable when the promise resolves. */
  readonly keep: (stored: SiteFile) => Promise<void>;
}

export interface SiteFilesParts extends MembersParts {
  readonly site: DocumentSite;
  readonly uploader: Uploader;
  /** `members`: a link only for known members, never for the whole organisation. */
  readonly sharing: 'members-first' | 'members';
}

/** Uploads files to the document site and shares them with the members of the conversation (spec, file sending). */
export class SiteFiles {
  private readonly logger = new Logger('Workchat');

  constructor(private readonly parts: SiteFilesParts) {}

  /** @throws DirectoryFailure */
  async share(reference: Reference, file: FileToShare, signal: AbortSignal): Promise<SharedFile> {
    // The readers are looked up first, so that no file without readers is left in the library.
    const people = await this.peopleIn(reference, signal);
    const stored = file.stored ?? (await this.store(file, signal));
    if (!file.stored) await file.keep(stored);
    return people === 'unreadable'
      ? this.linkForAll(reference, stored, signal)
      : this.linkFor(people, stored, signal);
  }

  private async linkFor(
    people: readonly string[],
    stored: SiteFile,
    signal: AbortSignal,
  ): Promise<SharedFile> {
    const link = await this.parts.site.link(stored, { scope: 'users', people }, signal);
    const card = await this.cardOf(stored, signal);
    return { name: stored.name, link, scope: 'users', ...(card ? { card } : {}) };
  }

  private async linkForAll(reference: Reference, stored: SiteFile, signal: AbortSignal): Promise<SharedFile> {
    const link = await this.parts.site.link(stored, { scope: 'organization' }, signal);
    this.logger.warn(
      `sharing a file with the whole organization, because the app may not read the members of ${reference.conversation}; it needs ${neededFor(memberUseOf(reference))}`,
    );
    return { name: stored.name, link, scope: 'organization' };
  }

  /** Returns `unreadable` when the app may not read the members, which leads to a wider link. */
  private async peopleIn(
    reference: Reference,
    signal: AbortSignal,
  ): Promise<readonly string[] | 'unreadable'> {
    try {
      return await membersOf(this.parts, reference, signal);
    } catch (error) {
      if (!(error instanceof DirectoryFailure) || error.kind !== 'denied') throw error;
      if (this.parts.sharing !== 'members') return 'unreadable';
      const needed = neededFor(memberUseOf(reference));
      throw new DirectoryFailure(
        'rejected',
        `the members cannot be read (${error.message}); the app needs ${needed}, or set channels.workchat.fileSharing to members-first`,
      );
    }
  }

  private async store({ name, mimeType, file }: FileToStore, signal: AbortSignal): Promise<SiteFile> {
    const { site, uploader } = this.parts;
    if (file.bytes <= SIMPLE_UPLOAD_BYTES) return site.upload({ name, mimeType, file }, signal);
    const url = await site.openUpload(name, signal);
    const completing = async () => undefined;
    const end = await uploader.upload({ url, file, mimeType, signal, isBegun: false, completing });
    if (end.kind === 'done') return siteFileIn(end.item);
    // A missing session can be replaced by a new one; an address of the directory that is refused once is refused
    // again.
    throw new DirectoryFailure(
      end.kind === 'refused' ? 'rejected' : 'unreachable',
      `the upload failed: ${end.detail}`,
    );
  }

  /** Without direct access the link is enough. */
  private async cardOf(file: SiteFile, signal: AbortSignal): Promise<SiteFileCard | undefined> {
    try {
      return await this.parts.site.card(file, signal);
    } catch (error) {
      if (error instanceof DirectoryFailure) return undefined;
      throw error;
    }
  }
}

/** The directory call that reads the members of a place. */
const memberUseOf = ({ kind }: Pick<Reference, 'kind'>): ApiUse =>
  kind === 'channel' ? 'channel-members' : 'chat-members';

interface MembersParts {
  readonly directory: DirectoryApi;
  /** The directory group of the place's team. @throws DirectoryFailure */
  readonly groupOf: (reference: Reference) => Promise<string>;
}

/** The directory ids of all members of a group chat or channel, from all pages. @throws DirectoryFailure */
async function membersOf(
  { directory, groupOf }: MembersParts,
  reference: Reference,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const conversation = encodeURIComponent(reference.conversation);
  const place =
    reference.kind === 'channel'
      ? `teams/${await groupOf(reference)}/channels/${conversation}`
      : `chats/${conversation}`;
  const people = new Set<string>();
  for await (const { entries } of directory.pages(`${place}/members`, signal))
    for (const { userId } of entries) if (isGuid(textOf(userId) ?? '')) people.add(String(userId));
  // A link for an empty list of people would be open to everyone.
  if (people.size === 0) throw new DirectoryFailure('absent', 'the directory lists no members');
  return [...people];
}
