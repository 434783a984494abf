import { Injectable } from '@nestjs/common';
import type { AccountId, AttachmentRef, ChannelId } from '../../channels/index.js';
import { Clock, type ForgetsPeople, RemembersPeople, forgetKeys } from '../../common/index.js';
import { type MessageFile, MediaStore } from '../../media/index.js';
import { InboundFiles, type SpokenEntry } from '../../conversations/index.js';
import { type ContentScope, isGiven } from './turn-images.service.js';

/** Files that are kept so that the next turn does not fetch them again. */
const MAX_KNOWN = 1_000;
/** How long a file counts as unavailable after a failure, ms. */
const BELIEVED_MS = 600_000;

interface Known {
  readonly files: readonly MessageFile[];
  readonly at: number;
}

/**
 * Files of recalled messages: fetched when an agent is to get them, and deleted by the media store an hour later,
 * because nothing stored refers to them.
 */
@RemembersPeople()
@Injectable()
export class RecalledFiles implements ForgetsPeople {
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly inbound: InboundFiles,
    private readonly store: MediaStore,
    private readonly clock: Clock,
  ) {}

  /** In the order of the attachments; files that the agent would not get anyway are not fetched. */
  async fetch(
    entry: SpokenEntry,
    attachments: readonly AttachmentRef[],
    { content, signal }: { readonly content: ContentScope; readonly signal: AbortSignal },
  ): Promise<readonly MessageFile[]> {
    const files: MessageFile[] = [];
    for (const ref of attachments)
      files.push(
        ...(isGiven(content, ref.mimeType, ref.mimeType.startsWith('image/'))
          ? await this.fetched(entry, ref, signal)
          : [ref]),
      );
    return files;
  }

  private async fetched(
    { channel, account, conversation_id }: SpokenEntry,
    ref: AttachmentRef,
    signal: AbortSignal,
  ): Promise<readonly MessageFile[]> {
    const key = JSON.stringify([channel, account, conversation_id, ref.id]);
    const known = this.known.get(key);
    if (known && (await this.isThere(known))) return known.files;
    const place = { channel: channel as ChannelId, account: account as AccountId };
    const files = await this.inbound.look(place, [ref], signal);
    if (!signal.aborted) this.remember(key, files);
    return files;
  }

  private async isThere({ files, at }: Known): Promise<boolean> {
    for (const { mediaId } of files) {
      const isKept =
        mediaId === undefined ? this.clock.elapsed() < at + BELIEVED_MS : await this.store.open(mediaId);
      if (!isKept) return false;
    }
    return true;
  }

  private remember(key: string, files: readonly MessageFile[]): void {
    const [oldest] = this.known.size >= MAX_KNOWN ? this.known.keys() : [];
    if (oldest !== undefined) this.known.delete(oldest);
    this.known.set(key, { files, at: this.clock.elapsed() });
  }

  forgetPeople(names: readonly string[]): void {
    forgetKeys(this.known, names);
  }
}
