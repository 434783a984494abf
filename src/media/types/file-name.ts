/** A length that every file system and service accepts. */
const MAX_BYTES = 200;
const MAX_EXTENSION = 16;
/**
 * Control characters, lone surrogates, and characters that change the writing direction and so can hide an extension.
 */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffc]/gu;

/**
 * A harmless name for the file's destination: no path, no control or direction characters, not a dot file, at most
 * 200 bytes of UTF-8, with the extension kept.
 * @returns undefined when nothing is left of it.
 */
export function safeFileName(name: string): string | undefined {
  const base = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const plain = base.replace(UNSEEN, '').replace(/[<>:"|?*]/g, '_');
  const visible = withoutEnds(plain);
  return visible === '' ? undefined : shortened(visible);
}

/**
 * The name without the dots and spaces around it; a pattern would search for the end from each dot or space within it.
 */
function withoutEnds(name: string): string {
  let [from, to] = [0, name.length];
  while (from < to && isDotOrSpace(name[from])) from++;
  while (from < to && isDotOrSpace(name[to - 1])) to--;
  return name.slice(from, to);
}

const isDotOrSpace = (char = ''): boolean => /[.\s]/.test(char);

/** The ending of a name, lower-case, without the dot; empty when it has none. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 1 ? '' : name.slice(dot + 1).toLowerCase();
}

function shortened(name: string): string {
  const length = endingOf(name).length;
  const ending = length > 0 && length <= MAX_EXTENSION ? name.slice(-length - 1) : '';
  const stem = ending === '' ? name : name.slice(0, -ending.length);
  return cut(stem, MAX_BYTES - Buffer.byteLength(ending)) + ending;
}

/** The longest beginning, in whole characters, that has at most that many bytes. */
function cut(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end).toString();
}
