import type { operations } from '../../../../openapi/admin.v1.generated.js';

/** The limits of a list of acts; one that is unset limits nothing. */
export type AuditFilter = Pick<
  NonNullable<operations['listAuditEntries']['parameters']['query']>,
  'actor' | 'action' | 'subject' | 'since' | 'until'
>;

const NAMES = ['actor', 'action', 'subject', 'since', 'until'] as const;

export const filterIn = (query: URLSearchParams): AuditFilter =>
  Object.fromEntries(NAMES.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])));
