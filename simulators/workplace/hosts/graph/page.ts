import type { WorkplaceCore } from '../../core/core.js';
import type { Answer } from '../../http/answer.js';
import { ok } from '../../http/answer.js';
import { refuseGraph } from '../../http/problems.js';
import type { Call } from '../../http/route.js';
import type { Json } from '../../common/json.js';

/** Entries of one page: the maximum, and the number without `$top`. */
export interface PageSizes {
  readonly most: number;
  readonly usual: number;
}

/** A list with `$select`, `$top` and an absolute `@odata.nextLink` (workchat-wire 5.5). */
export function page(
  core: WorkplaceCore,
  call: Call,
  entries: readonly Json[],
  sizes: PageSizes = { most: 999, usual: 100 },
): Answer {
  const size = core.limits.graphPageSize ?? topOf(call, sizes);
  const from = Number(call.query.get('$skiptoken') ?? 0) || 0;
  const next = from + size;
  const value = entries.slice(from, next).map((entry) => selected(call, entry));
  const rest = next < entries.length ? { '@odata.nextLink': linkOf(core, call, next) } : {};
  return ok({ '@odata.context': contextOf(core, call), ...rest, value });
}

export const single = (core: WorkplaceCore, call: Call, entry: Json): Answer =>
  ok({ '@odata.context': contextOf(core, call), ...selected(call, entry) });

function topOf({ query }: Call, { most, usual }: PageSizes): number {
  const asked = query.get('$top');
  if (asked === null) return usual;
  const top = Number(asked);
  if (Number.isInteger(top) && top > 0 && top <= most) return top;
  throw refuseGraph(400, 'BadRequest', `The limit of '${most}' for Top query has been exceeded.`);
}

function linkOf(core: WorkplaceCore, { prefix, path, query }: Call, next: number): string {
  const link = new URL(`${core.addresses.graph}${prefix}${path}`);
  for (const [name, value] of query) link.searchParams.set(name, value);
  link.searchParams.set('$skiptoken', String(next));
  return link.href;
}

const contextOf = ({ addresses }: WorkplaceCore, { prefix, path }: Call): string =>
  `${addresses.graph}${prefix}/$metadata#${path.split('/')[1] ?? ''}`;

function selected({ query }: Call, entry: Json): Json {
  const names = query
    .get('$select')
    ?.split(',')
    .map((name) => name.trim());
  return names
    ? Object.fromEntries(names.filter((name) => name in entry).map((name) => [name, entry[name]]))
    : entry;
}
