import { Injectable } from '@nestjs/common';
import { Clock, type ForgetsPeople, RemembersPeople } from '../../common/index.js';
import { windowOf } from './history-window.js';
import { HistoryRepository, type HistoryQuery } from './history.repository.js';
import { type HistoryEntry, RememberedSession } from './remembered-session.js';

/** Roughly how many bytes all sessions may take together. */
const MAX_BYTES = 12 * 1024 * 1024;
/**
 * A session that was read within this time (ms) is not dropped to make room for another. Otherwise, with more busy
 * sessions than there is room for, each would be dropped shortly before its next turn.
 */
const BUSY_MS = 60_000;

interface Kept {
  readonly session: RememberedSession;
  /** Epoch ms. */
  readonly usedAt: number;
}

/**
 * Keeps the last entries of sessions in memory from turn to turn, with their lines in the prompt, so that a turn reads
 * and writes only newer ones. The statement that reads them also shows whether the remembered entries still match the
 * database, even after another replica has written late, or changed existing rows (ADR 0086). Entries are shared
 * between turns: nothing but their lines may be set.
 */
@RemembersPeople()
@Injectable()
export class SessionMemory implements ForgetsPeople {
  /** Ordered by their last reads. */
  private readonly sessions = new Map<string, Kept>();
  private bytes = 0;

  constructor(
    private readonly repository: HistoryRepository,
    private readonly clock: Clock,
  ) {}

  /** Oldest first. */
  async read(sessionKey: string, query: HistoryQuery): Promise<readonly HistoryEntry[]> {
    if (query.limit <= 0 || query.maxEntries <= 0) return [];
    const part =
      (await this.renewed(sessionKey))?.part(query) ?? (await this.readAnew(sessionKey, query)).part(query);
    if (!part) return [];
    this.remember(sessionKey, part.session);
    return part.entries;
  }

  /** The remembered entries with newer ones added; undefined when there are none or the database has changed. */
  private async renewed(sessionKey: string): Promise<RememberedSession | undefined> {
    const session = this.sessions.get(sessionKey)?.session;
    const span = session?.span;
    return span && session.asOf(await this.repository.since({ sessionKey, ...span }));
  }

  private async readAnew(sessionKey: string, query: HistoryQuery): Promise<RememberedSession> {
    const { entries, revision } = await this.repository.recent(sessionKey, query);
    const [oldest] = entries;
    const after = oldest && windowOf(entries, query).isFull ? oldest.seq - 1 : query.after;
    return RememberedSession.of(entries, { after, revision });
  }

  private remember(sessionKey: string, session: RememberedSession): void {
    const usedAt = this.clock.elapsed();
    if (!this.sessions.has(sessionKey) && !this.isRoomFor(session, usedAt)) return;
    this.drop(sessionKey);
    if (!session.span) return;
    this.sessions.set(sessionKey, { session, usedAt });
    this.bytes += session.bytes;
    if (this.bytes > MAX_BYTES) this.makeRoom();
  }

  private makeRoom(): void {
    for (const [longestUnused] of this.sessions) {
      if (this.bytes <= MAX_BYTES) return;
      this.drop(longestUnused);
    }
  }

  private isRoomFor({ bytes }: RememberedSession, now: number): boolean {
    const [longestUnused] = this.sessions.values();
    return this.bytes + bytes <= MAX_BYTES || !longestUnused || now - longestUnused.usedAt > BUSY_MS;
  }

  private drop(sessionKey: string): void {
    const kept = this.sessions.get(sessionKey);
    if (!kept) return;
    this.bytes -= kept.session.bytes;
    this.sessions.delete(sessionKey);
  }

  forgetPeople(): void {
    this.sessions.clear();
    this.bytes = 0;
  }
}
