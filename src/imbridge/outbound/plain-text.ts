import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';

/** More marks than any real answer has; with more, the parser would take seconds. */
const MOST_MARKS = 3_000;
const MARK = /[*_`~>|[\]\\<]/g;
/** A text without any of these needs no conversion. */
const MARKUP = /[*_`~#>|[\]\\<&]|^[ \t]*(?:[-+=]|\d{1,9}[.)])/m;
/** Many nested lists that begin on one line: the parser reads each one again for every list around it. */
const NESTED = /^[ \t]*(?:(?:[-+]|\d{1,9}[.)])[ \t]+){50}/m;

/**
 * Converts a model's Markdown to readable plain text (wire 5.5, 6.2 row 36): the marks of bold, italic and code are
 * removed, lists stay, a table becomes a list, and a link shows its address. Text that only looks like markup stays:
 * `5*3*2`, `__init__`, `src/**`.
 */
export function plainTextOf(markdown: string): string {
  if (!MARKUP.test(markdown) || isEndless(markdown)) return markdown;
  try {
    const rendered = blocks(new Lexer({ gfm: true }).lex(markdown)).trimEnd();
    return rendered.trim() === '' ? markdown : rendered;
  } catch {
    // The text is nested more deeply than the parser can go.
    return markdown;
  }
}

const isEndless = (markdown: string): boolean =>
  (markdown.match(MARK) ?? []).length > MOST_MARKS || NESTED.test(markdown);

/** Joins the blocks with their original number of line ends, at most two. */
function blocks(tokens: readonly Token[]): string {
  let text = '';
  let gap = '';
  for (const token of tokens as MarkedToken[]) {
    const written = block(token);
    if (written !== '') text += (text === '' ? '' : gap.slice(0, 2) || '\n') + written;
    gap = written === '' ? gap + newlinesAtEnd(token.raw) : newlinesAtEnd(token.raw);
  }
  return text;
}

/** Counts from the end, because a pattern would start a search at each line end within the text. */
function newlinesAtEnd(raw: string): string {
  let from = raw.length;
  while (raw[from - 1] === '\n') from -= 1;
  return raw.slice(from);
}

function block(token: MarkedToken): string {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return '';
    case 'heading':
    case 'paragraph':
      return inline(token.tokens);
    case 'text':
      return token.tokens ? inline(token.tokens) : readable(token.text);
    case 'code':
      return token.codeBlockStyle === 'indented' ? token.raw.trimEnd() : token.text;
    case 'blockquote':
      return indented(blocks(token.tokens), '> ', '> ');
    case 'list':
      return list(token);
    case 'table':
      return table(token);
    case 'hr':
      return '———';
    default:
      return token.raw.trimEnd();
  }
}

function list({ items, ordered, start, loose }: Tokens.List): string {
  const first = typeof start === 'number' ? start : 1;
  return items
    .map(({ tokens, task, checked }, index) => {
      const mark = ordered ? `${first + index}. ` : '- ';
      const box = task ? `[${checked ? 'x' : ' '}] ` : '';
      return indented(blocks(tokens), mark + box, ' '.repeat(mark.length));
    })
    .join(loose ? '\n\n' : '\n');
}

/** Writes each row as its first cell, followed by the others with their headings. */
function table({ header, rows }: Tokens.Table): string {
  const headings = header.map(({ tokens }) => inline(tokens));
  const line = (cells: readonly string[]): string => {
    const [first = '', ...rest] = cells;
    const named = rest.flatMap((cell, index) => {
      const heading = headings[index + 1] ?? '';
      if (cell === '') return [];
      return [heading === '' ? cell : `${heading}: ${cell}`];
    });
    return `- ${[first, named.join('; ')].filter((part) => part !== '').join(' — ')}`;
  };
  if (rows.length === 0) return headings.join(', ');
  return rows.map((row) => line(row.map(({ tokens }) => oneLine(inline(tokens))))).join('\n');
}

const oneLine = (text: string): string =>
  text
    .split('\n')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ');

function indented(text: string, first: string, rest: string): string {
  const [head = '', ...lines] = text.split('\n');
  return [first + head, ...lines.map((line) => (line === '' && rest.trim() === '' ? '' : rest + line))].join(
    '\n',
  );
}

function inline(tokens: readonly Token[]): string {
  return tokens
    .map((token, index) => {
      const before = tokens[index - 1]?.raw.at(-1) ?? '';
      const after = tokens[index + 1]?.raw.at(0) ?? '';
      return span(token as MarkedToken, { before, after });
    })
    .join('');
}

/** The characters on both sides of a span; empty at the ends of the text. */
interface Neighbours {
  readonly before: string;
  readonly after: string;
}

function span(token: MarkedToken, sides: Neighbours): string {
  switch (token.type) {
    case 'strong':
    case 'em':
      return isMeant(token, sides) ? inline(token.tokens) : token.raw;
    case 'codespan':
      return token.text;
    case 'link':
      return link(inline(token.tokens), token.href);
    case 'image':
      return link(token.text, token.href);
    case 'checkbox':
      return '';
    case 'br':
      return '\n';
    case 'html':
      return /^<br\s*\/?>$/i.test(token.raw.trim()) ? '\n' : token.raw;
    case 'escape':
      return token.text;
    case 'text':
      return readable(token.raw);
    default:
      // Without the marks, struck-out text would read as valid.
      return token.raw;
  }
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

function link(text: string, href: string): string {
  const address = href.replace(/^mailto:/i, '');
  if (text.trim() === '' || text === href) return address;
  // A text that is the address without its scheme is enough; a text that looks like another address is not.
  return withoutScheme(text) === withoutScheme(address) ? text : `${text} (${address})`;
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
