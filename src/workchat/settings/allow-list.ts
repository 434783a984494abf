import type { AllowList } from '../../channels/index.js';
import { baseOf, conversationKey, senderKey, typedSender } from '../ids/id.js';

const CHANNEL_PREFIX = /^(?:workchat|teams):\s*/i;
const PERSON_PREFIX = /^(?:user|id):\s*/i;
const PLACE_PREFIX = /^conversation:\s*/i;

/** An entry as people write one: whom or what it names. */
export type ListEntry =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'key'; readonly key: string }
  /** A name: only the directory can say who that is. Until it has, nobody. */
  | { readonly kind: 'name'; readonly name: string };

export function readEntry(entry: string): ListEntry {
  const text = entry.trim().replace(CHANNEL_PREFIX, '').trim();
  if (text === '*') return { kind: 'anyone' };
  if (PLACE_PREFIX.test(text)) return place(text.replace(PLACE_PREFIX, ''));
  const bare = text.replace(PERSON_PREFIX, '').trim();
  const sender = typedSender(bare);
  if (sender !== undefined) return { kind: 'key', key: senderKey(sender) };
  return bare.includes('@thread') ? place(bare) : { kind: 'name', name: bare };
}

const place = (id: string): ListEntry => ({ kind: 'key', key: conversationKey(baseOf(id)) });

/** @param resolved what names were found to be, as keys; a name that is not there names nobody */
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

/** The key of a sender in `toolsBySender`; undefined for a name, which no policy goes by. */
export function toolsKeyOf(key: string): string | undefined {
  if (key.trim() === '*') return '*';
  const read = readEntry(key);
  return read.kind === 'key' && read.key.startsWith('sender:') ? read.key : undefined;
}
