/** Whether a text is a day that exists, as YYYY-MM-DD. JavaScript turns 30 February into a day of March. */
export function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && isoTime(at).slice(0, 10) === text;
}

/** @param ms epoch milliseconds. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();
export const isoTimeOrNull = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));
