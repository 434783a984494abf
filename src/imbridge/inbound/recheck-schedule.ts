import type { RemoteMessageId } from '../../channels/index.js';

/** When the bridge is asked again for the rest of a message, after it was told of, ms (wire 6.1 row 8). */
export const RECHECK_AFTER_MS: readonly number[] = [1_000, 3_000, 8_000];
/** Messages the rest of which is waited for; beyond that it is left to the catch-up. */
const MOST_AWAITED = 1_000;
/** Messages that look whole, and are looked at in case: where more come at once the bridge has better things to do. */
const MOST_WATCHED = 32;

/** @param isLast it will not be asked again. @returns whether it has seen enough. Must not throw. */
export type Recheck = (isLast: boolean) => Promise<boolean>;

/** Schedules rechecks of messages some seconds after they came. In memory: what is lost with it the catch-up fetches. */
export class RecheckSchedule {
  private readonly timers = new Map<RemoteMessageId, NodeJS.Timeout>();
  /** Looked at for the last time, lately. */
  private readonly ended = new Set<RemoteMessageId>();
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly recheckAfterMs = RECHECK_AFTER_MS) {}

  /** A message without its rest. @returns false when it is not looked at: there are too many. */
  await(id: RemoteMessageId, recheck: Recheck): boolean {
    return this.begin(id, recheck, MOST_AWAITED);
  }

  /** A message that need not have a rest. */
  watch(id: RemoteMessageId, recheck: Recheck): void {
    this.begin(id, recheck, MOST_WATCHED);
  }

  hasEnded(id: RemoteMessageId): boolean {
    return this.ended.has(id);
  }

  /** Nothing of it is missing any more. */
  end(id: RemoteMessageId): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
  }

  /** Resolves when no look is under way any more, and none will be. */
  async stop(): Promise<void> {
    for (const id of [...this.timers.keys()]) this.end(id);
    await Promise.all(this.running);
  }

  private begin(id: RemoteMessageId, recheck: Recheck, most: number): boolean {
    if (this.timers.has(id)) return true;
    if (this.timers.size >= most) return false;
    this.schedule(id, recheck, 0);
    return true;
  }

  private schedule(id: RemoteMessageId, recheck: Recheck, index: number): void {
    const at = this.recheckAfterMs[index] ?? 0;
    const timer = setTimeout(
      () => this.run(this.take(id, timer, { recheck, index })),
      at - (this.recheckAfterMs[index - 1] ?? 0),
    );
    // Keeps no program alive: what is not looked at is fetched after the next start.
    timer.unref();
    this.timers.set(id, timer);
  }

  private run(work: Promise<void>): void {
    this.running.add(work);
    void work.finally(() => this.running.delete(work));
  }

  /** The timer stays in the map while it looks: it may be ended meanwhile, and the next one must not begin. */
  private async take(
    id: RemoteMessageId,
    timer: NodeJS.Timeout,
    { recheck, index }: { readonly recheck: Recheck; readonly index: number },
  ): Promise<void> {
    const isLast = index + 1 >= this.recheckAfterMs.length;
    const isEnough = await recheck(isLast);
    if (this.timers.get(id) !== timer) return;
    this.timers.delete(id);
    if (!isEnough && !isLast) this.schedule(id, recheck, index + 1);
    else this.noteEnd(id);
  }

  private noteEnd(id: RemoteMessageId): void {
    this.ended.add(id);
    const [oldest] = this.ended;
    if (this.ended.size > MOST_AWAITED && oldest !== undefined) this.ended.delete(oldest);
  }
}
