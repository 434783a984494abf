import { Injectable } from '@nestjs/common';
import { oldestCounted } from './history-count.js';
import {
  HistoryRepository,
  type HistoryQuery,
  type PlacedEntry,
  type SpokenEntry,
} from './history.repository.js';

/** Bytes all sessions may take together, about. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Bytes an entry takes besides its text, what turns derive from it included. */
const BYTES_PER_ENTRY = 1_000;

/** All entries of a session behind a `seq`, oldest first, as they were at a revision of it. */
interface Cached {
  readonly after: number;
  readonly entries: readonly PlacedEntry[];
  readonly revision: string | null;
}

/**
 * The last entries of sessions, kept in memory from turn to turn: a turn reads only newer ones. The same statement tells
 * whether the cached entries are still those of the database, also after another replica wrote, late or over existing
 * rows (ADR 0055). Entries are shared between turns, so nothing may change them.
 */
@Injectable()
export class RecentEntries {
  private readonly sessions = new Map<string, Cached>();
  private bytes = 0;

  constructor(private readonly repository: HistoryRepository) {}

  /** Oldest first. */
  async read(sessionKey: string, query: HistoryQuery): Promise<readonly SpokenEntry[]> {
    if (query.limit <= 0 || query.maxEntries <= 0) return [];
    const cached = await this.renewed(sessionKey);
    const part = cached && partOf(cached, query);
    if (!part) return this.readAnew(sessionKey, query);
    this.keep(sessionKey, part.cached);
    return part.entries;
  }

  /** The cached entries with newer ones; undefined when none are cached, or the database has others. */
  private async renewed(sessionKey: string): Promise<Cached | undefined> {
    const cached = this.sessions.get(sessionKey);
    const known = cached?.entries.slice(0, firstWithoutId(cached.entries)) ?? [];
    const last = known.at(-1);
    if (!cached || !last) return undefined;
    const { after } = cached;
    const { entries, ...now } = await this.repository.since({ sessionKey, after, upTo: last.seq });
    const isSame = now.count === known.length && now.sum === sumOf(known) && now.revision === cached.revision;
    return isSame ? { ...cached, entries: [...known, ...entries] } : undefined;
  }

  private async readAnew(sessionKey: string, query: HistoryQuery): Promise<readonly SpokenEntry[]> {
    const { entries, revision } = await this.repository.recent(sessionKey, query);
    const [oldest] = entries;
    const isAll = entries.length < query.maxEntries && oldestCounted(entries, query) < 0;
    if (oldest) this.keep(sessionKey, { after: isAll ? query.after : oldest.seq - 1, entries, revision });
    return entries;
  }

  /** The session that was read last is dropped last. */
  private keep(sessionKey: string, cached: Cached): void {
    this.drop(sessionKey);
    this.sessions.set(sessionKey, cached);
    this.bytes += bytesOf(cached);
    for (const [longestUnused] of this.sessions) {
      if (this.bytes <= MAX_BYTES) return;
      this.drop(longestUnused);
    }
  }

  private drop(sessionKey: string): void {
    const cached = this.sessions.get(sessionKey);
    if (!cached) return;
    this.bytes -= bytesOf(cached);
    this.sessions.delete(sessionKey);
  }
}

/** The entries that a query asks for, and those to keep; undefined where it reaches further back than the cache. */
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

const behind = (after: number, cached: Cached): Cached => ({
  ...cached,
  after,
  entries: cached.entries.filter(({ seq }) => seq > after),
});

/** A message of ours has its id from its delivery, and mostly soon: until then it is read each time, and what follows it. */
function firstWithoutId(entries: readonly PlacedEntry[]): number {
  const index = entries.findIndex(({ delivery_id, remote_id }) => delivery_id !== null && remote_id === null);
  return index < 0 ? entries.length : index;
}

/**
 * Together with the count it tells whether rows have come or gone: the oldest go (retention), and rows that are
 * committed late have higher numbers than those.
 */
const sumOf = (entries: readonly PlacedEntry[]): number => entries.reduce((sum, { seq }) => sum + seq, 0);

const bytesOf = ({ entries }: Cached): number =>
  entries.reduce((sum, { text }) => sum + BYTES_PER_ENTRY + 2 * text.length, 0);
