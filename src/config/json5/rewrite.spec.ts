import fc from 'fast-check';
import JSON5 from 'json5';
import { rewriteJson5 } from './rewrite.js';

const KEYS = ['a', 'b', 'list', 'two words', 'true', 'ünï', '$x'];
const plain = fc.oneof(
  fc.integer(),
  fc.constantFrom(-0, 0.5, Infinity, NaN),
  fc.boolean(),
  fc.constant(null),
  fc.string({ maxLength: 8 }),
  fc.constantFrom("it's", 'say "x"', 'a // b', '/* c */', '\u2028', '\\', '\n'),
);
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    plain,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('tree'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const objects = fc.dictionary(fc.constantFrom(...KEYS), tree, {
  maxKeys: 5,
  noNullPrototype: true,
});

/**
 * Writes a value as people do, with any layout, comments, quotes and trailing commas, chosen by a stream of numbers.
 */
class Scribe {
  readonly comments: string[] = [];
  private at = 0;

  private readonly whims: readonly number[];
  private readonly newline: string;

  constructor({ whims, newline }: { readonly whims: readonly number[]; readonly newline: string }) {
    this.whims = whims;
    this.newline = newline;
  }

  write(value: unknown, depth = 0): string {
    if (Array.isArray(value))
      return this.enclose(
        '[',
        ']',
        value.map((item) => () => this.write(item, depth + 1)),
        depth,
      );
    if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).map(
        ([key, item]) =>
          () =>
            `${this.key(key)}:${this.whim(2) ? ' ' : ''}${this.write(item, depth + 1)}`,
      );
      return this.enclose('{', '}', members, depth);
    }
    if (typeof value === 'string') return JSON5.stringify(value, { quote: this.whim(2) ? "'" : '"' });
    return Object.is(value, -0) ? '-0' : JSON5.stringify(value);
  }

  private key(key: string): string {
    const isPlain = /^[a-z$]\w*$/.test(key) && key !== 'true';
    return isPlain && this.whim(2) ? key : JSON5.stringify(key, { quote: this.whim(2) ? "'" : '"' });
  }

  private enclose(open: string, close: string, items: (() => string)[], depth: number): string {
    const isTall = this.whim(2) === 1;
    const gap = isTall ? this.newline + '  '.repeat(depth + 1) : ' ';
    const parts = items.map((item, index) => {
      const isLast = index === items.length - 1;
      const comma = !isLast || this.whim(2) ? ',' : '';
      return `${gap}${this.remark(isTall)}${item()}${this.block()}${comma}${this.block()}${this.tail(isTall)}`;
    });
    const foot = this.remark(isTall);
    return `${open}${parts.join('')}${foot === '' ? '' : gap + foot}${isTall ? this.newline + '  '.repeat(depth) : ' '}${close}`;
  }

  /** Above an entry, or at the end. */
  private remark(isTall: boolean): string {
    const kind = this.whim(4);
    if (kind === 1) return `${this.comment('/*', '*/')} `;
    return kind === 2 && isTall ? this.comment('//', this.newline) : '';
  }

  private block(): string {
    return this.whim(6) === 1 ? ` ${this.comment('/*', '*/')}` : '';
  }

  /** At the end of the line; the next text begins a new line. */
  private tail(isTall: boolean): string {
    return isTall && this.whim(3) === 1 ? ` ${this.comment('//', '')}` : '';
  }

  private comment(open: string, close: string): string {
    const name = `c${this.comments.length}c`;
    this.comments.push(name);
    return `${open} ${name} ${close}`;
  }

  private whim(of: number): number {
    return (this.whims[this.at++ % this.whims.length] ?? 0) % of;
  }
}

const habits = fc.record({
  whims: fc.array(fc.nat(1000), { minLength: 1, maxLength: 60 }),
  newline: fc.constantFrom('\n', '\r\n'),
});

