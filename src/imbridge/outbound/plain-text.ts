import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import type { FormattedText, TextStyle } from '../../channels/index.js';
import { formattedTextOf, joined, linesOf, type Runs, runs, styledAs, unstyled, trimmed } from './runs.js';

/** More marks than any real answer has; with more, the parser would take seconds. */
const MOST_MARKS = 3_000;
const MARK = /[*_`~>|[\]\\<]/g;
/** A text without any of these needs no conversion. */
const MARKUP = /[*_`~#>|[\]\\<&]|^[ \t]*(?:[-+=]|\d{1,9}[.)])/m;
/** Many nested lists that begin on one line: the parser reads each one again for every list around it. */
const NESTED = /^[ \t]*(?:(?:[-+]|\d{1,9}[.)])[ \t]+){50}/m;

/**
 * Converts a model's Markdown to readable plain text (wire 5.5, 6.2 row 36): the marks of bold, italic, underline and
 * code are removed, lists stay, a table becomes a list, and a link shows its address. Text that only looks like markup
 * stays: `5*3*2`, `__init__`, `src/**`. The text says the same without the styles, so struck-out words keep their
 * marks.
 */
export function renderMarkdown(markdown: string): FormattedText {
  if (!MARKUP.test(markdown) || isEndless(markdown)) return { text: markdown };
  try {
    const rendered = formattedTextOf(blocks(new Lexer({ gfm: true }).lex(markdown)));
    return rendered.text.trim() === '' ? { text: markdown } : rendered;
  } catch {
    // The text is nested more deeply than the parser can go.
    return { text: markdown };
  }
}

export const plainTextOf = (markdown: string): string => renderMarkdown(markdown).text;

const isEndless = (markdown: string): boolean =>
  (markdown.match(MARK) ?? []).length > MOST_MARKS || NESTED.test(markdown);

/** Joins the blocks with their original number of line ends, at most two. */
function blocks(tokens: readonly Token[]): Runs {
  const parts: Runs[] = [];
  let gap = '';
  for (const token of tokens as MarkedToken[]) {
    const written = block(token);
    const isEmpty = unstyled(written) === '';
    if (!isEmpty) parts.push(parts.length === 0 ? [] : runs(gap.slice(0, 2) || '\n'), written);
    gap = isEmpty ? gap + newlinesAtEnd(token.raw) : newlinesAtEnd(token.raw);
  }
  return parts.flat();
}

/** Counts from the end, because a pattern would start a search at each line end within the text. */
function newlinesAtEnd(raw: string): string {
  let from = raw.length;
  while (raw[from - 1] === '\n') from -= 1;
  return raw.slice(from);
}

function block(token: MarkedToken): Runs {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return [];
    case 'heading':
    case 'paragraph':
      return inline(token.tokens);
    case 'text':
      return token.tokens ? inline(token.tokens) : runs(readable(token.text));
    case 'code':
      return runs(token.codeBlockStyle === 'indented' ? token.raw.trimEnd() : token.text);
    case 'blockquote':
      return indented(blocks(token.tokens), '> ', '> ');
    case 'list':
      return list(token);
    case 'table':
      return table(token);
    case 'hr':
      return runs('———');
    default:
      return runs(token.raw.trimEnd());
  }
}

function list({ items, ordered, start, loose }: Tokens.List): Runs {
  const first = typeof start === 'number' ? start : 1;
  const written = items.map(({ tokens, task, checked }, index) => {
    const mark = ordered ? `${first + index}. ` : '- ';
    const box = task ? `[${checked ? 'x' : ' '}] ` : '';
    return indented(blocks(tokens), mark + box, ' '.repeat(mark.length));
  });
  return joined(written, loose ? '\n\n' : '\n');
}

/** Writes each row as its first cell, followed by the others with their headings. */
function table({ header, rows }: Tokens.Table): Runs {
  const headings = header.map(({ tokens }) => inline(tokens));
  const line = ([first = [], ...rest]: readonly Runs[]): Runs => {
    const named = rest.flatMap((cell, index) => {
      const heading = headings[index + 1] ?? [];
      if (cell.length === 0) return [];
      return [heading.length === 0 ? cell : [...heading, ...runs(': '), ...cell]];
    });
    const parts = [first, joined(named, '; ')].filter((part) => part.length > 0);
    return [...runs('- '), ...joined(parts, ' — ')];
  };
  if (rows.length === 0) return joined(headings, ', ');
  const lines = rows.map((row) => line(row.map(({ tokens }) => oneLine(inline(tokens)))));
  return joined(lines, '\n');
}

