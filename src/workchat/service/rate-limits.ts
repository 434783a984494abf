import type { Clock } from '../../common/index.js';

interface Window {
  readonly ms: number;
  readonly most: number;
}

/**
 * Limits for the calls of one bot in one conversation, and of the app everywhere (wire 3.4): sends, edits, typing,
 * streams.
 */
export const PER_CONVERSATION: readonly Window[] = [
  { ms: 1_000, most: 7 },
  { ms: 2_000, most: 8 },
  { ms: 30_000, most: 60 },
  { ms: 3_600_000, most: 1_800 },
];
export const PER_APP: readonly Window[] = [{ ms: 1_000, most: 50 }];
/** A margin in ms: the platform counts arrivals, and the network can shorten the distance of two calls. */
const MARGIN_MS = 100;
const MAX_CONVERSATIONS = 5_000;
/** The share of every window that typing and streams may use; the rest is left to messages. */
const TYPING_SHARE = 0.5;

/**
 * Holds back calls that the platform would refuse. After a refusal, nothing is sent to that conversation until the
 * pause is over.
 */
export class RateLimits {
  private readonly app: Sends;
  private readonly conversations = new Map<string, Sends>();

  constructor(private readonly clock: Clock) {
    this.app = new Sends(PER_APP);
  }

  /** @returns 0 when a call may go out now, which is then counted; otherwise the necessary wait, ms */
  waitBeforeCall(conversation: string): number {
    const now = this.clock.elapsed();
    const sends = this.sendsIn(conversation);
    const waitMs = Math.max(sends.waitMs(now), this.app.waitMs(now));
    if (waitMs > 0) return waitMs;
    sends.countCall(now);
    this.app.countCall(now);
    return 0;
  }

  /** Does the same for a call that is less important than a message. */
  takeSpare(conversation: string): boolean {
    const now = this.clock.elapsed();
    if (this.sendsIn(conversation).waitMs(now, TYPING_SHARE) > 0 || this.app.waitMs(now, TYPING_SHARE) > 0)
      return false;
    return this.waitBeforeCall(conversation) === 0;
  }

  /** Records that the platform has refused a call: nothing is sent there for this long. */
  pause(conversation: string, ms: number): void {
    this.sendsIn(conversation).pauseUntil(this.clock.elapsed() + ms);
  }

  /** The least recently used entry makes room, because its windows are over. */
  private sendsIn(conversation: string): Sends {
    const sends = this.conversations.get(conversation) ?? new Sends(PER_CONVERSATION);
    this.conversations.delete(conversation);
    const [oldest] = this.conversations.size >= MAX_CONVERSATIONS ? this.conversations.keys() : [];
    if (oldest !== undefined) this.conversations.delete(oldest);
    this.conversations.set(conversation, sends);
    return sends;
  }
}

/** The times of past calls, oldest first, as far back as the longest window. */
class Sends {
  private times: number[] = [];
  private pausedUntil = 0;

  constructor(private readonly windows: readonly Window[]) {}

  waitMs(now: number, share = 1): number {
    const waits = this.windows.map(({ ms, most }) => {
      // The call that must leave the window before another one fits.
      const earliest = this.times.at(-Math.max(1, Math.floor(most * share)));
      return earliest === undefined ? 0 : earliest + ms + MARGIN_MS - now;
    });
    return Math.max(0, this.pausedUntil - now, ...waits);
  }

  countCall(now: number): void {
    const longest = this.windows.at(-1)?.ms ?? 0;
    const first = this.times.findIndex((time) => time > now - longest);
    if (first > 64) this.times = this.times.slice(first);
    this.times.push(now);
  }

  pauseUntil(at: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, at);
  }
}
