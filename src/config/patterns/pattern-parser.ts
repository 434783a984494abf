/** A regular expression as a tree, in the detail that judging its cost needs. */
export type PatternNode =
  /** One character out of a set; `source` is that part of the pattern. */
  | { readonly kind: 'char'; readonly source: string }
  /** Consumes no character: `^`, `$`, `\b`, a look-around (with its body). */
  | { readonly kind: 'assertion'; readonly body?: PatternNode }
  | { readonly kind: 'backreference' }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'alternation'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly body: PatternNode; readonly min: number; readonly max: number };

const ESCAPE = /^\\(?:x[\da-f]{2}|u[\da-f]{4}|c[a-z]|[\s\S])/i;
const CLASS = /^\[(?:\\[\s\S]|[^\]\\])*\]/;
const QUANTIFIER = /^(?:([*+?])|\{(\d+)(,(\d*))?\})\??/;
const GROUP = /^\((?:\?(?:([:=!]|<[=!])|<[^>]+>|[a-z-]*:))?/i;

/** Parses a pattern that `new RegExp(pattern, 'i')` has accepted (Annex B rules, no flag `u` or `v`). */
export function parsePattern(pattern: string): PatternNode {
  return new PatternParser(pattern).alternation();
}

class PatternParser {
  private at = 0;

  constructor(private readonly pattern: string) {}

  alternation(): PatternNode {
    const options = [this.sequence()];
    while (this.skip('|')) options.push(this.sequence());
    const only = options.length === 1 ? options[0] : undefined;
    return only ?? { kind: 'alternation', options };
  }

  private sequence(): PatternNode {
    const items: PatternNode[] = [];
    while (this.at < this.pattern.length && !/^[|)]/.test(this.rest)) items.push(this.repeated(this.atom()));
    return { kind: 'sequence', items };
  }

  private atom(): PatternNode {
    if (this.rest.startsWith('(')) return this.group();
    if (this.rest.startsWith('\\')) return this.escape();
    if (this.rest.startsWith('[')) return { kind: 'char', source: this.match(CLASS)[0] };
    const source = this.match(/^[\s\S]/)[0];
    return source === '^' || source === '$' ? { kind: 'assertion' } : { kind: 'char', source };
  }

  private group(): PatternNode {
    const look = this.match(GROUP)[1];
    const body = this.alternation();
    this.skip(')');
    return look === undefined || look === ':' ? body : { kind: 'assertion', body };
  }

  private escape(): PatternNode {
    const source = this.match(ESCAPE)[0];
    if (/^\\[bB]$/.test(source)) return { kind: 'assertion' };
    return /^\\[1-9k]$/.test(source) ? { kind: 'backreference' } : { kind: 'char', source };
  }

  private repeated(body: PatternNode): PatternNode {
    const found = QUANTIFIER.exec(this.rest);
    if (found === null) return body;
    this.at += found[0].length;
    const [, sign, least, comma, most] = found;
    if (sign !== undefined) {
      return { kind: 'repeat', body, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
    }
    const min = Number(least);
    const max = comma === undefined ? min : most ? Number(most) : Infinity;
    return { kind: 'repeat', body, min, max };
  }

  private get rest(): string {
    return this.pattern.slice(this.at);
  }

  private skip(text: string): boolean {
    const found = this.rest.startsWith(text);
    if (found) this.at += text.length;
    return found;
  }

  private match(expression: RegExp): RegExpExecArray {
    const found = expression.exec(this.rest);
    if (found === null) throw new Error('unknown syntax');
    this.at += found[0].length;
    return found;
  }
}
