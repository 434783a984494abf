import { Injectable } from '@nestjs/common';
import { oldestCounted } from './history-count.js';
import {
  HistoryRepository,
  type HistoryWish,
  type PlacedEntry,
  type SpokenEntry,
} from './history.repository.js';

/** Bytes all sessions may take together, about. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Bytes an entry takes besides its text, what turns derive from it included. */
const BYTES_PER_ENTRY = 1_000;

/** All entries of a session behind a `seq`, oldest first, as they were at a revision of it. */
interface Held {
  readonly after: number;
  readonly entries: readonly PlacedEntry[];
  readonly revision: string | null;
}

/**
 * The last entries of sessions, kept in memory from turn to turn: a turn reads what was said since. Each time the
 * database says in the same statement whether what is held is what it has, also after another replica wrote, late or
 * over what stood there (ADR 0055). Entries are shared between turns: nothing changes them.
 */
@Injectable()
export class RecentEntries {
  private readonly sessions = new Map<string, Held>();
  private bytes = 0;

  constructor(private readonly repository: HistoryRepository) {}

  /** Oldest first. */
  async read(sessionKey: string, wish: HistoryWish): Promise<readonly SpokenEntry[]> {
    if (wish.limit <= 0 || wish.maxEntries <= 0) return [];
    const held = await this.renewed(sessionKey);
    const part = held && partOf(held, wish);
    if (!part) return this.readAnew(sessionKey, wish);
    this.keep(sessionKey, part.held);
    return part.entries;
  }

  /** With what was said since; undefined when nothing is held, or not what the database has. */
  private async renewed(sessionKey: string): Promise<Held | undefined> {
    const held = this.sessions.get(sessionKey);
    const known = held?.entries.slice(0, firstWithoutId(held.entries)) ?? [];
    const last = known.at(-1);
    if (!held || !last) return undefined;
    const { after } = held;
    const { entries, ...now } = await this.repository.since({ sessionKey, after, upTo: last.seq });
    const isSame = now.count === known.length && now.sum === sumOf(known) && now.revision === held.revision;
    return isSame ? { ...held, entries: [...known, ...entries] } : undefined;
  }

  private async readAnew(sessionKey: string, wish: HistoryWish): Promise<readonly SpokenEntry[]> {
    const { entries, revision } = await this.repository.recent(sessionKey, wish);
    const [oldest] = entries;
    const isAll = entries.length < wish.maxEntries && oldestCounted(entries, wish) < 0;
    if (oldest) this.keep(sessionKey, { after: isAll ? wish.after : oldest.seq - 1, entries, revision });
    return entries;
  }

  /** What was asked for last is forgotten last. */
  private keep(sessionKey: string, held: Held): void {
    this.drop(sessionKey);
    this.sessions.set(sessionKey, held);
    this.bytes += bytesOf(held);
    for (const [longestUnused] of this.sessions) {
      if (this.bytes <= MAX_BYTES) return;
      this.drop(longestUnused);
    }
  }

  private drop(sessionKey: string): void {
    const held = this.sessions.get(sessionKey);
    if (!held) return;
    this.bytes -= bytesOf(held);
    this.sessions.delete(sessionKey);
  }
}

/** What is wished of what is held, and what is to be held on; undefined where the wish reaches further back. */
function partOf(
  held: Held,
  wish: HistoryWish,
): { readonly entries: readonly PlacedEntry[]; readonly held: Held } | undefined {
  const { except, maxEntries } = wish;
  const after = Math.max(held.after, wish.after);
  const asked = held.entries.filter((entry) => entry.seq > after && entry.event_id !== except);
  const oldest = oldestCounted(asked, wish);
  const entries = asked.slice(Math.max(oldest, 0)).slice(-maxEntries);
  const [first] = entries;
  if (first && (oldest >= 0 || asked.length >= maxEntries))
    return { entries, held: behind(first.seq - 1, held) };
  return held.after > wish.after ? undefined : { entries, held: behind(after, held) };
}

const behind = (after: number, held: Held): Held => ({
  ...held,
  after,
  entries: held.entries.filter(({ seq }) => seq > after),
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

const bytesOf = ({ entries }: Held): number =>
  entries.reduce((sum, { text }) => sum + BYTES_PER_ENTRY + 2 * text.length, 0);
