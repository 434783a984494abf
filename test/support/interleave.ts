import { AsyncLocalStorage } from 'node:async_hooks';
import { type CompiledQuery, sql } from 'kysely';
import type { ClaimedJob, Database, JobHandler, JobResult, Tx } from '../../src/persistence/index.js';
import type { TestDatabase } from './databases.js';
import { eventually } from './eventually.js';
import { type RunTransaction, watched, type Watcher } from './watched-database.js';

/** Two units of work that may meet, made new for each of their meetings. */
export interface Meeting<State, First, Second> {
  /** The boundaries to try, by the statement behind each; default all. Commits are `commit`, on SQLite `begin`; `read` is behind a read. */
  readonly before?: RegExp;
  /** Stores what they are about; `at` is another number each time. */
  readonly prepare: (at: number) => State | Promise<State>;
  readonly first: (state: State) => Promise<First>;
  readonly second: (state: State) => Promise<Second>;
  /** Whether the second waits for the first within this process, which no database shows. */
  readonly isWaiting?: () => boolean;
  /** Judges what both came to; rejected ones are errors here. */
  readonly check: (
    state: State,
    first: PromiseSettledResult<First>,
    second: PromiseSettledResult<Second>,
  ) => void | Promise<void>;
}

/** The first unit in one of its runs. */
interface Run {
  /** The statements left before it pauses. */
  left: number;
  readonly before: RegExp;
  /** Pauses it; called once. */
  readonly pause: () => Promise<void>;
}

/** The second unit in one of its runs. */
interface Guest {
  /** How often it has asked whether transactions are open that it has to outlast. */
  looks: number;
}

/**
 * A database on which one unit of work runs as a whole between any two statements of another: before each statement,
 * before each commit, and behind each read of committed data. Where the one has to wait for the other, that one continues.
 */
export class Interleaving implements Watcher {
  readonly database: TestDatabase;
  private readonly running = new AsyncLocalStorage<Run>();
  private readonly visiting = new AsyncLocalStorage<Guest>();
  /** The last statement of each transaction of the first unit. */
  private readonly last = new WeakMap<Tx, Promise<unknown>>();
  /** That of the unit whose jobs are watched. */
  private ofJobs: Run | undefined;

  constructor(private readonly target: TestDatabase) {
    const db = watched(target.db, this);
    const writersOf: Database['writersOf'] = (tables) => {
      const guest = this.visiting.getStore();
      if (guest) guest.looks++;
      return target.db.writersOf(tables);
    };
    Object.assign(db, { writersOf });
    this.database = { ...target, db, makeQueue: (clock) => target.makeQueue(clock, db) };
  }

  /** What a handler does belongs to the first unit, which began its job. */
  watchJobs(handler: JobHandler): void {
    const handle = handler.handle.bind(handler);
    handler.handle = (job: ClaimedJob): Promise<JobResult> =>
      this.ofJobs ? this.running.run(this.ofJobs, () => handle(job)) : handle(job);
  }

  /** @returns how many boundaries the first unit has; its end is none */
  async each<State, First, Second>(meeting: Meeting<State, First, Second>): Promise<number> {
    for (let at = 0; ; at++) if (!(await this.meet(meeting, at))) return at;
  }

  /** @returns false when the first unit has fewer statements */
  private async meet<State, First, Second>(
    { before = /^/, prepare, first, second, isWaiting, check }: Meeting<State, First, Second>,
    at: number,
  ): Promise<boolean> {
    const state = await prepare(at);
    // Not within a transaction of the first, as the second would be otherwise.
    const outside = AsyncLocalStorage.snapshot();
    let visit: Promise<PromiseSettledResult<Second>> | undefined;
    const begin = () => {
      const guest = { looks: 0 };
      const settled = this.visiting.run(guest, () => settle(second(state)));
      visit = settled;
      return { guest, settled };
    };
    const run: Run = {
      left: at,
      before,
      pause: async () => {
        const { guest, settled } = outside(begin);
        await this.endOrWait(guest, settled, isWaiting);
      },
    };
    this.ofJobs = run;
    const ended = await this.running.run(run, () => settle(first(state)));
    this.ofJobs = undefined;
    run.left = -1;
    if (visit) await check(state, ended, await visit);
    return visit !== undefined;
  }

  /** Resolves when the second unit has ended, or waits for the first. */
  private async endOrWait(
    guest: Guest,
    settled: Promise<unknown>,
    waitsHere: () => boolean = () => false,
  ): Promise<void> {
    let isOver = false;
    void settled.then(() => (isOver = true));
    // A second look means that the first has found open ones.
    const isWaiting = async () => guest.looks > 1 || waitsHere() || (await this.isAnyBlocked());
    await eventually(async () => isOver || (await isWaiting()), { what: 'the end of the second unit' });
  }

  private async isAnyBlocked(): Promise<boolean> {
    if (this.target.db.dialect === 'sqlite') return false;
    const { rows } = await sql`select pid from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(
      this.target.db.on(),
    );
    return rows.length > 0;
  }

  /** What a unit does meanwhile that is not its own, such as waiting for a job. */
  aside<T>(work: () => Promise<T>): Promise<T> {
    return this.running.exit(work);
  }

  // Not async: the statements of a batch are issued at once.
  statement<T>({ sql: text }: CompiledQuery, tx: Tx | undefined, run: () => Promise<T>): Promise<T> {
    const first = this.running.getStore();
    // SQLite has one writer: within a transaction of the first, the second could only wait.
    if (!first || (tx && this.target.db.dialect === 'sqlite')) return run();
    // Those of a transaction keep their order.
    const earlier = (tx && this.last.get(tx)) ?? Promise.resolve();
    const answer = earlier.then(() => this.stop(first, text)).then(run);
    // What a read has found may be out of date when it is used.
    if (!tx) return answer.then((found) => this.stop(first, 'read').then(() => found));
    this.last.set(
      tx,
      answer.catch(() => undefined),
    );
    return answer;
  }

  async transaction<T>(work: (tx: Tx) => Promise<T>, run: RunTransaction<T>): Promise<T> {
    const first = this.running.getStore();
    if (!first) return run(work);
    if (this.target.db.dialect === 'sqlite') {
      await this.stop(first, 'begin');
      return run(work);
    }
    return run(async (tx) => {
      const value = await work(tx);
      await this.stop(first, 'commit');
      return value;
    }, false);
  }

  /** Pauses the first unit where its time has come. */
  private async stop(run: Run, statement: string): Promise<void> {
    if (run.left >= 0 && run.before.test(statement) && run.left-- === 0) await run.pause();
  }
}

const settle = async <T>(promise: Promise<T>): Promise<PromiseSettledResult<T>> =>
  (await Promise.allSettled([promise]))[0];
