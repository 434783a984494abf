import { isRecord } from '../../common/index.js';
import JSON5 from 'json5';
import type { Style } from './document.js';

/** The maximum length of a list of plain values on one line. */
const LINE_CHARS = 80;
/** Names that the parser with locations reads as values. */
const WORDS = new Set(['true', 'false', 'null', 'Infinity', 'NaN']);

/** The layout of a value: `indent` is the indentation of its first line; undefined = all on one line. */
export interface Layout {
  readonly style: Style;
  readonly indent?: string;
}

/** A value as JSON5 text. A short list of plain values always stays on one line. */
export function printValue(value: unknown, layout: Layout): string {
  if (Array.isArray(value)) return printList(value, layout);
  if (isRecord(value)) {
    const { quotesKeys } = layout.style;
    const entries = Object.entries(value).map(
      ([key, item]) =>
        (inner: Layout): string =>
          printMember({ key, value: item, isQuoted: quotesKeys }, inner),
    );
    return enclose('{', '}', entries, layout);
  }
  return printPlain(value, layout.style);
}

export interface NewMember {
  readonly key: string;
  readonly value: unknown;
  readonly isQuoted: boolean;
}

export function printMember({ key, value, isQuoted }: NewMember, layout: Layout): string {
  const isPlain = /^[A-Za-z_$][\w$]*$/.test(key) && !WORDS.has(key);
  const name = isQuoted || !isPlain ? printPlain(key, layout.style) : key;
  return `${name}: ${printValue(value, layout)}`;
}

function printList(value: readonly unknown[], layout: Layout): string {
  const items = value.map((item) => (inner: Layout) => printValue(item, inner));
  const line = enclose('[', ']', items, { style: layout.style });
  const isPlain = value.every((item) => typeof item !== 'object' || item === null);
  return isPlain && line.length <= LINE_CHARS ? line : enclose('[', ']', items, layout);
}

function enclose(
  open: '{' | '[',
  close: '}' | ']',
  items: readonly ((layout: Layout) => string)[],
  { style, indent }: Layout,
): string {
  if (items.length === 0) return open + close;
  if (indent === undefined) {
    const gap = open === '{' ? ' ' : '';
    return open + gap + items.map((item) => item({ style })).join(', ') + gap + close;
  }
  const inner = indent + style.indent;
  const lines = items.map((item) => style.newline + inner + item({ style, indent: inner }));
  return open + lines.join(',') + style.newline + indent + close;
}

/** A file that is plain JSON stays plain JSON. */
function printPlain(value: unknown, { quote, quotesKeys }: Style): string {
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'number') return String(value);
  return quotesKeys && quote === '"' ? plainJson(value) : JSON5.stringify(value, { quote });
}

/** The two line ends that JSON allows in a string, and JSON5 warns about. */
const plainJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
