import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import { oldestCounted } from './history-count.js';
import {
  HistoryRepository,
  type HistoryQuery,
  type PlacedEntry,
  type SpokenEntry,
} from './history.repository.js';

/** Roughly how many bytes all sessions may take together. */
const MAX_BYTES = 10 * 1024 * 1024;
/**
 * A session that was read within this time (ms) is not dropped to make room for another. Otherwise, with more busy
 * sessions than there is room for, each would be dropped shortly before its next turn.
 */
const BUSY_MS = 60_000;
/** Bytes an entry takes besides its text, including the objects that turns derive from it (heap snapshot, ADR 0065). */
const BYTES_PER_ENTRY = 550;
/** The text itself, its form in the envelope, and its escaped form; scripts other than Latin take twice as much. */
const BYTES_PER_CHAR = 3;

/**
 * All entries of a session after a `seq`, oldest first, as of one revision of the session. The totals in `known` are
 * carried forward from turn to turn, so that they need not be added up over a whole history each time.
 */
interface Cached {
  readonly after: number;
  readonly entries: readonly PlacedEntry[];
  readonly revision: string | null;
  readonly known: Known;
  readonly bytes: number;
}

interface Kept {
  readonly cached: Cached;
  /** Epoch ms. */
  readonly usedAt: number;
}

/**
 * Totals of the entries before the first one without a remote id. A message of ours gets its id from its delivery,
 * usually soon; until then that entry and all after it are read again each time.
 */
interface Known {
  readonly count: number;
  /**
   * The sum of their `seq` numbers. Together with the count it shows whether rows were removed or added: retention
   * removes the oldest rows, and a row that is committed late has a higher number than those removed.
   */
  readonly sum: number;
}

/**
 * Keeps the last entries of sessions in memory from turn to turn, so that a turn reads only newer ones. The statement
 * that reads them also shows whether the cached entries still match the database, even after another replica has
 * written late, or changed existing rows (ADR 0055). Entries are shared between turns, so nothing may change them.
 */
@Injectable()
export class RecentEntries {
  /** Ordered by their last reads. */
  private readonly sessions = new Map<string, Kept>();
  private bytes = 0;

  constructor(
    private readonly repository: HistoryRepository,
    private readonly clock: Clock,
  ) {}

  /** Oldest first. */
  async read(sessionKey: string, query: HistoryQuery): Promise<readonly SpokenEntry[]> {
    if (query.limit <= 0 || query.maxEntries <= 0) return [];
    const cached = await this.renewed(sessionKey);
    const part = cached && partOf(cached, query);
    if (!part) return this.readAnew(sessionKey, query);
    this.keep(sessionKey, part.cached);
    return part.entries;
  }

  /** The cached entries with newer ones added; undefined when none are cached or the database has changed. */
  private async renewed(sessionKey: string): Promise<Cached | undefined> {
    const cached = this.sessions.get(sessionKey)?.cached;
    const last = cached?.entries[cached.known.count - 1];
    if (!cached || !last) return undefined;
    const { after, known, revision } = cached;
    const { entries, ...now } = await this.repository.since({ sessionKey, after, last });
    const isSame = now.count === known.count && now.sum === known.sum && now.revision === revision;
    return isSame ? followedBy(entries, cached) : undefined;
  }

  private async readAnew(sessionKey: string, query: HistoryQuery): Promise<readonly SpokenEntry[]> {
    const { entries, revision } = await this.repository.recent(sessionKey, query);
    const [oldest] = entries;
    const isAll = entries.length < query.maxEntries && oldestCounted(entries, query) < 0;
    const after = isAll || !oldest ? query.after : oldest.seq - 1;
    const known = knownOf(entries);
    if (oldest) this.keep(sessionKey, { after, entries, revision, known, bytes: bytesOf(entries) });
    return entries;
  }

  private keep(sessionKey: string, cached: Cached): void {
    const usedAt = this.clock.elapsed();
    if (!this.sessions.has(sessionKey) && !this.isRoomFor(cached, usedAt)) return;
    this.drop(sessionKey);
    this.sessions.set(sessionKey, { cached, usedAt });
    this.bytes += cached.bytes;
    for (const [longestUnused] of this.sessions) {
      if (this.bytes <= MAX_BYTES) return;
      this.drop(longestUnused);
    }
  }

  private isRoomFor({ bytes }: Cached, now: number): boolean {
    const [longestUnused] = this.sessions.values();
    return this.bytes + bytes <= MAX_BYTES || !longestUnused || now - longestUnused.usedAt > BUSY_MS;
  }

  private drop(sessionKey: string): void {
    const kept = this.sessions.get(sessionKey);
    if (!kept) return;
    this.bytes -= kept.cached.bytes;
    this.sessions.delete(sessionKey);
  }
}

/**
 * The entries that a query asks for, and those to keep; undefined when the query reaches further back than the cache.
 */
function partOf(
  cached: Cached,
  query: HistoryQuery,
): { readonly entries: readonly PlacedEntry[]; readonly cached: Cached } | undefined {
  const { except, maxEntries } = query;
  const after = Math.max(cached.after, query.after);
  const asked = cached.entries.filter((entry) => entry.seq > after && entry.event_id !== except);
  const oldest = oldestCounted(asked, query);
  const entries = asked.slice(Math.max(oldest, 0)).slice(-maxEntries);
  const [first] = entries;
  if (first && (oldest >= 0 || asked.length >= maxEntries))
    return { entries, cached: behind(first.seq - 1, cached) };
  return cached.after > query.after ? undefined : { entries, cached: behind(after, cached) };
}

/** The same without the entries up to a `seq`. */
function behind(after: number, cached: Cached): Cached {
  const first = cached.entries.findIndex(({ seq }) => seq > after);
  if (first === 0) return { ...cached, after };
  const entries = first < 0 ? [] : cached.entries.slice(first);
  const gone = cached.entries.slice(0, first < 0 ? undefined : first);
  const { count, sum } = cached.known;
  const known =
    gone.length > count ? knownOf(entries) : { count: count - gone.length, sum: sum - knownOf(gone).sum };
  return { ...cached, after, entries, known, bytes: cached.bytes - bytesOf(gone) };
}

/** The same with the entries after the known ones as they are now. */
function followedBy(newer: readonly PlacedEntry[], cached: Cached): Cached {
  const { count } = cached.known;
  const entries = [...cached.entries.slice(0, count), ...newer];
  const bytes = cached.bytes - bytesOf(cached.entries.slice(count)) + bytesOf(newer);
  return { ...cached, entries, known: knownOf(entries, cached.known), bytes };
}

/** @param before the totals of the entries before these */
function knownOf(entries: readonly PlacedEntry[], before: Known = { count: 0, sum: 0 }): Known {
  let { count, sum } = before;
  for (let entry = entries[count]; entry && hasId(entry); entry = entries[count]) {
    sum += entry.seq;
    count++;
  }
  return { count, sum };
}

const hasId = ({ delivery_id, remote_id }: PlacedEntry): boolean =>
  delivery_id === null || remote_id !== null;

const bytesOf = (entries: readonly PlacedEntry[]): number =>
  entries.reduce((sum, { text }) => sum + BYTES_PER_ENTRY + BYTES_PER_CHAR * text.length, 0);
