import type { RemoteMessageId } from '../../../channels/index.js';

/** The delays in ms after which the bridge is asked again for the rest of a message (wire 6.1 row 8). */
export const RECHECK_AFTER_MS: readonly number[] = [1_000, 3_000, 8_000];
/** The maximum number of incomplete messages to recheck; the catch-up handles more. */
const MOST_AWAITED = 1_000;
/** The maximum number of apparently complete messages to recheck; with more, the bridge is too busy. */
const MOST_WATCHED = 32;

/** @param isLast there will be no further recheck. @returns whether the message is complete. Must not throw. */
export type Recheck = (isLast: boolean) => Promise<boolean>;

/** Schedules rechecks of messages some seconds after their arrival. In memory only: the catch-up fetches lost ones. */
export class RecheckSchedule {
  private readonly timers = new Map<RemoteMessageId, NodeJS.Timeout>();
  /** Messages whose last recheck was recently. */
  private readonly ended = new Set<RemoteMessageId>();
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly recheckAfterMs = RECHECK_AFTER_MS) {}

  /** Schedules an incomplete message. @returns false when there are too many. */
  await(id: RemoteMessageId, recheck: Recheck): boolean {
    return this.begin(id, recheck, MOST_AWAITED);
  }

  /** Schedules a message that may be complete. */
  watch(id: RemoteMessageId, recheck: Recheck): void {
    this.begin(id, recheck, MOST_WATCHED);
  }

  hasEnded(id: RemoteMessageId): boolean {
    return this.ended.has(id);
  }

  /** Ends the rechecks of a message that is complete. */
  end(id: RemoteMessageId): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
  }

  /** Resolves when no recheck is running and none will start. */
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
      () => this.track(this.recheck(id, timer, { recheck, index })),
      at - (this.recheckAfterMs[index - 1] ?? 0),
    );
    // Does not keep the process alive: the next start fetches the rest.
    timer.unref();
    this.timers.set(id, timer);
  }

  private track(work: Promise<void>): void {
    this.running.add(work);
    void work.finally(() => this.running.delete(work));
  }

  /** The timer stays in the map during a recheck, so that it can be ended and no second one starts. */
  private async recheck(
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
