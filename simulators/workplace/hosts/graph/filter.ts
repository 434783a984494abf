import { refuseGraph } from '../../http/problems.js';
import type { Json } from '../../common/json.js';

type Test = (entry: Json) => boolean;

const TOKEN = /\s*(?:(\()|(\))|(,)|'((?:[^']|'')*)'|([A-Za-z][\w/]*(?::\w+)?))/y;

/**
 * Parses the part of OData's `$filter` that look-ups need: `eq`, `and`, `or`, parentheses, `startswith(field,'x')` and
 * `list/any(x:x eq 'y')`. As a real parser it lets an unescaped quote in a name work as an injection, or answers 400.
 */
export function parseFilter(source: string): Test {
  const parser = new FilterParser(tokens(source));
  const test = parser.either();
  if (!parser.isAtEnd) throw malformed();
  return test;
}

type Token = { readonly kind: '(' | ')' | ',' } | { readonly kind: 'text' | 'word'; readonly value: string };

function tokens(source: string): Token[] {
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.trimEnd().length) {
    const match = TOKEN.exec(source);
    if (!match) throw malformed();
    const [, open, close, comma, quoted, word] = match;
    if (open ?? close ?? comma) found.push({ kind: (open ?? close ?? comma) as '(' | ')' | ',' });
    else if (quoted !== undefined) found.push({ kind: 'text', value: quoted.replaceAll("''", "'") });
    else found.push({ kind: 'word', value: word ?? '' });
  }
  return found;
}

class FilterParser {
  private at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  get isAtEnd(): boolean {
    return this.at === this.tokens.length;
  }

  either(): Test {
    let test = this.both();
    while (this.takeWord('or')) {
      const [one, other] = [test, this.both()];
      test = (entry) => one(entry) || other(entry);
    }
    return test;
  }

  private both(): Test {
    let test = this.single();
    while (this.takeWord('and')) {
      const [one, other] = [test, this.single()];
      test = (entry) => one(entry) && other(entry);
    }
    return test;
  }

  private single(): Test {
    if (this.takeKind('(')) {
      const inner = this.either();
      this.need(')');
      return inner;
    }
    const word = this.word();
    if (word.toLowerCase() === 'startswith') return this.startsWith();
    if (word.toLowerCase().endsWith('/any')) return this.any(word.slice(0, -'/any'.length));
    return this.equals(word);
  }

  private equals(field: string): Test {
    if (this.word() !== 'eq') throw malformed();
    const wanted = this.text().toLowerCase();
    return (entry) => valueOf(entry, field).toLowerCase() === wanted;
  }

  private startsWith(): Test {
    this.need('(');
    const field = this.word();
    this.need(',');
    const wanted = this.text().toLowerCase();
    this.need(')');
    return (entry) => valueOf(entry, field).toLowerCase().startsWith(wanted);
  }

  /** Parses `(x:x eq 'Team')`. */
  private any(field: string): Test {
    this.need('(');
    this.word();
    if (this.word() !== 'eq') throw malformed();
    const wanted = this.text();
    this.need(')');
    return (entry) => {
      const list = entry[field];
      return Array.isArray(list) && list.includes(wanted);
    };
  }

  private takeWord(value: string): boolean {
    const token = this.tokens[this.at];
    if (token?.kind !== 'word' || token.value.toLowerCase() !== value) return false;
    this.at += 1;
    return true;
  }

  private takeKind(kind: Token['kind']): boolean {
    if (this.tokens[this.at]?.kind !== kind) return false;
    this.at += 1;
    return true;
  }

  private need(kind: Token['kind']): void {
    if (!this.takeKind(kind)) throw malformed();
  }

  private word(): string {
    return this.value('word');
  }

  private text(): string {
    return this.value('text');
  }

  private value(kind: 'word' | 'text'): string {
    const token = this.tokens[this.at];
    if (token?.kind !== kind) throw malformed();
    this.at += 1;
    return (token as { readonly value: string }).value;
  }
}

function valueOf(entry: Json, field: string): string {
  const value = entry[field];
  if (value === undefined)
    throw refuseGraph(400, 'BadRequest', `Could not find a property named '${field}'.`);
  return typeof value === 'string' ? value : '';
}

const malformed = (): Error => refuseGraph(400, 'BadRequest', 'Invalid filter clause');
