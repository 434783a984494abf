import fc from 'fast-check';
import { hashOfKey, isWellFormedKey, newKey, prefixOfKey } from './api-key.js';

const ALPHABET = Array.from('0123456789abcdefghjkmnpqrstvwxyz');
const keys = fc.constant(undefined).map(() => newKey());

describe('an API key', () => {
  it('is gh_ and 39 characters, never the same twice, and well-formed', () => {
    const made = Array.from({ length: 1_000 }, newKey);
    expect(new Set(made).size).toBe(1_000);
    for (const key of made) {
      expect(key).toMatch(/^gh_[0-9a-hjkmnp-tv-z]{39}$/);
      expect(isWellFormedKey(key)).toBe(true);
    }
  });

  it('made by an earlier release stays well-formed, with the same prefix and hash', () => {
    const key = 'gh_0123456789abcdefghjkmnpqrstvwxyz0rzksed';
    expect(isWellFormedKey(key)).toBe(true);
    expect(prefixOfKey(key)).toBe('gh_012345');
    expect(hashOfKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('uses every character at every place, none more than others', () => {
    const counts = new Map<string, number>();
    for (let n = 0; n < 2_000; n++)
      for (const char of newKey().slice(3, 35)) counts.set(char, (counts.get(char) ?? 0) + 1);
    expect([...counts.keys()].sort()).toEqual(ALPHABET);
    // 2,000 expected of each; 6 standard deviations are 264.
    for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(264);
  });

  it('with one character changed is not well-formed', () => {
    fc.assert(
      fc.property(keys, fc.nat(41), fc.constantFrom(...ALPHABET), (key, place, char) => {
        fc.pre(key[place] !== char);
        expect(isWellFormedKey(key.slice(0, place) + char + key.slice(place + 1))).toBe(false);
      }),
    );
  });

  it('with two neighbours swapped is not well-formed', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 3, max: 40 }), (key, at) => {
        fc.pre(key[at] !== key[at + 1]);
        const swapped = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2);
        expect(isWellFormedKey(swapped)).toBe(false);
      }),
    );
  });

  it('in upper case, cut, extended or without gh_ is not well-formed, nor is any other text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !isWellFormedKey(text)));
    const key = newKey();
    for (const other of [key.toUpperCase(), ` ${key}`, `${key}\n`, key.slice(0, -1), `${key}0`, key.slice(3)])
      expect(isWellFormedKey(other)).toBe(false);
  });
});
