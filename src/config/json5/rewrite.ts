import { isRecord } from '../../common/index.js';
import { isDeepStrictEqual } from 'node:util';
import type { ArrayNode, ObjectNode, ValueNode } from '@humanwhocodes/momoa';
import { JsonDocument } from './document.js';
import { appendEntry, insertBefore, removeEntry, replaceValue } from './edits.js';

/** More differences than any configuration has: reaching it means that the edits do not work on this text. */
const MAX_EDITS = 10_000;

/**
 * Changes the text just enough to contain `wanted`: comments outside of removed values, the order of keys, quotes, line
 * ends and layout stay. It finds and removes one difference after the other.
 * @throws Error for text that cannot be edited this way
 */
export function rewriteJson5(text: string, wanted: Readonly<Record<string, unknown>>): string {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  let current = text.slice(bom.length);
  if (current.trim() === '') return `${bom}${JSON.stringify(wanted, null, 2)}\n`;
  for (let edits = 0; edits < MAX_EDITS; edits++) {
    const document = new JsonDocument(current);
    const next = inValue(document, document.root, wanted);
    if (next === undefined) {
      if (isDeepStrictEqual(document.valueOf(document.root), wanted)) return bom + current;
      break;
    }
    current = next;
  }
  throw new Error('the text cannot be edited');
}

/** The text with one difference fewer; undefined when there is none. */
function inValue(document: JsonDocument, node: ValueNode, wanted: unknown): string | undefined {
  if (isDeepStrictEqual(document.valueOf(node), wanted)) return undefined;
  if (node.type === 'Object' && isRecord(wanted)) return inObject(document, node, wanted);
  if (node.type === 'Array' && Array.isArray(wanted)) return inList(document, node, wanted);
  return replaceValue(document, node, wanted);
}

function inObject(
  document: JsonDocument,
  node: ObjectNode,
  wanted: Readonly<Record<string, unknown>>,
): string | undefined {
  const entries = document.entries(node);
  const surplus = entries.find(({ name = '' }) => !Object.hasOwn(wanted, name));
  if (surplus) return removeEntry(document, surplus);
  for (const [key, value] of Object.entries(wanted)) {
    // The last of several members with one name counts.
    const entry = entries.findLast(({ name }) => name === key);
    const changed = entry
      ? inValue(document, entry.value, value)
      : appendEntry(document, node, { key, value });
    if (changed !== undefined) return changed;
  }
  return undefined;
}

/** Equal items at both ends stay untouched, so that they keep their comments. */
function inList(document: JsonDocument, node: ArrayNode, wanted: readonly unknown[]): string | undefined {
  const entries = document.entries(node);
  const isAlike = (index: number, other: number): boolean => {
    const entry = entries[index];
    return (
      entry !== undefined &&
      other >= 0 &&
      other < wanted.length &&
      isDeepStrictEqual(document.valueOf(entry.value), wanted[other])
    );
  };
  let head = 0;
  while (isAlike(head, head)) head++;
  const most = Math.min(entries.length, wanted.length) - head;
  let tail = 0;
  while (tail < most && isAlike(entries.length - 1 - tail, wanted.length - 1 - tail)) tail++;
  const [first, isSurplus] = [entries[head], entries.length - tail > head];
  const value = wanted[head];
  if (first && isSurplus) {
    return head < wanted.length - tail ? inValue(document, first.value, value) : removeEntry(document, first);
  }
  if (head >= wanted.length - tail) return undefined;
  return first ? insertBefore(document, first, { value }) : appendEntry(document, node, { value });
}
