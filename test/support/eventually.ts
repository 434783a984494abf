import { timeLimit } from '../../simulators/common/time-limit.js';

/** The longest pause between two checks, ms. */
const LONGEST_PAUSE_MS = 50;

/**
 * Waits until `condition` holds; fails after `timeoutMs` of a quiet machine. It is checked every 5 ms, and less often the
 * longer it takes: many checks cost what is waited for its time on the processor.
 */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  { timeoutMs = 20_000, what = 'the condition' }: { timeoutMs?: number; what?: string } = {},
): Promise<void> {
  const [begin, limitMs] = [Date.now(), timeLimit(timeoutMs)];
  while (!(await condition())) {
    const waited = Date.now() - begin;
    if (waited > limitMs) throw new Error(`${what} did not come true within ${limitMs} ms`);
    const pauseMs = Math.min(LONGEST_PAUSE_MS, 5 + waited / 20);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