describe('rewriteJson5', () => {
  it('results in exactly the wanted value, whatever the text was', () => {
    fc.assert(
      fc.property(habits, objects, objects, fc.constantFrom('', '\uFEFF'), (habit, before, wanted, bom) => {
        const written = bom + new Scribe(habit).write(before);
        const text = rewriteJson5(written, wanted);
        expect(JSON5.parse(text.replace(/^\uFEFF/, ''))).toEqual(wanted);
        expect(text.startsWith('\uFEFF')).toBe(bom !== '');
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['an empty file', ' \n', { a: 1 }, '{\n  "a": 1\n}\n'],
    ['plain JSON stays plain JSON', '{"a":{}}', { a: { b: "it's" } }, '{"a":{\n  "b": "it\'s"\n}}'],
    ['one line', '{ a: 1, b: [1] }', { a: 1, b: [1, 2], c: 'x' }, '{ a: 1, b: [1, 2], c: "x" }'],
    ['a list loses its first', "[\n  'a', // Ann\n  'b', // Ben\n]", ['b'], "[\n  // Ann\n  'b', // Ben\n]"],
    ['a list gets one ahead', "[\n\t'b', // Ben\n]", ['a', 'b'], "[\n\t'a',\n\t'b', // Ben\n]"],
    ['trailing comma', '{\n    a: 1, // one\n}', { a: 1, b: 2 }, '{\n    a: 1, // one\n    b: 2,\n}'],
    ['no trailing comma', '{\n  a: 1 // one\n}', { a: 1, b: 2 }, '{\n  a: 1, // one\n  b: 2\n}'],
    ['only a comment', '{\n  // nothing yet\n}', { a: 1 }, '{\n  // nothing yet\n  "a": 1\n}'],
    ['a member goes with its line', '{\n  a: 1,\n  b: 2,\n}', { b: 2 }, '{\n  b: 2,\n}'],
    ['the last one goes', '{ a: 1, b: 2 }', { a: 1 }, '{ a: 1 }'],
    ['the same name twice', '{ a: 1, a: 2, b: 3 }', { b: 3 }, '{ b: 3 }'],
    ['the same name twice, changed', '{ a: 1, a: 2 }', { a: 5 }, '{ a: 1, a: 5 }'],
    ["the old value's quotes", `{ a: 'x', "b": "y" }`, { a: 'z', b: 'y' }, `{ a: 'z', "b": "y" }`],
  ])('keeps the layout: %s', (_name, before, wanted, after) => {
    const isList = before.startsWith('[');
    const text = isList
      ? rewriteJson5(`{ x: ${before} }`, { x: wanted })
      : rewriteJson5(before, wanted as object as Record<string, unknown>);
    expect(text).toBe(isList ? `{ x: ${after} }` : after);
  });

  it('refuses a text that is no JSON5', () => {
    expect(() => rewriteJson5('{ a: ', { a: 1 })).toThrow();
  });

  it('leaves the rest unchanged, and drops comments only inside removed values', () => {
    fc.assert(
      fc.property(habits, objects, fc.constantFrom(...KEYS), tree, (habit, before, key, value) => {
        const scribe = new Scribe(habit);
        const written = scribe.write(before);
        const unchanged = rewriteJson5(written, before);
        expect(unchanged).toBe(written);
        const { [key]: removed, ...rest } = before;
        const inside = removed === undefined ? [] : commentsInside(written, key);
        const kept = scribe.comments.filter((comment) => !inside.includes(comment));
        const shorter = rewriteJson5(written, rest);
        expect(JSON5.parse(shorter)).toEqual(rest);
        for (const comment of kept) expect(shorter).toContain(comment);
        const other = plainOr(value);
        const set = rewriteJson5(written, { ...before, [key]: other });
        expect(JSON5.parse(set)).toEqual({ ...before, [key]: other });
        for (const comment of kept) expect(set).toContain(comment);
      }),
      { numRuns: 400 },
    );
  });
});

const plainOr = (value: unknown): unknown => (typeof value === 'object' ? 'other' : value);

/** Comments between the start and the end of a top-level member's value. */
function commentsInside(text: string, key: string): string[] {
  let depth = 0;
  let inside = false;
  const found: string[] = [];
  const parts = text.matchAll(
    /\/\* (c\d+c) \*\/|\/\/ (c\d+c) |"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|[[{]|[\]}]|,|[\p{L}$_][\p{L}$\w]*/gu,
  );
  for (const [part, block, line] of parts) {
    const comment = block ?? line;
    if (comment !== undefined) {
      if (inside && depth > 1) found.push(comment);
    } else if (/^[[{]$/.test(part)) depth++;
    else if (/^[\]}]$/.test(part)) depth--;
    else if (depth === 1 && part === ',') inside = false;
    else if (depth === 1 && !inside && nameOf(part) === key) inside = true;
  }
  return found;
}

const nameOf = (part: string): string => (/^["']/.test(part) ? JSON5.parse<string>(part) : part);
