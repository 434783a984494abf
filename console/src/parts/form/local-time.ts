/** The value of a field for date and time, which has no zone but the browser's. */
export function localTime(iso: string | undefined): string {
  const at = new Date(iso ?? '');
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Undefined for an empty field. */
export const exactTimeOf = (local: string): string | undefined =>
  local === '' ? undefined : new Date(local).toISOString();
