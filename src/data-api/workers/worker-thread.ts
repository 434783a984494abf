import { Worker } from 'node:worker_threads';

/** The reason a task has no result: it exceeded its time or memory, the pool or the caller ended it, or it crashed. */
export type WorkerFaultKind = 'timeout' | 'memory' | 'stopped' | 'crashed';

export class WorkerFault extends Error {
  override readonly name = 'WorkerFault';

  constructor(
    readonly kind: WorkerFaultKind,
    cause?: unknown,
  ) {
    super(`the work in a worker thread ended: ${kind}`, { cause });
  }
}

export interface ThreadOptions<Task> {
  readonly file: URL;
  /** For the heap of each thread. */
  readonly memoryMb: number;
  /** For each task. */
  readonly timeoutMs: number;
  /** The memory of a task that the thread gets for its own, so that it is not copied. */
  readonly handsOver?: (task: Task) => ArrayBuffer[];
}

/** One thread, one task at a time. A fault ends it, so that no task inherits the state of a failed one. */
export class WorkerThread<Task, Result> {
  private readonly worker: Worker;
  private current: PromiseWithResolvers<Result> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private hasEnded = false;

  constructor(private readonly options: ThreadOptions<Task>) {
    const resourceLimits = { maxOldGenerationSizeMb: options.memoryMb, maxYoungGenerationSizeMb: 16 };
    // The thread gets no environment variables, which may be secrets.
    this.worker = new Worker(options.file, { resourceLimits, env: {} });
    this.worker.on('message', (result: Result) => this.settle((task) => task.resolve(result)));
    this.worker.on('error', (error: { code?: string }) =>
      this.end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crashed', error),
    );
    this.worker.on('exit', () => this.end('crashed'));
    // An idle thread does not keep the process alive.
    this.worker.unref();
  }

  /** Whether it can take a task. */
  get isUsable(): boolean {
    return !this.hasEnded;
  }

  /** @throws WorkerFault */
  runTask(task: Task): Promise<Result> {
    this.current = Promise.withResolvers<Result>();
    this.timer = setTimeout(() => this.end('timeout'), this.options.timeoutMs);
    this.worker.ref();
    this.worker.postMessage(task, this.options.handsOver?.(task));
    return this.current.promise;
  }

  /** Ends the thread and its task. */
  end(kind: WorkerFaultKind, cause?: unknown): void {
    this.hasEnded = true;
    this.settle((task) => task.reject(new WorkerFault(kind, cause)));
    void this.worker.terminate();
  }

  private settle(how: (task: PromiseWithResolvers<Result>) => void): void {
    clearTimeout(this.timer);
    const task = this.current;
    this.current = undefined;
    this.worker.unref();
    if (task) how(task);
  }
}
