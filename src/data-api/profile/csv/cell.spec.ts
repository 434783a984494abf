import fc from 'fast-check';
import { addCell } from './cell.js';
import { Tally } from '../tally.js';
import type { ValueProfile } from '../types.js';

function tallied(cell: string): ValueProfile {
  const tally = new Tally();
  // The neighbours would change the kind of a cell that is read past its ends.
  addCell(tally, `9${cell}9`, 1, cell.length + 1);
  return tally.profile();
}

const NUMBER = /^[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

describe('a cell', () => {
  it('that is a number has the value that JavaScript gives it, and zero has no sign', () => {
    const numberLike = fc.string({
      unit: fc.constantFrom(...Array.from('00123456789..-+e ')),
      maxLength: 20,
    });
    const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true }).map(String);
    const price = fc.tuple(fc.nat(), fc.nat({ max: 99_999 })).map(([whole, part]) => `${whole}.${part}`);
    fc.assert(
      fc.property(fc.oneof(numberLike, anyNumber, price), (cell) => {
        const content = cell.trim();
        const { min, max, types } = tallied(cell);
        if (!NUMBER.test(content)) {
          expect(min).toBeNull();
          return;
        }
        const value = Number.isFinite(Number(content)) ? Number(content) + 0 : null;
        expect([min, max]).toEqual([value, value]);
        expect(types).toEqual(/[.e]/i.test(content) ? { number: 1 } : { integer: 1 });
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['', { nulls: 1, types: {} }],
    [' NULL ', { nulls: 1, types: {} }],
    ['nullable', { types: { string: 1 }, min_length: 8 }],
    ['True', { types: { boolean: 1 } }],
    ['true north', { types: { string: 1 }, min_length: 10 }],
    [' 7 ', { types: { integer: 1 }, min: 7 }],
    ['007', { types: { string: 1 }, min_length: 3 }],
    ['0.5', { types: { number: 1 }, min: 0.5 }],
    ['1.', { types: { number: 1 }, min: 1 }],
    ['.5', { types: { number: 1 }, min: 0.5 }],
    ['.', { types: { string: 1 }, min_length: 1 }],
    ['1.2.3', { types: { string: 1 }, min_length: 5 }],
    ['9007199254740993', { types: { integer: 1 }, inexact_numbers: 1 }],
    ['9007199254740992', { types: { integer: 1 }, inexact_numbers: 0, max: 2 ** 53 }],
    ['-1152921504606846976', { types: { integer: 1 }, inexact_numbers: 0, min: -(2 ** 60) }],
    ['+1152921504606846977', { types: { integer: 1 }, inexact_numbers: 1 }],
    ['\\N', { nulls: 1, types: {} }],
    ['1e999', { types: { number: 1 }, min: null, inexact_numbers: 1 }],
    ['2026-02-03', { types: { date: 1 }, earliest: '2026-02-03' }],
    ['2024-02-29 23:59:59.123456+00', { types: { date: 1 } }],
    ['2024-02-30', { types: { string: 1 }, earliest: null, min_length: 10 }],
    ['2023-02-29T10:00Z', { types: { string: 1 }, earliest: null }],
    ['2026-13-03', { types: { string: 1 }, earliest: null }],
    ['Äpfel 🦊 ', { types: { string: 1 }, min_length: 8 }],
    ['1'.repeat(65), { types: { string: 1 }, min_length: 65 }],
  ])('%j is counted by its type', (cell, expected) => {
    expect(tallied(cell)).toMatchObject({ count: 1, nulls: 0, ...expected });
    expect(tallied(cell).types).toEqual(expected.types);
  });
});
