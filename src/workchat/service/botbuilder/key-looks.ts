import { KeysUnavailable } from '../wire/bot-adapter.js';

/** The least time between two looks for a key that is not known, ms: anyone can name such a key. */
const LOOK_EVERY_MS = 60_000;

/**
 * Looks again for the platform's keys when a token names one that is not known: the platform publishes new ones at any
 * time, the library itself looks once an hour, and the platform repeats no call that was answered 401 (wire 2.7).
 */
export class KeyLooks {
  private lookedAt = -Infinity;
  private looking: Promise<void> | undefined;

  /** @param now a clock in ms that does not jump */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Resolves when the keys have been fetched after this call began, by this call or another.
   * @throws KeysUnavailable when they could not be, or the last look is too recent
   */
  again(look: () => Promise<void>): Promise<void> {
    if (this.looking) return this.looking;
    if (this.now() - this.lookedAt < LOOK_EVERY_MS)
      return Promise.reject(new KeysUnavailable('an unknown key was looked for less than a minute ago'));
    this.lookedAt = this.now();
    this.looking = look().finally(() => (this.looking = undefined));
    return this.looking;
  }
}
