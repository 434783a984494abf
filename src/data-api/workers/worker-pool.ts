import { type ThreadOptions, WorkerFault, WorkerThread } from './worker-thread.js';

export interface WorkerPoolOptions<Task> extends ThreadOptions<Task> {
  readonly threads: number;
  /** The maximum number of waiting tasks; when there are more, the owner with the most of them loses the newest. */
  readonly maxWaiting: number;
  /** The time after which idle threads end. */
  readonly idleMs: number;
}

/** Every thread is busy and enough tasks wait. */
export class PoolBusyError extends Error {
  override readonly name = 'PoolBusyError';
}

interface QueuedTask<Task, Result> {
  readonly task: Task;
  readonly owner: string;
  readonly outcome: PromiseWithResolvers<Result>;
  thread?: WorkerThread<Task, Result>;
}

/** A few threads, started for work and ended when idle, with bounds on number, queue, time and memory. */
export class WorkerPool<Task, Result> {
  private readonly idle: WorkerThread<Task, Result>[] = [];
  private readonly running = new Set<QueuedTask<Task, Result>>();
  private waiting: QueuedTask<Task, Result>[] = [];
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(private readonly options: WorkerPoolOptions<Task>) {}

  /**
   * Runs the tasks of an owner in the order of their arrival; owners take turns.
   * @throws PoolBusyError, also later, when a task of another owner takes the place; WorkerFault; `stopped` when `signal` aborts
   */
  async runTask(task: Task, owner: string, signal: AbortSignal): Promise<Result> {
    if (signal.aborted) throw new WorkerFault('stopped');
    const queued: QueuedTask<Task, Result> = { task, owner, outcome: Promise.withResolvers<Result>() };
    this.admit(queued);
    const stop = () => this.stop(queued);
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await queued.outcome.promise;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Ends all threads and their tasks. */
  close(): void {
    clearTimeout(this.idleTimer);
    for (const queued of [...this.waiting, ...this.running]) this.stop(queued);
    this.endIdle();
  }

  private admit(queued: QueuedTask<Task, Result>): void {
    if (this.running.size < this.options.threads) this.start(queued);
    else this.waiting.push(queued);
    if (this.waiting.length > this.options.maxWaiting) this.refuseNewestOfBusiest();
  }

  /** One owner alone cannot keep others from waiting. */
  private refuseNewestOfBusiest(): void {
    const byOwner = Map.groupBy(this.waiting, ({ owner }) => owner);
    const most = Math.max(...[...byOwner.values()].map((tasks) => tasks.length));
    const refused = this.waiting.findLast(({ owner }) => byOwner.get(owner)?.length === most);
    if (!refused) return;
    this.forget(refused);
    refused.outcome.reject(new PoolBusyError('too much work waits'));
  }

  private start(queued: QueuedTask<Task, Result>): void {
    clearTimeout(this.idleTimer);
    const thread = this.takeIdle() ?? new WorkerThread<Task, Result>(this.options);
    queued.thread = thread;
    this.running.add(queued);
    const done = thread.runTask(queued.task).finally(() => this.release(queued, thread));
    done.then(queued.outcome.resolve, queued.outcome.reject);
  }

  /** Drops a thread that died while idle. */
  private takeIdle(): WorkerThread<Task, Result> | undefined {
    let thread = this.idle.pop();
    while (thread && !thread.isUsable) thread = this.idle.pop();
    return thread;
  }

  private release(queued: QueuedTask<Task, Result>, thread: WorkerThread<Task, Result>): void {
    this.running.delete(queued);
    if (thread.isUsable) this.idle.push(thread);
    const next = this.takeWaiting(queued.owner);
    if (next) this.start(next);
    else if (this.running.size === 0)
      this.idleTimer = setTimeout(() => this.endIdle(), this.options.idleMs).unref();
  }

  /** The first task of another owner than the last one's, so that nobody waits for all tasks of one. */
  private takeWaiting(lastOwner: string): QueuedTask<Task, Result> | undefined {
    const next = this.waiting.find(({ owner }) => owner !== lastOwner) ?? this.waiting[0];
    if (next) this.forget(next);
    return next;
  }

  private forget(queued: QueuedTask<Task, Result>): void {
    this.waiting = this.waiting.filter((each) => each !== queued);
  }

  private stop(queued: QueuedTask<Task, Result>): void {
    this.forget(queued);
    if (queued.thread) queued.thread.end('stopped');
    else queued.outcome.reject(new WorkerFault('stopped'));
  }

  private endIdle(): void {
    for (const thread of this.idle.splice(0)) thread.end('stopped');
  }
}
