/** Waits until `condition` holds, checking in each turn of the event loop; fails after `timeoutMs`. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  { timeoutMs = 20_000, what = 'the condition' }: { timeoutMs?: number; what?: string } = {},
): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`${what} did not come true within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
