import fc from 'fast-check';
import { chunkText } from './chunk-text.js';

describe('chunkText', () => {
  it('leaves a short text whole', () => {
    expect(chunkText('hello\n\nworld', { limit: 100, mode: 'length' })).toEqual(['hello\n\nworld']);
  });

  it('splits at blank lines in newline mode, then by length', () => {
    expect(chunkText('one\n\ntwo two two\n \n\nthree', { limit: 8, mode: 'newline' })).toEqual([
      'one',
      'two two',
      'two',
      'three',
    ]);
  });

  it('prefers the end of a line to the end of a word', () => {
    expect(chunkText('aaaa bb\ncc dd', { limit: 10, mode: 'length' })).toEqual(['aaaa bb', 'cc dd']);
  });

  it('never cuts a character in two', () => {
    expect(chunkText('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', { limit: 12, mode: 'length' })).toEqual(['👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦']);
    expect(chunkText('e\u0301e\u0301', { limit: 3, mode: 'length' })).toEqual(['e\u0301', 'e\u0301']);
  });

  it('keeps every chunk within the limit, blank ones out, and loses nothing but white space', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 300 });
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom('length', 'newline'),
        (input, limit, mode) => {
          const chunks = chunkText(input, { limit, mode });
          expect(chunks.every((chunk) => chunk.length <= limit && chunk.trim() !== '')).toBe(true);
          expect(chunks.join('').replace(/\s/g, '')).toBe(input.replace(/\s/g, ''));
        },
      ),
    );
  });
});
