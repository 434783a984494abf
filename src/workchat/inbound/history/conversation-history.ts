import type { RemoteMessageId, ThreadId } from '../../../channels/index.js';
import type { Clock } from '../../../common/index.js';
import type { DirectoryApi, DirectoryPage } from '../../service/directory/directory-api.js';
import { messageActivity } from '../../service/directory/message-activity.js';
import {
  type ListParts,
  type MessageList,
  messagesOf,
  PAGE_MESSAGES,
  REPLIES_TOO,
  withSize,
} from '../../service/directory/message-paths.js';
import type { Reference } from '../../service/references/references.js';
import type { Activity } from '../../service/wire/activity.js';
import { type JsonRecord, recordsOf, textOf } from '../../../channels/kit/index.js';
import { messageIdOf, threadOf } from '../../ids/id.js';
import type { ActivityPlace } from '../place.js';
import { Logger } from '@nestjs/common';
import { neededFor } from '../../service/directory/api-permissions.js';
import { DirectoryFailure, PageTooLarge } from '../../service/directory/directory-failure.js';
import { ExpiringMap } from '../../service/references/expiring-map.js';

/** The maximum number of calls for one list, for any page size. */
const MOST_CALLS = 50;

/**
 * Reads a list of messages in pages small enough to be read. Where a page is too large, the list is read again in
 * smaller pages, down to one message, because the link to the next page cannot be changed; after that, posts are read
 * without their replies. A message that is too large by itself is skipped. No message appears twice, and no page is
 * empty.
 */
class MessagePages {
  private readonly logger = new Logger('Workchat');
  private readonly seen = new Set<unknown>();

  /** @param most the number of pages of full size that may be read */
  constructor(
    private readonly directory: DirectoryApi,
    private readonly most: number,
    private readonly signal: AbortSignal,
  ) {}

  /** @throws DirectoryFailure, except for a page that is too large */
  async *list(path: string): AsyncGenerator<DirectoryPage, void> {
    let tooLarge: PageTooLarge | undefined;
    for (const [each, size] of smallerPages(path)) {
      const most = Math.min(MOST_CALLS, this.most * Math.ceil(PAGE_MESSAGES / size));
      tooLarge = yield* this.fresh(this.directory.pages(each, this.signal), most);
      if (!tooLarge) return;
    }
    for (let calls = 0; tooLarge; calls += 1) {
      this.logger.warn('a message above the size limit was skipped, so the assistant will not see its text');
      if (tooLarge.next === undefined || calls === MOST_CALLS) return;
      tooLarge = yield* this.fresh(this.directory.pagesFrom(tooLarge.next, this.signal), MOST_CALLS - calls);
    }
  }

  /** @returns the page at which it stopped */
  private async *fresh(
    pages: AsyncGenerator<DirectoryPage, void>,
    most: number,
  ): AsyncGenerator<DirectoryPage, PageTooLarge | undefined> {
    let count = 0;
    try {
      for await (const { entries, aheadMs } of pages) {
        const unseen = entries.filter(({ id }) => !this.seen.has(id));
        for (const { id } of unseen) this.seen.add(id);
        if (unseen.length > 0) yield { entries: unseen, aheadMs };
        count += 1;
        if (count === most) return undefined;
      }
      return undefined;
    } catch (error) {
      if (error instanceof PageTooLarge) return error;
      throw error;
    }
  }
}

function* smallerPages(path: string): Generator<readonly [path: string, size: number]> {
  for (let size = PAGE_MESSAGES; size >= 1; size = Math.floor(size / 2)) yield [withSize(path, size), size];
  if (path.endsWith(REPLIES_TOO)) yield* smallerPages(path.slice(0, -REPLIES_TOO.length));
}

/** How long a refusal is remembered, ms; a permission may be granted while the gateway runs. */
const BELIEVED_MS = 900_000;
const MAX_PLACES = 5_000;

/**
 * Remembers where the app may not read messages. Only a refused call shows that a permission is missing, which is
 * logged once (wire 5.6).
 */
class Permissions {
  private readonly logger = new Logger('Workchat');
  private readonly denied: ExpiringMap<DirectoryFailure>;
  private readonly told = new Set<string>();

  constructor(clock: Clock) {
    this.denied = new ExpiringMap(clock, { most: MAX_PLACES, forMs: BELIEVED_MS });
  }

