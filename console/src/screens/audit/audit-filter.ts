import type { operations } from '../../../../openapi/admin.v1.generated.js';

/** The limits of a list of acts; one that is unset limits nothing. */
export type AuditFilter = Pick<
  NonNullable<operations['listAuditEntries']['parameters']['query']>,
  'actor' | 'action' | 'subject' | 'since' | 'until'
>;

const NAMES = ['actor', 'action', 'subject', 'since', 'until'] as const;

export const filterIn = (query: URLSearchParams): AuditFilter =>
  Object.fromEntries(NAMES.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])));

/** The value of a field for date and time, which has no zone but the browser's. */
export function localTime(iso: string | undefined): string {
  const at = new Date(iso ?? '');
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Undefined for an empty field. */
export const exactTimeOf = (local: string): string | undefined =>
  local === '' ? undefined : new Date(local).toISOString();
