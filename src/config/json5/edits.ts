import type { ValueNode } from '@humanwhocodes/momoa';
import { type Container, type JsonEntry, type JsonDocument, type Span, spanOf } from './document.js';
import { type Layout, printMember, printValue } from './print.js';

/** A new member (with its key) or a new item. */
export interface NewEntry {
  readonly key?: string;
  readonly value: unknown;
}

interface Splice extends Span {
  readonly text: string;
}

/** The text with the value of a node replaced. */
export function replaceValue(document: JsonDocument, node: ValueNode, value: unknown): string {
  const span = spanOf(node);
  const { style } = document;
  const old = document.text[span.start];
  const quote = node.type === 'String' && (old === '"' || old === "'") ? old : style.quote;
  const layout = { style: { ...style, quote }, indent: document.indentAt(span.start) };
  return splice(document.text, [{ ...span, text: printValue(value, layout) }]);
}

/** The text with a new entry after all others of its container. */
export function appendEntry(document: JsonDocument, container: Container, entry: NewEntry): string {
  const entries = document.entries(container);
  const last = entries.at(-1);
  return last ? appendAfter(document, container, last, entry) : fillEmpty(document, container, entry);
}

/** The text with a new item of a list before another. */
export function insertBefore(document: JsonDocument, next: JsonEntry, { value }: NewEntry): string {
  const indent = document.indentAt(next.start);
  const { style } = document;
  const text = document.isFirstOnLine(next.start)
    ? `${printValue(value, { style, indent })},${style.newline}${indent}`
    : `${printValue(value, { style })}, `;
  return splice(document.text, [{ start: next.start, end: next.start, text }]);
}

/** The text without an entry; comments around it stay, a line left empty is removed. */
export function removeEntry(document: JsonDocument, entry: JsonEntry): string {
  const { text } = document;
  const after = document.commaAfter(entry.end);
  const comma = after ?? document.commaBefore(entry.start);
  if (comma === undefined) return splice(text, [tidied(text, entry)]);
  if (after && text.slice(entry.end, after.start).trim() === '') {
    return splice(text, [tidied(text, { start: entry.start, end: after.end })]);
  }
  return splice(text, [tidied(text, entry), tidied(text, comma)]);
}

function fillEmpty(document: JsonDocument, container: Container, entry: NewEntry): string {
  const { key, value } = entry;
  const span = spanOf(container);
  const comments = document.commentsIn(span);
  const lastComment = comments.at(-1);
  if (lastComment === undefined) {
    return replaceValue(document, container, key === undefined ? [value] : { [key]: value });
  }
  const { newline, indent } = document.style;
  const outer = document.indentAt(span.start);
  const inner = outer + indent;
  const text = newline + inner + printEntry(document, container, entry, inner) + newline + outer;
  return splice(document.text, [{ start: lastComment.end, end: span.end - 1, text }]);
}

/** The position after the comments on the last entry's line, which belong to that entry. */
function appendAfter(document: JsonDocument, container: Container, last: JsonEntry, entry: NewEntry): string {
  const { text, style } = document;
  const comma = document.commaAfter(last.end);
  const at = endOfRemarks(document, comma?.end ?? last.end, spanOf(container).end);
  const isOnOneLine = document.isOnOneLine(spanOf(container));
  const indent = document.isFirstOnLine(last.start)
    ? document.indentAt(last.start)
    : document.indentAt(spanOf(container).start) + style.indent;
  const gap = isOnOneLine ? ' ' : style.newline + indent;
  const printed = printEntry(document, container, entry, isOnOneLine ? undefined : indent);
  const added = { start: at, end: at, text: gap + printed + (comma ? ',' : '') };
  return splice(text, comma ? [added] : [{ start: last.end, end: last.end, text: ',' }, added]);
}

function endOfRemarks(document: JsonDocument, from: number, end: number): number {
  let at = from;
  for (const comment of document.commentsIn({ start: from, end })) {
    if (!document.isOnOneLine({ start: at, end: comment.start })) break;
    at = comment.end;
  }
  return at;
}

function printEntry(
  document: JsonDocument,
  container: Container,
  { key, value }: NewEntry,
  indent: string | undefined,
): string {
  const layout: Layout = { style: document.style, ...(indent !== undefined && { indent }) };
  if (key === undefined) return printValue(value, layout);
  const sibling = document.entries(container).at(-1);
  const isQuoted = sibling ? /^["']/.test(document.text.slice(sibling.start)) : document.style.quotesKeys;
  return printMember({ key, value, isQuoted }, layout);
}

/** The span to remove for a piece of text, so that no empty line and no double space remain. */
function tidied(text: string, { start, end }: Span): Splice {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', end);
  const lineEnd = newline === -1 ? text.length : newline;
  const [before, after] = [text.slice(lineStart, start), text.slice(end, lineEnd)];
  if (before.trim() === '' && after.trim() === '' && newline !== -1) {
    return { start: lineStart, end: newline + 1, text: '' };
  }
  if (after.trim() === '') return { start: start - trailingSpaces(before), end, text: '' };
  const swallowed = /^\s?$/.test(before.slice(-1)) ? after.length - after.trimStart().length : 0;
  return { start, end: end + swallowed, text: '' };
}

const trailingSpaces = (text: string): number => text.length - text.trimEnd().length;

/** Pieces must not overlap; two at the same position keep their order. */
function splice(text: string, pieces: readonly Splice[]): string {
  return pieces
    .toReversed()
    .sort((a, b) => b.start - a.start)
    .reduce((rest, piece) => rest.slice(0, piece.start) + piece.text + rest.slice(piece.end), text);
}
