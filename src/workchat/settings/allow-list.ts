import { type AllowList, senderKeyOf } from '../../channels/index.js';
import { baseOf, conversationKey, typedSender } from '../ids/id.js';

const CHANNEL_PREFIX = /^(?:workchat|teams):\s*/i;
const PERSON_PREFIX = /^(?:user|id):\s*/i;
const PLACE_PREFIX = /^conversation:\s*/i;

/** A parsed entry of an allowlist. */
export type ListEntry =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'key'; readonly key: string }
  /** A name, which matches no one until the directory has resolved it. */
  | { readonly kind: 'name'; readonly name: string };

export function readEntry(entry: string): ListEntry {
  const text = entry.trim().replace(CHANNEL_PREFIX, '').trim();
  if (text === '*') return { kind: 'anyone' };
  if (PLACE_PREFIX.test(text)) return place(text.replace(PLACE_PREFIX, ''));
  const bare = text.replace(PERSON_PREFIX, '').trim();
  const sender = typedSender(bare);
  if (sender !== undefined) return { kind: 'key', key: senderKeyOf(sender) };
  return bare.includes('@thread') ? place(bare) : { kind: 'name', name: bare };
}

const place = (id: string): ListEntry => ({ kind: 'key', key: conversationKey(baseOf(id)) });

/** @param resolved the keys of resolved names; an unresolved name matches no one */
export function compileAllowList(
  entries: readonly string[],
  resolved: ReadonlyMap<string, string> = new Map(),
): AllowList {
  const read = entries.map(readEntry);
  const keys = read.flatMap((each) => {
    if (each.kind === 'key') return [each.key];
    const found = each.kind === 'name' ? resolved.get(each.name) : undefined;
    return found === undefined ? [] : [found];
  });
  return { anyone: read.some(({ kind }) => kind === 'anyone'), keys: new Set(keys) };
}

/** The key of a sender in `toolsBySender`; undefined for a name, which policies do not support. */
export function toolsKeyOf(key: string): string | undefined {
  if (key.trim() === '*') return '*';
  const read = readEntry(key);
  return read.kind === 'key' && read.key.startsWith('sender:') ? read.key : undefined;
}
