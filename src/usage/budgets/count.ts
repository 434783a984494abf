import type { Draw, DrawnCount } from './counts.repository.js';
import type { Limit } from './limits.service.js';

/** The part of a limit that a process keeps drawn ahead at the most: a kill costs a subject that much (ADR 0094). */
const AHEAD_PART = 20;
/** And so many calls like the last: kills that come one after another must not use up a large limit by themselves. */
const AHEAD_CALLS = 16;
/** From this part of the limit on, nothing is drawn or kept ahead. */
const NEAR = 0.8;
/** After this time without a call, ms, what was drawn for the last one is given back, except for that part. */
const QUIET_MS = 1_000;
/** After this time all of it. */
const IDLE_MS = 60_000;

/**
 * One count of a budget, in this process: what is drawn from the database for it, and how much of that calls have
 * reserved. All amounts are in its unit; times are those of `Clock.elapsed`.
 */
export class Count {
  /** Drawn, and reserved by no call. Negative after a call that used more than was reserved for it. */
  private held = 0;
  /** Spent by calls since the last draw. */
  private unreported = 0;
  /** From the last draw: of all processes together. */
  private known: Pick<DrawnCount, 'used' | 'spent' | 'most'>;
  /** A call has waited for room in vain, and none has got any since. */
  private isGivenUp = false;
  private calls = 0;
  private usedAt = 0;
  private warnedAt = 0;
  /** The last draw did not get all that it wanted. */
  private isTight = false;
  /** By the calls that made the last draw. */
  private lastWanted = 0;

  constructor(
    private limitNow: Limit,
    now: number,
  ) {
    this.known = { used: 0, spent: 0, most: limitNow.most };
    this.usedAt = now;
  }

  get limit(): Limit {
    return this.limitNow;
  }

  /** Keeps the count in memory for a call. The limit may be a new one; what is drawn stays drawn. */
  call(limit: Limit, now: number): this {
    this.limitNow = limit;
    this.usedAt = now;
    return this;
  }

  /** The room that calls can reserve without a draw. A limit that was lowered takes back what is drawn. */
  get free(): number {
    return this.held - Math.max(0, this.known.used - this.known.most);
  }

  /** The highest percentage that was reported. */
  get warned(): number {
    return this.warnedAt;
  }

  /** Whether an amount will not be free before the period ends, even if all calls under way use nothing. */
  isSpentFor(amount: number): boolean {
    const { spent, most } = this.known;
    return this.isGivenUp || spent + this.unreported + amount > most;
  }

  /**
   * The room that a call has waited for in vain counts as spent until a call gets some: the others, which may be many, do
   * not wait each in turn.
   */
  giveUp(): void {
    this.isGivenUp = true;
  }

  reserve(amount: number, now: number): void {
    this.isGivenUp = false;
    this.held -= amount;
    this.calls++;
    this.usedAt = now;
  }

  settle({ reserved, used }: { readonly reserved: number; readonly used: number }, now: number): void {
    this.held += reserved - used;
    this.unreported += used;
    this.calls--;
    this.usedAt = now;
  }

  /** Whether others wait for what is left here, or the limit is overdrawn: then a draw follows at once. */
  get isUrgent(): boolean {
    return this.held < 0 || (this.isTight && this.held > 0);
  }

  /** Whether nothing of it is in this process any more. */
  isOver(now: number): boolean {
    const isIdle = now - this.usedAt >= IDLE_MS;
    return this.calls === 0 && this.held === 0 && this.unreported === 0 && isIdle;
  }

  /** The draw for calls that want this amount together. */
  drawFor(amount: number): Draw {
    this.lastWanted = amount;
    const held = Math.max(0, this.held);
    return this.draw(amount <= held ? 0 : amount + this.ahead - held);
  }

  /** The draw that gives back what is not needed; undefined when there is nothing to tell. */
  drawBack(now: number): Draw | undefined {
    const surplus = Math.max(0, this.held - this.kept(now));
    return surplus === 0 && this.unreported === 0 && this.held >= 0 ? undefined : this.draw(-surplus);
  }

  /** Gives back all that no call has reserved. */
  drawAllBack(): Draw | undefined {
    return this.held === 0 && this.unreported === 0 ? undefined : this.draw(-Math.max(0, this.held));
  }

  /** Takes the result of a draw. */
  receive(
    { drawn, used, spent, most, warned }: DrawnCount,
    { wanted, overdrawn, spent: reported }: Draw,
  ): void {
    this.held += Math.max(0, drawn) + overdrawn;
    this.unreported -= reported;
    this.known = { used, spent, most };
    this.isTight = wanted > 0 && drawn < wanted;
    this.warnedAt = Math.max(this.warnedAt, warned);
  }

  /** Remembers that a percentage was reported. */
  warn(percent: number): void {
    this.warnedAt = percent;
  }

  private draw(wanted: number): Draw {
    const overdrawn = Math.max(0, -this.held);
    // Given up at once: whether a transaction that fails took place is not known, and nothing may be spent twice.
    if (wanted < 0) this.held += wanted;
    return { limit: this.limit, wanted, overdrawn, spent: this.unreported };
  }

  private kept(now: number): number {
    const quietFor = now - this.usedAt;
    if (this.isTight || quietFor >= IDLE_MS) return 0;
    return quietFor < QUIET_MS ? Infinity : this.ahead;
  }

  /** Nothing near the limit, where others may wait for it. */
  private get ahead(): number {
    const { used, most } = this.known;
    return used > most * NEAR ? 0 : Math.min(Math.floor(most / AHEAD_PART), AHEAD_CALLS * this.lastWanted);
  }
}
