/** Emits an event on every change of its state. */
export interface ChangeSource {
  on(event: 'change', listener: () => void): unknown;
  off(event: 'change', listener: () => void): unknown;
}

export interface WaitOptions {
  readonly timeoutMs: number;
  /** The condition's name in the error; default: the predicate's source. */
  readonly what?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Resolves with the first truthy value of `predicate`, which runs at once and after every `change` event.
 * Rejects after `timeoutMs` with `what` in the text, when the predicate throws, or on abort.
 */
export function waitFor<T>(
  events: ChangeSource,
  predicate: () => T | undefined | null | false,
  options: WaitOptions,
): Promise<T> {
  const { timeoutMs, what = String(predicate), signal } = options;
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      events.off('change', check);
      signal?.removeEventListener('abort', abort);
      settle();
    };
    const check = (): void => {
      try {
        const value = predicate();
        if (value) finish(() => resolve(value));
      } catch (error) {
        finish(() => reject(error instanceof Error ? error : new Error(String(error))));
      }
    };
    const late = (): void => reject(new Error(`Not within ${timeoutMs} ms: ${what}`));
    const timer = setTimeout(() => finish(late), timeoutMs);
    const abort = (): void => finish(() => reject(new Error(`Aborted: ${what}`)));
    if (signal?.aborted) {
      abort();
      return;
    }
    signal?.addEventListener('abort', abort);
    events.on('change', check);
    check();
  });
}