  /** @throws DirectoryFailure where a permission was recently missing */
  check(reference: Reference): void {
    const denied = this.denied.get(keyOf(reference));
    if (denied) throw denied;
  }

  async noting<T>(reference: Reference, list: MessageList, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof DirectoryFailure && error.kind === 'denied')
        this.recordDenial(reference, list, error);
      throw error;
    }
  }

  private recordDenial(reference: Reference, { use }: MessageList, failure: DirectoryFailure): void {
    this.denied.set(keyOf(reference), failure);
    if (this.told.has(reference.kind)) return;
    this.told.add(reference.kind);
    this.logger.warn(
      `the app may not read ${PLACES[reference.kind]}, so messages that did not reach the webhook are missing there ` +
        `(${failure.message}; the app needs ${neededFor(use)})`,
    );
  }
}

const PLACES: Readonly<Record<Reference['kind'], string>> = {
  channel: 'messages in a channel',
  group: 'messages in a group chat',
  direct: 'messages in a personal chat',
};

/**
 * Not by team: the channels of a team share their permission, but one kind of permission excludes private channels
 * (wire 5.6).
 */
const keyOf = ({ conversation }: Reference): string => conversation;

/** The most pages of posts (50 each) that are searched for missed replies. */
const POST_PAGES = 4;
const POST_AGE_MS = 7 * 24 * 3_600_000;
/** The most pages (50 each) that are read of a thread's replies or a chat's messages. */
const MESSAGE_PAGES = 10;

/** A message of a conversation, in the form of the bot channel. */
export interface FoundMessage {
  readonly id: RemoteMessageId;
  /** By the directory's clock, epoch ms. */
  readonly createdAt: number;
  /** By our clock, epoch ms. */
  readonly at: number;
  readonly activity: Activity;
  /** The post that begins its thread; only in channels. */
  readonly root: ThreadId | undefined;
}

/** The place of a found message, as it would be in its activity. */
export const placeOfFound = (
  { conversation, kind, team }: Reference,
  { root }: Pick<FoundMessage, 'root'>,
): ActivityPlace => ({
  conversation: { id: conversation, kind, ...(team === undefined ? {} : { team }) },
  ...(root === undefined ? {} : { root }),
});

export interface HistoryParts extends ListParts {
  readonly directory: DirectoryApi;
  readonly clock: Clock;
}

/**
 * Reads messages of a conversation from the directory (wire 5.6), where the app may read them. Both methods throw
 * DirectoryFailure. A missing permission is remembered for a while, so that not every message costs a call that will be
 * refused.
 */
export class ConversationHistory {
  private readonly permissions: Permissions;

  constructor(private readonly parts: HistoryParts) {
    this.permissions = new Permissions(parts.clock);
  }

  /**
   * All messages from a time on, oldest first; in a channel including replies to posts that are not too old. @param
   * since by our clock
   */
  since(reference: Reference, since: number, signal: AbortSignal): Promise<readonly FoundMessage[]> {
    return this.reading(reference, undefined, async (list) => {
      const found =
        reference.kind === 'channel'
          ? await this.postsSince(reference, list, since, signal)
          : await this.chatSince(reference, list, since, signal);
      return inOrder(found.filter(({ at }) => at >= since));
    });
  }

  /**
   * The messages before another one, oldest first: in a channel the post that begins its thread and the last replies,
   * in a group the last messages.
   * @param limit the total number, including the post
   */
  before(
    reference: Reference,
    message: { readonly id: RemoteMessageId; readonly at: number; readonly root: ThreadId | undefined },
    { limit, signal }: { readonly limit: number; readonly signal: AbortSignal },
  ): Promise<readonly FoundMessage[]> {
    const { id, root } = message;
    // Nothing in a thread comes before the post that begins it.
    if (root !== undefined && messageIdOf(root) === id) return Promise.resolve([]);
    const isBefore = (each: FoundMessage) => each.id !== id && each.createdAt <= message.at;
    return this.reading(reference, root, async (list) => {
      const [post, last] = await Promise.all([
        list.post === undefined ? undefined : this.one(reference, list.post, signal),
        this.last(reference, list, { limit, isBefore, signal }),
      ]);
      const rest = post === undefined ? last : last.slice(Math.max(0, last.length + 1 - limit));
      return post === undefined ? rest : [post, ...rest];
    });
  }

