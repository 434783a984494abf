/** One signal for the caller's abort and our time-out, remembering which of them it was. */
export class Deadline {
  reached: 'timeout' | 'aborted' | undefined;
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;

  constructor(
    ms: number,
    private readonly caller: AbortSignal | undefined,
  ) {
    this.timer = setTimeout(() => this.end('timeout'), ms);
    caller?.addEventListener('abort', this.onAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  clear(): void {
    clearTimeout(this.timer);
    this.caller?.removeEventListener('abort', this.onAbort);
  }

  private readonly onAbort = (): void => this.end('aborted');

  private end(how: 'timeout' | 'aborted'): void {
    this.reached ??= how;
    this.controller.abort();
  }
}
