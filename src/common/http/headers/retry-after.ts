/**
 * The pause that an answer requires (`Retry-After`, in seconds or as a date), ms; undefined where it states none.
 * @param now epoch ms
 */
export function retryAfterMs(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  now: number,
): number | undefined {
  const [header = ''] = [headers['retry-after']].flat();
  const seconds = header.trim() === '' ? NaN : Number(header);
  const asked = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - now;
  return Number.isNaN(asked) ? undefined : Math.max(0, asked);
}
