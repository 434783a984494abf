import { type Failure, toFailure } from '../../api/failure.js';
import type { Page } from '../../parts/list/use-list.js';

const PAGE = 200;
/** A page with more than this many would be asked for too long; the rest follows at the next press. */
const MOST = 1_000;

export interface Retries {
  readonly went: number;
  readonly failed: readonly { readonly id: string; readonly failure: Failure }[];
  /** Whether there are more of the cause. */
  readonly isCut: boolean;
}

interface Source<T> {
  readonly read: (page: { limit: number; cursor?: string }) => Promise<Page<T>>;
  readonly isWanted: (item: T) => boolean;
  readonly retry: (id: string) => Promise<unknown>;
}

/**
 * Retries all that are wanted, whether they are on the page or not, the oldest first, so that a chat keeps its order. One that
 * is refused does not keep the others back.
 * @throws Failure when the list cannot be read, or the gateway is away
 */
export async function retryAll<T extends { readonly id: string }>(source: Source<T>): Promise<Retries> {
  const { ids, isCut } = await idsOf(source);
  const failed: { id: string; failure: Failure }[] = [];
  for (const id of ids.reverse())
    await source.retry(id).catch((error: unknown) => {
      const failure = toFailure(error);
      if (failure.status === 0 || failure.status === 401) throw failure;
      failed.push({ id, failure });
    });
  return { went: ids.length - failed.length, failed, isCut };
}

/** Read before the first is retried: what fails again at once is not retried for ever. */
async function idsOf<T extends { readonly id: string }>({ read, isWanted }: Source<T>) {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const { items, next_cursor } = await read({ limit: PAGE, ...(cursor !== undefined && { cursor }) });
    ids.push(...items.filter(isWanted).map(({ id }) => id));
    cursor = next_cursor ?? undefined;
  } while (cursor !== undefined && ids.length < MOST);
  return { ids: ids.slice(0, MOST), isCut: cursor !== undefined || ids.length > MOST };
}
