import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { linkTarget, shippedFile } from '../../common/index.js';
import { fileURLToPath } from 'node:url';
import { tableFor, wrapped } from './table.js';

/** A longer line is hard to read. */
const WIDEST = 100;

/**
 * A page of the documentation as readable text: paragraphs and tables fit the terminal, a link to another page is the
 * command that shows that page, and a link to a file its path.
 * @param topic the page's name, from which its links start
 * @param columns the width of the terminal; without one, tables keep one line per row
 */
export function pageText(topic: string, markdown: string, columns?: number): string {
  return new Page(topic).blocks(lexer(markdown), {
    prose: Math.min(columns ?? WIDEST, WIDEST),
    table: columns,
  });
}

/** How much room there is; an inner block has less. */
interface Room {
  readonly prose: number;
  readonly table: number | undefined;
}

const less = ({ prose, table }: Room, by: number): Room => ({
  prose: Math.max(20, prose - by),
  table: table === undefined ? undefined : Math.max(20, table - by),
});

class Page {
  constructor(private readonly topic: string) {}

  blocks(tokens: readonly Token[], room: Room, gap = '\n\n'): string {
    return tokens
      .map((token) => this.block(token as MarkedToken, room))
      .filter((text) => text !== '')
      .join(gap);
  }

  private block(token: MarkedToken, room: Room): string {
    switch (token.type) {
      case 'heading':
        return `${'#'.repeat(token.depth)} ${this.words(token.tokens)}`;
      case 'code':
        return indented(token.text, '    ');
      case 'list':
        return this.list(token, room);
      case 'table':
        return this.table(token, room);
      case 'blockquote':
        return indented(this.blocks(token.tokens, less(room, 2)), '> ');
      case 'paragraph':
      case 'text':
        return wrapped(this.words(token.tokens ?? [token]), room.prose).join('\n');
      // Comments of the source, and empty lines.
      default:
        return '';
    }
  }

  private list({ items, ordered, start, loose }: Tokens.List, room: Room): string {
    const texts = items.map((item, at) => {
      const mark = ordered ? `${Number(start) + at}. ` : '- ';
      const text = this.blocks(item.tokens, less(room, mark.length), loose ? '\n\n' : '\n');
      return mark + indented(text, ' '.repeat(mark.length)).trimStart();
    });
    return texts.join(loose ? '\n\n' : '\n');
  }

  private table({ header, rows }: Tokens.Table, room: Room): string {
    const cells = (row: readonly Tokens.TableCell[]) => row.map((cell) => this.words(cell.tokens));
    return tableFor(room.table)(cells(header), rows.map(cells));
  }

  /** Text on one line, without marks of emphasis; marks of code show what can be typed. */
  private words(tokens: readonly Token[]): string {
    return tokens
      .map((token) => this.word(token as MarkedToken))
      .join('')
      .replaceAll('\n', ' ');
  }

  private word(token: MarkedToken): string {
    switch (token.type) {
      case 'link':
        return this.link(token);
      case 'image':
        return `[Picture: ${token.text}]`;
      case 'br':
        return ' ';
      case 'codespan':
        return token.raw;
      case 'html':
        return '';
      case 'strong':
      case 'em':
      case 'del':
        return this.words(token.tokens);
      default:
        return 'text' in token ? token.text : token.raw;
    }
  }

  private link({ href, tokens }: Tokens.Link): string {
    const words = this.words(tokens);
    const target = linkTarget(this.topic, href);
    switch (target.kind) {
      case 'topic':
        return target.topic === this.topic ? words : `${words} (gatehouse help ${target.topic})`;
      case 'file':
        return `${words} (${fileURLToPath(shippedFile(target.path))})`;
      case 'web':
        return words === href ? words : `${words} (${href})`;
      default:
        return words;
    }
  }
}

const indented = (text: string, by: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? by.trimEnd() : by + line))
    .join('\n');
