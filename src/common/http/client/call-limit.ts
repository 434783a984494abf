import { cutOff, faultOf, type HttpFault, type HttpInterruption } from './http-call.js';

/** Ends a call at its time-out or its caller's abort, and remembers which of them it was. */
export class CallLimit {
  private reached: 'timeout' | 'aborted' | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** @param cut ends the call */
  constructor(
    private readonly ms: number,
    private readonly caller: AbortSignal | undefined,
    private readonly cut: () => void,
  ) {
    this.resume();
    caller?.addEventListener('abort', this.onAbort, { once: true });
  }

  /** The time begins again. */
  resume(): void {
    this.timer = setTimeout(() => this.end('timeout'), this.ms);
  }

  pause(): void {
    clearTimeout(this.timer);
  }

  clear(): void {
    this.pause();
    this.caller?.removeEventListener('abort', this.onAbort);
  }

  /** The fault of a call without an answer. */
  faultOf(error: unknown): HttpFault {
    return this.interruption('no answer in time') ?? faultOf(error);
  }

  /** The fault of an answer that has begun. @param late the words for a time-out */
  breakOf(error: unknown, late = 'no answer in time'): HttpInterruption {
    return this.interruption(late) ?? cutOff(error);
  }

  private interruption(late: string): HttpInterruption | undefined {
    const { reached } = this;
    if (reached === undefined) return undefined;
    return { kind: 'interrupted', how: reached, detail: reached === 'timeout' ? late : 'aborted' };
  }

  private readonly onAbort = (): void => this.end('aborted');

  private end(how: 'timeout' | 'aborted'): void {
    this.reached ??= how;
    this.cut();
  }
}
