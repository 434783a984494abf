import { canonicalName } from './canonical-name.js';

it.each([
  ['Kate@Example.ORG', 'kate@example.org'],
  ['JÜRGEN@example.org', 'ju\u0308rgen@example.org'],
  ['ΩMEGA', 'ωmega'],
])('%j has the same canonical name as %j', (one, other) =>
  expect(canonicalName(one)).toBe(canonicalName(other)),
);

it.each([
  ['the KELVIN SIGN', '\u212aate@example.org', 'Kate@example.org'],
  ['the ANGSTROM SIGN', '\u212bsa@example.org', 'Åsa@example.org'],
  ['the OHM SIGN', '\u2126mega', 'Ωmega'],
  ['the Greek question mark', 'a\u037e', 'a;'],
  ['the long s', 'a\u017f', 'as'],
  ['a dotless i', 'm\u0131a', 'mia'],
  ['a dotted I', 'M\u0130A', 'mia'],
  ['a Cyrillic a', '\u0430nn', 'ann'],
  ['full-width letters', '\uff41nn', 'ann'],
])('%s does not match its look-alike', (_, lookAlike, real) => {
  expect(canonicalName(lookAlike)).not.toBe(canonicalName(real));
  expect(canonicalName(canonicalName(lookAlike))).toBe(canonicalName(lookAlike));
});
