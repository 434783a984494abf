import { editDistance, nearestName } from './nearest-name.js';

describe('nearestName', () => {
  it.each([
    ['chanels', 'channels'],
    ['imbrige', 'imbridge'],
    ['PORT', 'port'],
    ['prot', 'port'],
    ['webhook', undefined],
  ])('of %s is %s', (name, expected) => {
    expect(nearestName(name, ['channels', 'imbridge', 'port'])).toBe(expected);
  });
});

describe('editDistance', () => {
  it.each([
    ['', 'abc', 3],
    ['abc', 'abc', 0],
    ['abc', 'acb', 1],
    ['kitten', 'sitting', 3],
  ])('of %j and %j is %i', (a, b, expected) => {
    expect(editDistance(a, b)).toBe(expected);
    expect(editDistance(b, a)).toBe(expected);
  });
});
