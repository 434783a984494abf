import type { Piscina } from 'piscina';

export interface WorkerPoolOptions {
  /** Its exports are the work that it does. */
  readonly file: URL;
  readonly threads: number;
  /** The maximum number of waiting tasks; when there are more, the owner with the most of them loses the newest. */
  readonly maxWaiting: number;
  /** For each task. */
  readonly timeoutMs: number;
  /** For the heap of each thread. */
  readonly memoryMb: number;
  /** The time after which idle threads end. */
  readonly idleMs: number;
}

/** The reason a task has no result: it exceeded its time or memory, the pool or the caller ended it, or it crashed. */
export type WorkerFaultKind = 'timeout' | 'memory' | 'stopped' | 'crashed';

export class WorkerFault extends Error {
  override readonly name = 'WorkerFault';

  constructor(
    readonly kind: WorkerFaultKind,
    cause?: unknown,
  ) {
    super(`a task in a worker thread ended: ${kind}`, { cause });
  }
}

/** Every thread is busy and enough tasks wait. */
export class PoolBusyError extends Error {
  override readonly name = 'PoolBusyError';
}

/** A call of an export of the pool's file. */
export interface WorkerTask {
  readonly name: string;
  /** Its argument, which is copied. */
  readonly task: unknown;
}

interface Waiting {
  readonly owner: string;
  readonly turn: PromiseWithResolvers<void>;
}

/**
 * A few threads, started for work and ended when idle, with bounds on number, queue, time and memory. Piscina has the
 * threads; who waits for one waits here, because its own queue knows no owners and bounds no tasks that can be aborted.
 */
export class WorkerPool {
  private waiting: Waiting[] = [];
  private running = 0;
  private isClosed = false;
  private threads: Promise<Piscina> | undefined;

  constructor(private readonly options: WorkerPoolOptions) {}

  /**
   * Runs the tasks of an owner in the order of their arrival; owners take turns.
   * @throws PoolBusyError, also later, when a task of another owner takes the place; WorkerFault; `stopped` when `signal` aborts
   */
  async runTask<Result>(task: WorkerTask, owner: string, signal: AbortSignal): Promise<Result> {
    if (signal.aborted) throw new WorkerFault('stopped');
    if (this.running < this.options.threads) this.running++;
    else await this.turnOf(owner, signal);
    try {
      return await this.runNow<Result>(task, signal);
    } finally {
      this.passOn(owner);
    }
  }

  /** Ends all threads and their tasks. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const { turn } of this.waiting.splice(0)) turn.reject(new WorkerFault('stopped'));
    await (await this.threads)?.destroy();
  }

  private async turnOf(owner: string, signal: AbortSignal): Promise<void> {
    const waiting: Waiting = { owner, turn: Promise.withResolvers() };
    const stop = () => this.remove(waiting).turn.reject(new WorkerFault('stopped'));
    this.waiting.push(waiting);
    if (this.waiting.length > this.options.maxWaiting) this.refuseNewestOfBusiest();
    signal.addEventListener('abort', stop);
    try {
      await waiting.turn.promise;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** One owner alone cannot keep others from waiting. */
  private refuseNewestOfBusiest(): void {
    const byOwner = Map.groupBy(this.waiting, ({ owner }) => owner);
    const most = Math.max(...[...byOwner.values()].map((tasks) => tasks.length));
    const refused = this.waiting.findLast(({ owner }) => byOwner.get(owner)?.length === most);
    if (refused) this.remove(refused).turn.reject(new PoolBusyError('too many tasks are waiting'));
  }

  /** To the first task of another owner than the last one's, so that no one waits for all tasks of one. */
  private passOn(lastOwner: string): void {
    const next = this.waiting.find(({ owner }) => owner !== lastOwner) ?? this.waiting[0];
    if (next) this.remove(next).turn.resolve();
    else this.running--;
  }

  private remove(waiting: Waiting): Waiting {
    this.waiting = this.waiting.filter((each) => each !== waiting);
    return waiting;
  }

  private async runNow<Result>({ name, task }: WorkerTask, signal: AbortSignal): Promise<Result> {
    const late = AbortSignal.timeout(this.options.timeoutMs);
    try {
      const threads = await (this.threads ??= this.open());
      return (await threads.run(task, { name, signal: AbortSignal.any([signal, late]) })) as Result;
    } catch (error) {
      if (signal.aborted || this.isClosed) throw new WorkerFault('stopped', error);
      if (late.aborted) throw new WorkerFault('timeout', error);
      const { code } = error as NodeJS.ErrnoException;
      throw new WorkerFault(code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crashed', error);
    }
  }

  /** Loaded for the first task: most gateways have none. */
  private async open(): Promise<Piscina> {
    const { Piscina } = await import('piscina');
    const { file, threads, memoryMb, idleMs } = this.options;
    const pool = new Piscina({
      filename: file.href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
      // The threads get no environment variables, which may be secrets.
      env: {},
      recordTiming: false,
    });
    // Of a thread that died without a task: the next task gets another.
    pool.on('error', () => undefined);
    return pool;
  }
}
