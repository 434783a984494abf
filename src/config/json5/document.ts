import { type ArrayNode, type ObjectNode, parse, type Token, type ValueNode } from '@humanwhocodes/momoa';
import JSON5 from 'json5';

/** A range of the text: its first character and the one after its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The layout of the text, so that additions look the same. */
export interface Style {
  readonly newline: '\n' | '\r\n';
  /** One level of indentation. */
  readonly indent: string;
  readonly quote: '"' | "'";
  readonly quotesKeys: boolean;
}

/** A member of an object (with its name) or an item of a list. */
export interface JsonEntry extends Span {
  readonly name?: string;
  readonly value: ValueNode;
}

export type Container = ArrayNode | ObjectNode;

export const isComment = ({ type }: Token): boolean => type.endsWith('Comment');

/** A JSON5 text with the range of every part of it, comments included. */
export class JsonDocument {
  readonly root: ValueNode;
  readonly tokens: readonly Token[];
  readonly style: Style;

  /** @throws Error for text that is not JSON5, or that the parser with locations does not support. */
  constructor(readonly text: string) {
    const { body, tokens = [] } = parse(text, { mode: 'json5', ranges: true, tokens: true });
    this.root = body;
    this.tokens = tokens;
    this.style = styleOf(this);
  }

  slice({ start, end }: Span): string {
    return this.text.slice(start, end);
  }

  valueOf(node: ValueNode): unknown {
    return JSON5.parse(this.slice(spanOf(node)));
  }

  entries(container: Container): JsonEntry[] {
    if (container.type === 'Array') {
      return container.elements.map(({ value }) => ({ ...spanOf(value), value }));
    }
    return container.members.map((member) => ({
      ...spanOf(member),
      name: this.nameOf(spanOf(member.name)),
      value: member.value,
    }));
  }

  /** The white space at the start of the line that contains `at`. */
  indentAt(at: number): string {
    return /^[^\S\n]*/.exec(this.text.slice(this.lineStart(at)))?.[0] ?? '';
  }

  lineStart(at: number): number {
    return this.text.lastIndexOf('\n', at - 1) + 1;
  }

  /** Whether only white space precedes `at` on its line. */
  isFirstOnLine(at: number): boolean {
    return this.text.slice(this.lineStart(at), at).trim() === '';
  }

  isOnOneLine(span: Span): boolean {
    return !this.slice(span).includes('\n');
  }

  /** The comma after an entry, if there is one. */
  commaAfter(at: number): Span | undefined {
    const next = this.tokens.find((token) => spanOf(token).start >= at && !isComment(token));
    return next?.type === 'Comma' ? spanOf(next) : undefined;
  }

  commaBefore(at: number): Span | undefined {
    const before = this.tokens.findLast((token) => spanOf(token).end <= at && !isComment(token));
    return before?.type === 'Comma' ? spanOf(before) : undefined;
  }

  commentsIn({ start, end }: Span): Span[] {
    return this.tokens
      .filter(isComment)
      .map(spanOf)
      .filter((comment) => comment.start >= start && comment.end <= end);
  }

  /** Resolves escapes and quotes as the reader of the file does. */
  private nameOf(span: Span): string {
    return Object.keys(JSON5.parse<object>(`{${this.slice(span)}:0}`))[0] ?? '';
  }
}

export function spanOf({ range }: { readonly range?: readonly number[] }): Span {
  const [start, end] = range ?? [];
  if (start === undefined || end === undefined) throw new Error('the parser gave no locations');
  return { start, end };
}

function styleOf({ text, tokens, root }: JsonDocument): Style {
  const strings = tokens.filter(({ type }) => type === 'String').map((token) => text[spanOf(token).start]);
  return {
    newline: text.includes('\r\n') ? '\r\n' : '\n',
    indent: indentOf(text, spanOf(root)),
    quote: strings.length > 0 && strings.every((quote) => quote === "'") ? "'" : '"',
    quotesKeys: !tokens.some(({ type }) => type === 'Identifier'),
  };
}

/** The indentation of the first line inside the outermost braces. */
function indentOf(text: string, { start, end }: Span): string {
  return /\n([^\S\n]+)\S/.exec(text.slice(start, end - 1))?.[1] ?? '  ';
}
