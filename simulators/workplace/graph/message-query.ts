import { refuseGraph } from '../http/problems.js';
import type { Call } from '../http/route.js';
import type { Json } from '../json.js';

/** Lists of a channel know `$top` and `$expand`, nothing else (workchat-wire 5.6). */
export function refuseQueries({ query }: Call, names: readonly string[]): void {
  const unknown = names.find((name) => query.has(name));
  if (unknown === undefined) return;
  const what = unknown === '$orderby' ? 'order by' : unknown.slice(1);
  throw refuseGraph(400, 'BadRequest', `QueryOptions to ${what} is not supported.`);
}

const ORDER = /^(createdDateTime|lastModifiedDateTime) desc$/;
const BOUND = /^(createdDateTime|lastModifiedDateTime) (gt|lt) (\S+)$/;

/** Messages of a chat, newest first by the named time; a filter needs the same time in `$orderby`. */
export function ordered(call: Call, entries: readonly Json[]): readonly Json[] {
  refuseQueries(call, ['$skip', '$search', '$count']);
  const [order, filter] = [call.query.get('$orderby'), call.query.get('$filter')];
  const [, field = 'createdDateTime'] = ORDER.exec(order ?? 'createdDateTime desc') ?? [];
  if (order !== null && !ORDER.test(order)) {
    throw refuseGraph(400, 'BadRequest', `QueryOptions to order by '${order}' is not supported.`);
  }
  const kept =
    filter === null ? entries : entries.filter(boundsOf(filter, order === null ? undefined : field));
  return kept.toSorted(
    (one, other) => timeOf(other, field) - timeOf(one, field) || Number(other.id) - Number(one.id),
  );
}

function boundsOf(filter: string, field: string | undefined): (entry: Json) => boolean {
  const bounds = filter.split(' and ').map((part) => BOUND.exec(part.trim()) ?? []);
  const isSupported = bounds.every(
    ([, name, how, at = '']) =>
      name === field && !Number.isNaN(Date.parse(at)) && (name !== 'createdDateTime' || how === 'lt'),
  );
  if (field === undefined || !isSupported) {
    throw refuseGraph(400, 'BadRequest', `QueryOptions to filter by '${filter}' is not supported.`);
  }
  return (entry) =>
    bounds.every(([, , how, at = '']) => {
      const distance = timeOf(entry, field) - Date.parse(at);
      return how === 'gt' ? distance > 0 : distance < 0;
    });
}

const timeOf = (entry: Json, field: string): number => Date.parse(String(entry[field]));
