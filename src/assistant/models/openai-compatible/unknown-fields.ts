import { isRecord } from '../../../common/index.js';
/** Fields of a streamed message that its wire does not know, joined over its deltas. */
export type UnknownFields = Record<string, unknown>;

/** Texts that name something: servers repeat them with each delta instead of sending pieces of them. */
const NAMES = new Set(['type', 'id', 'index', 'format', 'role', 'name', 'object']);

/** The fields of a delta except those that the wire knows, and those without a value. */
export function unknownIn(delta: object, known: ReadonlySet<string>): UnknownFields {
  const entries = Object.entries(delta).filter(([name, value]) => !known.has(name) && isGiven(name, value));
  return Object.fromEntries(entries);
}

/**
 * Adds a delta's fields to those before: texts grow, objects are joined field by field, entries of lists by their
 * `index`; of anything else the newest counts (as OpenAI's own client joins deltas).
 */
export function addFields(to: UnknownFields, delta: UnknownFields): void {
  for (const [name, value] of Object.entries(delta))
    if (isGiven(name, value)) to[name] = Object.hasOwn(to, name) ? joined(name, to[name], value) : value;
}

function joined(name: string, before: unknown, value: unknown): unknown {
  if (typeof before === 'string' && typeof value === 'string')
    return NAMES.has(name) ? value : before + value;
  if (Array.isArray(before) && Array.isArray(value)) return joinedLists(before, value);
  if (!isRecord(before) || !isRecord(value)) return value;
  addFields(before, value);
  return before;
}

function joinedLists(before: unknown[], more: readonly unknown[]): unknown[] {
  for (const entry of more) {
    const index = isRecord(entry) ? entry.index : undefined;
    const known = before.find((each) => isRecord(each) && index !== undefined && each.index === index);
    if (isRecord(known) && isRecord(entry)) addFields(known, entry);
    else before.push(entry);
  }
  return before;
}

/** The name is a setter of every object, so no server may choose it. */
const isGiven = (name: string, value: unknown): boolean =>
  value !== null && value !== undefined && name !== '__proto__';
