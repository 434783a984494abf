import { Logger } from '@nestjs/common';
import type { DirectoryApi, DirectoryPage } from '../../service/directory/directory-api.js';
import { PageTooLarge } from '../../service/directory/directory-failure.js';
import { PAGE_MESSAGES, REPLIES_TOO, withSize } from '../../service/directory/message-paths.js';

/** The maximum number of calls for one list, for any page size. */
const MOST_CALLS = 50;

/**
 * Reads a list of messages in pages small enough to be read. Where a page is too large, the list is read again in
 * smaller pages, down to one message, because the link to the next page cannot be changed; after that, posts are read
 * without their replies. A message that is too large by itself is skipped. No message appears twice, and no page is
 * empty.
 */
export class MessagePages {
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
      this.logger.warn('a message above the size limit was skipped, so the assistant does not know its text');
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
