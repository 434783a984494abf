import { ALL, anyOf, isOneOf, NONE, portionsOf } from './statements.repository.js';

it('ids are taken 500 at a time', () => {
  const ids = Array.from({ length: 1_001 }, (_, at) => at);
  const portions = [...portionsOf(new Set(ids))];
  expect(portions.map(({ length }) => length)).toEqual([500, 500, 1]);
  expect(portions.flat()).toEqual(ids);
  expect([...portionsOf([])]).toEqual([]);
});

it('what nothing can meet is recognized, so that no statement asks for it', () => {
  expect(anyOf([])).toBe(NONE);
  expect(anyOf([NONE, NONE])).toBe(NONE);
  expect(anyOf([NONE, ALL])).not.toBe(NONE);
  expect(isOneOf('id', [])).toBe(NONE);
  expect(isOneOf('id', ['a'])).not.toBe(NONE);
});
