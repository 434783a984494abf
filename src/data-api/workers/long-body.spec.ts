import fc from 'fast-check';
import { textIn } from '../profile/text-bytes.js';
import { fingerprintOf } from '../requests/request-ledger.service.js';
import { ENVELOPE_BYTES, takeText } from './long-body.js';

const taken = (body: unknown, hasKey = false) => takeRaw(JSON.stringify(body), hasKey);
const takeRaw = (json: string | Uint8Array, hasKey = false) =>
  takeText({ kind: 'long-body', body: inPieces(Buffer.from(json)), hasKey });

/** Divided within a character too. */
const inPieces = (json: Uint8Array): Uint8Array<ArrayBuffer>[] => {
  const middle = Math.floor(json.length / 2);
  return [new Uint8Array(json.subarray(0, middle)), new Uint8Array(json.subarray(middle))];
};

describe('the text of a long body', () => {
  it('is taken out as it was sent, lone surrogates included, with its length and fingerprint', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('a', 'ä', '\ud83e', '\udd8a') }),
    );
    fc.assert(
      fc.property(anyText, (input) => {
        const outcome = taken({ input_data: input, options: { param1: 'csv' } }, true);
        if (outcome.kind === 'refused') throw new Error(outcome.words);
        expect(textIn(outcome.text!)).toBe(input);
        expect(outcome.text).toMatchObject({
          byteLength: Buffer.byteLength(input),
          fingerprint: fingerprintOf(input, { param1: 'csv' }),
        });
      }),
    );
  });

  it('leaves its first character and all other fields in the body', () => {
    expect(taken({ input_data: 'abc', options: { param1: 1 }, more: null })).toMatchObject({
      kind: 'taken',
      rest: '{"input_data":"a","options":{"param1":1},"more":null}',
      text: { fingerprint: undefined },
    });
    expect(takeRaw('{"__proto__":{"x":1},"input_data":"a","input_data":"b"}')).toMatchObject({
      rest: '{"__proto__":{"x":1},"input_data":"b"}',
    });
    expect(takeRaw('\uFEFF{"input_data":""}')).toMatchObject({ rest: '{"input_data":""}' });
  });

  it('is undefined when the field is missing or no string', () => {
    expect(taken({ input_data: [1, 2] })).toEqual({
      kind: 'taken',
      rest: '{"input_data":null}',
      text: undefined,
    });
    expect(taken({ options: {} })).toEqual({ kind: 'taken', rest: '{"options":{}}', text: undefined });
    expect(taken({ input_data: 'a', options: null })).toMatchObject({ text: { byteLength: 1 } });
  });

  it.each<[string, string | Uint8Array, string, string]>([
    ['bytes that are no UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 'is not valid UTF-8', 'wrong_format'],
    ['half a document', '{"input_data":"a', 'is not valid JSON', 'wrong_format'],
    ['a list', '["input_data"]', 'must be an object', 'wrong_type'],
    ['null', 'null', 'must be an object', 'wrong_type'],
    [
      'large options',
      JSON.stringify({ options: 'x'.repeat(ENVELOPE_BYTES) }),
      'has more than 65536 characters beside input_data',
      'invalid',
    ],
  ])('is refused with %s', (_, json, words, code) => {
    expect(takeRaw(json)).toEqual({ kind: 'refused', words, code });
  });

  it('is refused with depth, also where V8 can write it', () => {
    const deep = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const words = expect.stringMatching(/^(?:is nested too deeply|has more than 65536 characters)/);
    expect(takeRaw(deep)).toEqual({ kind: 'refused', words, code: 'invalid' });
  });
});