const oneLine = (text: Runs): Runs =>
  joined(
    linesOf(text)
      .map(trimmed)
      .filter((line) => line.length > 0),
    ', ',
  );

function indented(text: Runs, first: string, rest: string): Runs {
  const lines = linesOf(text).map((line, index): Runs => {
    const isBlank = line.length === 0 && rest.trim() === '';
    return index === 0 ? [...runs(first), ...line] : isBlank ? [] : [...runs(rest), ...line];
  });
  return joined(lines, '\n');
}

function inline(tokens: readonly Token[]): Runs {
  const parts: Runs[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const end = underlineEnd(tokens, index);
    if (end === undefined) parts.push(span(tokens[index] as MarkedToken, sidesOf(tokens, index)));
    else {
      parts.push(styledAs('underline', inline(tokens.slice(index + 1, end))));
      index = end;
    }
  }
  return parts.flat();
}

/** The position of the tag that closes an underline which opens here: Markdown has no mark for it (`<u>`, `<ins>`). */
function underlineEnd(tokens: readonly Token[], from: number): number | undefined {
  const [, tag] = /^<(u|ins)>$/i.exec(tokens[from]?.raw ?? '') ?? [];
  if (tag === undefined) return undefined;
  const closing = `</${tag}>`.toLowerCase();
  const isEnd = ({ raw }: Token) => raw.length === closing.length && raw.toLowerCase() === closing;
  const end = tokens.findIndex((token, index) => index > from && isEnd(token));
  // Like other marks, tags are meant as markup only where they touch a word: `<u> and </u>` are the names of tags.
  const touches = /^\S/.test(tokens[from + 1]?.raw ?? '') && /\S$/.test(tokens[end - 1]?.raw ?? '');
  return end > from + 1 && touches ? end : undefined;
}

const sidesOf = (tokens: readonly Token[], index: number): Neighbours => ({
  before: tokens[index - 1]?.raw.at(-1) ?? '',
  after: tokens[index + 1]?.raw.at(0) ?? '',
});

/** The characters on both sides of a span; empty at the ends of the text. */
interface Neighbours {
  readonly before: string;
  readonly after: string;
}

const STYLES: Readonly<Record<'strong' | 'em', TextStyle>> = { strong: 'bold', em: 'italic' };

function span(token: MarkedToken, sides: Neighbours): Runs {
  switch (token.type) {
    case 'strong':
    case 'em':
      return isMeant(token, sides) ? styledAs(STYLES[token.type], inline(token.tokens)) : runs(token.raw);
    case 'del':
      return struck(token);
    case 'codespan':
      return runs(token.text);
    case 'link':
      return link(inline(token.tokens), token.href);
    case 'image':
      return link(runs(token.text), token.href);
    case 'checkbox':
      return [];
    case 'br':
      return runs('\n');
    case 'html':
      return runs(/^<br\s*\/?>$/i.test(token.raw.trim()) ? '\n' : token.raw);
    case 'escape':
      return runs(token.text);
    case 'text':
      return runs(readable(token.raw));
    default:
      return runs(token.raw);
  }
}

/** Keeps the marks: where styles are not shown, struck-out text would read as valid. A single `~` is no mark. */
function struck({ raw, tokens }: Tokens.Del): Runs {
  const mark = '~~';
  if (!raw.startsWith(mark)) return runs(raw);
  return [...runs(mark), ...styledAs('strikethrough', inline(tokens)), ...runs(mark)];
}

/**
 * Whether the marks are meant as markup: stars between digits are a product, underscores belong to a name or an
 * emoticon, and a slash begins a path.
 */
function isMeant({ raw, text }: Tokens.Strong | Tokens.Em, { before, after }: Neighbours): boolean {
  if (/^[/.\\]|[/\\]$/.test(text)) return false;
  if (raw.startsWith('__')) return !/^\w+$/.test(text);
  if (raw.startsWith('_') && !/^$|[\s\p{Ps}\p{Pi}\p{Pd}"'*]/u.test(before)) return false;
  return !(/[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after));
}

function link(shown: Runs, href: string): Runs {
  const address = href.replace(/^mailto:/i, '');
  const text = unstyled(shown);
  if (text.trim() === '' || text === href) return runs(address);
  // A text that is the address without its scheme is enough; a text that looks like another address is not.
  const isAddress = withoutScheme(text) === withoutScheme(address);
  return isAddress ? shown : [...shown, ...runs(` (${address})`)];
}

const withoutScheme = (url: string): string => url.replace(/^https?:\/\//i, '').replace(/\/$/, '');

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00a0',
  '#39': "'",
};

/** Models write some characters as HTML entities. */
const readable = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
