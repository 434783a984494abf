import { escapeHtml } from '../common/html.js';

const LISTS = [
  { line: /^\s*[-*] +/, tag: 'ul', below: /^\s*[-*] +/ },
  // Directly below a text a list begins only with 1.
  { line: /^\s*\d+\. +/, tag: 'ol', below: /^\s*1\. +/ },
] as const;
const FENCE = '```';
const QUOTE = /^&gt; ?/;
const HEADING = /^(#{1,6}) +(.*)$/;

/**
 * Renders the platform's markdown subset (workchat-wire 3.4) as Graph's html: bold, italic, strike, code, links, lists,
 * quotes. Tables and nested lists stay plain text. A single line break is a space, one with two blanks before it a break.
 */
export function renderMarkdown(words: string): string {
  const lines = escapeHtml(words).split('\n');
  const html: string[] = [];
  while (lines.length > 0) html.push(block(lines));
  return html.join('');
}

/** Removes the lines of the next block and renders them. */
function block(lines: string[]): string {
  const [first = ''] = lines;
  if (first.startsWith(FENCE)) return fence(lines);
  if (QUOTE.test(first)) return `<blockquote>${paragraph(taken(lines, QUOTE))}</blockquote>`;
  const list = LISTS.find(({ line }) => line.test(first));
  if (list) {
    const items: string[] = [];
    while (list.line.test(lines[0] ?? '')) {
      const item = [(lines.shift() ?? '').replace(list.line, ''), ...plainLines(lines, 'in a list')];
      items.push(`<li>${paragraph(item)}</li>`);
    }
    return `<${list.tag}>${items.join('')}</${list.tag}>`;
  }
  const [, marks = '', title = ''] = HEADING.exec(first) ?? [];
  if (marks !== '') {
    lines.shift();
    return `<h${marks.length}>${inline(title)}</h${marks.length}>`;
  }
  return plain(lines);
}

function fence(lines: string[]): string {
  lines.shift();
  const end = lines.findIndex((line) => line.startsWith(FENCE));
  const code = lines.splice(0, end < 0 ? lines.length : end);
  lines.shift();
  return `<pre><code>${code.join('\n')}</code></pre>`;
}

/** Removes the leading lines with the same mark, and returns them without it. */
function taken(lines: string[], mark: RegExp): string[] {
  const end = lines.findIndex((line) => !mark.test(line));
  return lines.splice(0, end < 0 ? lines.length : end).map((line) => line.replace(mark, ''));
}

function plain(lines: string[]): string {
  const own = plainLines(lines);
  if (own.length > 0) return `<p>${paragraph(own)}</p>`;
  // The next line is a blank one between two blocks.
  lines.shift();
  return '';
}

/** Removes the leading lines that begin no other block: text, or the rest of an item. */
function plainLines(lines: string[], where?: 'in a list'): string[] {
  const marks = [QUOTE, HEADING, ...LISTS.map(({ line, below }) => (where ? line : below))];
  const isOther = (line: string): boolean =>
    line.trim() === '' || line.startsWith(FENCE) || marks.some((each) => each.test(line));
  const end = lines.findIndex(isOther);
  return lines.splice(0, end < 0 ? lines.length : end);
}

const paragraph = (lines: readonly string[]): string =>
  lines
    .map((line, index) => {
      const isHard = /(?: {2,}|\\)$/.test(line);
      const end = index === lines.length - 1 ? '' : isHard ? '<br>' : ' ';
      return inline(line.replace(/(?: *|\\)$/, '')) + end;
    })
    .join('');

/** Renders inline marks, except inside code. */
const inline = (line: string): string =>
  line
    .split(/(`[^`]+`)/)
    .map((part) => (/^`.+`$/.test(part) ? `<code>${part.slice(1, -1)}</code>` : marked(part)))
    .join('');

const marked = (part: string): string =>
  part
    .replaceAll(/\[([^\]]+)\]\(([^\s)]+)\)/g, '<a href="$2">$1</a>')
    .replaceAll(/\*\*(\S(?:.*?\S)?)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/(?<![\w*])[*](\S(?:.*?\S)?)[*](?![\w*])/g, '<em>$1</em>')
    .replaceAll(/(?<!\w)_(\S(?:.*?\S)?)_(?!\w)/g, '<em>$1</em>')
    .replaceAll(/~~(\S(?:.*?\S)?)~~/g, '<s>$1</s>');
