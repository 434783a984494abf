import { AsyncLocalStorage } from 'node:async_hooks';
import type { Claim } from './lane.repository.js';

interface Running {
  readonly claim: Claim;
  /** It has ended a process before. */
  readonly isSuspect: boolean;
}

interface Blamed {
  readonly claims: readonly Claim[];
  /** It was the code of one of them that threw. */
  readonly isCertain: boolean;
}

/** The jobs that run in this process, and which of them the current code belongs to (ADR 0129). */
export class RunningJobs {
  private readonly code = new AsyncLocalStorage<object>();
  /** By a mark, not the claim itself: a connection that the job opens keeps its mark as long as it stays open. */
  private readonly running = new Map<object, Running>();
  /** Ends with the last suspect that runs or waits. */
  private suspects: Promise<unknown> = Promise.resolve();

  async run<T>(claim: Claim, work: () => Promise<T>, isSuspect = false): Promise<T> {
    const mark = {};
    this.running.set(mark, { claim, isSuspect });
    try {
      return await this.code.run(mark, work);
    } finally {
      this.running.delete(mark);
    }
  }

  /** Runs jobs that have ended a process one at a time: the next end then tells which of them it was. */
  runSuspect<T>(claim: Claim, work: () => Promise<T>): Promise<T> {
    const done = this.suspects.then(() => this.run(claim, work, true));
    this.suspects = done.catch(() => undefined);
    return done;
  }

  /**
   * The jobs that may have thrown what nothing caught, asked in the context of the error: the one whose code it was. Code
   * of none that runs, such as that of a connection that outlives the job it was opened for, may work for any of them:
   * then those that are suspects already, or else all.
   */
  blamed(): Blamed {
    const mark = this.code.getStore();
    const own = mark && this.running.get(mark);
    if (own) return { claims: [own.claim], isCertain: true };
    const all = [...this.running.values()];
    const suspects = all.filter(({ isSuspect }) => isSuspect);
    return { claims: (suspects.length > 0 ? suspects : all).map(({ claim }) => claim), isCertain: false };
  }
}
