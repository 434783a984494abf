import { useRef, useState } from 'preact/hooks';
import type { LiveKind } from '../../api/live.js';
import { type Resource, useResource } from './resource.js';

const PAGE = 50;
/** No more rows than this are in the page at once. */
const MOST_ROWS = 500;

export interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

export interface List<T> extends Resource<readonly T[]> {
  readonly more: (() => Promise<void>) | undefined;
  /** Leads back to the first page, when that is not shown any more. */
  readonly back: (() => void) | undefined;
}

interface Extent {
  readonly start: string | undefined;
  readonly pages: number;
}

const FIRST: Extent = { start: undefined, pages: 1 };

/** A list in pages of 50. All shown pages are read again when an event of these kinds happens. */
export function useList<T>(
  key: string,
  read: (page: { limit: number; cursor?: string }) => Promise<Page<T>>,
  live: readonly LiveKind[] = [],
): List<T> {
  const [shown, setShown] = useState<Extent & { key: string }>({ ...FIRST, key });
  const extent = shown.key === key ? shown : FIRST;
  const whole = useRef({
    key: '',
    start: undefined as string | undefined,
    data: undefined as Page<T> | undefined,
  });
  const { data, failure, reread } = useResource(
    `${key} ${extent.start ?? ''} ${extent.pages}`,
    () => readPages(read, extent),
    live,
  );
  if (data) whole.current = { key, start: extent.start, data };
  // While one page more is read, the others stay.
  const { key: keptKey, start: keptStart, data: kept } = whole.current;
  const page = data ?? (keptKey === key && keptStart === extent.start ? kept : undefined);
  const cursor = page?.next_cursor ?? undefined;
  const isFull = extent.pages * PAGE >= MOST_ROWS;
  const more = async () =>
    setShown(isFull ? { start: cursor, pages: 1, key } : { ...extent, pages: extent.pages + 1, key });
  return {
    data: page?.items,
    failure,
    reread,
    more: cursor === undefined ? undefined : more,
    back: extent.start === undefined ? undefined : () => setShown({ ...FIRST, key }),
  };
}

async function readPages<T>(
  read: (page: { limit: number; cursor?: string }) => Promise<Page<T>>,
  { start, pages }: Extent,
): Promise<Page<T>> {
  const items: T[] = [];
  let cursor = start;
  for (let page = 0; page < pages; page++) {
    const { items: found, next_cursor } = await read({ limit: PAGE, ...(cursor && { cursor }) });
    items.push(...found);
    cursor = next_cursor ?? undefined;
    if (next_cursor === null) break;
  }
  return { items, next_cursor: cursor ?? null };
}