  private async reading<T>(
    reference: Reference,
    root: ThreadId | undefined,
    read: (list: MessageList) => Promise<T>,
  ): Promise<T> {
    this.permissions.check(reference);
    const list = await messagesOf(reference, root, this.parts);
    return this.permissions.noting(reference, list, () => read(list));
  }

  private async one(
    reference: Reference,
    path: string,
    signal: AbortSignal,
  ): Promise<FoundMessage | undefined> {
    const entry = await this.parts.directory.one(path, signal);
    return this.read(reference, [entry], 0)[0];
  }

  /** Reads only until the first older message, because the list is in order. */
  private async chatSince(
    reference: Reference,
    { path }: MessageList,
    since: number,
    signal: AbortSignal,
  ): Promise<readonly FoundMessage[]> {
    const found: FoundMessage[] = [];
    for await (const { entries, aheadMs } of this.pages(path, MESSAGE_PAGES, signal)) {
      const page = this.read(reference, entries, aheadMs);
      found.push(...page);
      if (entries.some((entry) => timeOf(entry) - aheadMs < since)) break;
    }
    return found;
  }

  /** Posts are only roughly in order, and a new reply may belong to an old post. */
  private async postsSince(
    reference: Reference,
    { path }: MessageList,
    since: number,
    signal: AbortSignal,
  ): Promise<readonly FoundMessage[]> {
    const found: FoundMessage[] = [];
    for await (const { entries, aheadMs } of this.pages(`${path}${REPLIES_TOO}`, POST_PAGES, signal)) {
      for (const post of entries) {
        const replies = await this.repliesTo(reference, post, signal);
        found.push(...this.read(reference, [post, ...replies], aheadMs));
      }
      if (entries.every((post) => timeOf(post) - aheadMs < since - POST_AGE_MS)) break;
    }
    return found;
  }

  /** Replies that are too many or too large to come with their post have a list of their own. */
  private async repliesTo(
    reference: Reference,
    post: JsonRecord,
    signal: AbortSignal,
  ): Promise<readonly JsonRecord[]> {
    const root = threadOf(post.id);
    const isWhole = Array.isArray(post.replies) && post['replies@odata.nextLink'] === undefined;
    if (root === undefined || isWhole) return recordsOf(post.replies);
    const { path } = await messagesOf(reference, root, this.parts);
    const pages = await Array.fromAsync(this.pages(path, MESSAGE_PAGES, signal));
    return pages.flatMap(({ entries }) => entries);
  }

  private async last(
    reference: Reference,
    { path, order }: MessageList,
    query: {
      readonly limit: number;
      readonly isBefore: (each: FoundMessage) => boolean;
      readonly signal: AbortSignal;
    },
  ): Promise<readonly FoundMessage[]> {
    const found: FoundMessage[] = [];
    for await (const { entries, aheadMs } of this.pages(path, MESSAGE_PAGES, query.signal)) {
      found.push(...this.read(reference, entries, aheadMs).filter(query.isBefore));
      if (found.length >= query.limit && (order === 'strict' || isNewestFirst(found))) break;
    }
    return inOrder(found).slice(-query.limit);
  }

  private pages(path: string, most: number, signal: AbortSignal): AsyncGenerator<DirectoryPage, void> {
    return new MessagePages(this.parts.directory, most, signal).list(path);
  }

  private read(reference: Reference, entries: readonly JsonRecord[], aheadMs: number): FoundMessage[] {
    return entries.flatMap((entry) => {
      const [id, createdAt] = [messageIdOf(entry.id), timeOf(entry)];
      const activity = messageActivity(entry, reference, this.parts.appId);
      if (id === undefined || Number.isNaN(createdAt) || !activity) return [];
      const root =
        reference.kind === 'channel' ? (threadOf(textOf(entry.replyToId)) ?? threadOf(id)) : undefined;
      return [{ id, createdAt, at: createdAt - aheadMs, activity, root }];
    });
  }
}

const timeOf = ({ createdDateTime }: JsonRecord): number => Date.parse(String(createdDateTime));

const inOrder = (messages: readonly FoundMessage[]): FoundMessage[] =>
  messages.toSorted((one, other) => one.createdAt - other.createdAt);

/** The order of replies is not documented, but a page shows which one it is. */
const isNewestFirst = ([first, ...rest]: readonly FoundMessage[]): boolean =>
  first !== undefined && first.createdAt > (rest.at(-1)?.createdAt ?? first.createdAt);
