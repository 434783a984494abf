import fc from 'fast-check';
import { parseBody } from './parse-body.js';

const parse = (json: string | Uint8Array) => parseBody(Buffer.from(json), 'raw');
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const refused = (field: string, code: string, words: string) => ({
  faults: [{ field, code, message: `${field} ${words}` }],
});
const tooDeep = refused('body', 'invalid', 'is nested too deeply');
const tooMany = refused('body', 'invalid', 'has too many values');

describe('parseBody', () => {
  it.each<[string, string | Uint8Array, string, string]>([
    ['bytes that are no UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 'wrong_format', 'is not valid UTF-8'],
    ['half a document', '{"a":"b', 'wrong_format', 'is not valid JSON'],
    ['a list', '["a"]', 'wrong_type', 'must be an object'],
    ['null', 'null', 'wrong_type', 'must be an object'],
  ])('refuses %s', (_, json, code, words) => {
    expect(parse(json)).toEqual(refused('body', code, words));
  });

  it('takes no bytes for an empty object, the last of equal keys, and skips a byte order mark', () => {
    expect(parse('')).toEqual({ body: {} });
    expect(parse('\uFEFF{"a":1,"a":2}')).toEqual({ body: { a: 2 } });
  });

  it('accepts 32 levels and refuses more, whatever stands beside them', () => {
    expect(parse(`{"a":${nested(31)}}`)).toHaveProperty('body');
    expect(parse(`{"a":${nested(32)}}`)).toEqual(tooDeep);
    expect(parse(`{"a":${nested(31)},"b":{"c":${nested(30)}}}`)).toHaveProperty('body');
    expect(parse(`{"a":${nested(31)},"b":{"c":${nested(31)}}}`)).toEqual(tooDeep);
    expect(parse(`{"a":${nested(200_000)}}`)).toEqual(tooDeep);
  });

  it('refuses more than 10,000 values', () => {
    const list = (values: number) => `{"a":[${Array(values).fill('1').join()}]}`;
    expect(parse(list(9_999))).toHaveProperty('body');
    expect(parse(list(10_000))).toEqual(tooMany);
    expect(parse(`{"a":[${Array(5_000).fill('[]').join()}]}`)).toEqual(tooMany);
  });

  it('names the fields with a reserved name or half a character', () => {
    expect(parse('{"a":{"__proto__":{"x":1}},"constructor":1}')).toEqual({
      faults: [
        { field: 'a.__proto__', code: 'unknown', message: 'a.__proto__ is unknown' },
        { field: 'constructor', code: 'unknown', message: 'constructor is unknown' },
      ],
    });
    expect(parse('{"a":["b","\\ud800"]}')).toEqual(
      refused('a.1', 'invalid', 'contains half a character (a lone surrogate)'),
    );
  });

  it('keeps a raw text as it was sent, lone surrogates included', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('a', 'ä', '\ud83e', '\udd8a') }),
    );
    fc.assert(
      fc.property(anyText, (raw) => {
        expect(parse(JSON.stringify({ raw, b: 1 }))).toEqual({ body: { raw, b: 1 } });
      }),
    );
  });

  it('keeps of another raw value only that it is not text', () => {
    expect(parse(`{"raw":${nested(200_000)},"b":1}`)).toEqual({ body: { raw: null, b: 1 } });
    expect(parse('{"b":1}')).toEqual({ body: { b: 1 } });
  });
});
