/** Something that tells of every change of its state. */
export interface ChangeSource {
  on(event: 'change', listener: () => void): unknown;
  off(event: 'change', listener: () => void): unknown;
}

/**
 * The first truthy value of `predicate`, which is asked at once and again after every `change` event.
 * Rejects after `timeoutMs` with `what` in the text, or when the predicate throws.
 */
export function waitFor<T>(
  events: ChangeSource,
  predicate: () => T | undefined | null | false,
  options: { readonly timeoutMs: number; readonly what?: string | undefined },
): Promise<T> {
  const { timeoutMs, what = String(predicate) } = options;
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      events.off('change', check);
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
    events.on('change', check);
    check();
  });
}
