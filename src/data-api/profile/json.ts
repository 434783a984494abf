import { countCharacters } from './characters.ts';
import { type Field, FieldTree } from './json-fields.ts';
import type { JsonLinesProfile, JsonProfile, JsonType } from './types.ts';

/** An object or array that is open; `keys` is null for an array. */
interface Frame {
  readonly field: Field | undefined;
  readonly keys: Set<string> | null;
  /** The key of the next value; in an object, undefined before it is read. */
  key: string | undefined;
  items: number;
}

/**
 * Profiles a text that JSON.parse accepts. It reads the text itself, which still has duplicate keys and the exact
 * digits of numbers. It does not recurse, so that any nesting is safe.
 */
export function profileJson(text: string): JsonProfile {
  return new JsonWalk(text).profile();
}

/** Profiles a text of which JSON.parse accepts each line, or that is blank. */
export function profileJsonLines(text: string): JsonLinesProfile {
  const { root: _, ...profile } = new JsonWalk(text).profile();
  return { records: profile.fields[0]?.count ?? 0, ...profile };
}

class JsonWalk {
  private readonly tree = new FieldTree();
  private readonly stack: Frame[] = [];
  private readonly counts = { object: 0, array: 0, string: 0, number: 0, boolean: 0, null: 0 };
  private root: JsonType | undefined;
  private keys = 0;
  private duplicates = 0;
  private depth = 0;

  private readonly text: string;

  // Not a parameter property: tests run this file in a worker, where Node only strips the types.
  constructor(text: string) {
    this.text = text;
  }

  profile(): JsonProfile {
    for (let at = 0; at < this.text.length;) at = this.token(at);
    const { root = 'null', depth, counts, keys, duplicates } = this;
    return { root, depth, counts, keys, duplicate_keys: duplicates, ...this.tree.profile() };
  }

  /** @returns the position where the next token may begin */
  private token(at: number): number {
    const { text } = this;
    switch (text[at]) {
      case '{':
      case '[':
        this.open(text[at] === '{');
        return at + 1;
      case '}':
      case ']':
        this.close();
        return at + 1;
      case '"':
        return this.string(at);
      case ',':
      case ':':
      case ' ':
      case '\n':
      case '\r':
      case '\t':
        return at + 1;
      default:
        return this.literal(at);
    }
  }

  private open(isObject: boolean): void {
    const field = this.value(isObject ? 'object' : 'array');
    field?.tally.add(isObject ? 'object' : 'array');
    this.stack.push({ field, keys: isObject ? new Set() : null, key: undefined, items: 0 });
    this.depth = Math.max(this.depth, this.stack.length);
  }

  private close(): void {
    const frame = this.stack.pop();
    if (frame?.keys === null) frame.field?.tally.addLength(frame.items);
  }

  private string(at: number): number {
    const end = endOfString(this.text, at);
    const raw = this.text.slice(at, end);
    const text = raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1);
    const frame = this.stack.at(-1);
    if (frame?.keys && frame.key === undefined) this.key(frame, frame.keys, text);
    else this.value('string')?.tally.addText(countCharacters(text));
    return end;
  }

  private key(frame: Frame, keys: Set<string>, key: string): void {
    this.keys++;
    if (keys.has(key)) this.duplicates++;
    keys.add(key);
    frame.key = key;
  }

  private literal(at: number): number {
    const end = endOfLiteral(this.text, at);
    const text = this.text.slice(at, end);
    if (text === 'null') this.value('null')?.tally.addNull();
    else if (text === 'true' || text === 'false') this.value('boolean')?.tally.add('boolean');
    else this.value('number')?.tally.addNumber(text);
    return end;
  }

  /** Counts the beginning of a value. @returns its field, if listed */
  private value(type: JsonType): Field | undefined {
    this.counts[type]++;
    this.root ??= type;
    const frame = this.stack.at(-1);
    if (!frame) return this.tree.root;
    const field = this.tree.child(frame.field, frame.key);
    frame.key = undefined;
    frame.items++;
    return field;
  }
}

/** The position after the closing quote. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

const LITERAL_CHARS = /[^\s,\]}]*/y;

function endOfLiteral(text: string, start: number): number {
  LITERAL_CHARS.lastIndex = start;
  LITERAL_CHARS.exec(text);
  return LITERAL_CHARS.lastIndex;
}
