import { type Contents, isContents } from './contents.js';

const CONTENTS: Contents = {
  dialect: 'sqlite',
  rows: 1,
  tables: { users: { rows: 1, digest: 'ab' } },
  entries: 2,
  media: { files: 0, bytes: 0, deleted: 0, missing: 0, missingIds: [] },
  files: ['gatehouse.json'],
  outside: [{ setting: 'gateway.tls.keyFile', path: '/key' }],
  variables: ['A'],
  plugins: [{ name: 'n', version: '1.0.0', source: 'n' }],
  stateDir: '/s',
};

describe('the list of contents of a backup', () => {
  it('is taken as we write it, also with fields of later releases', () => {
    expect(isContents({ ...CONTENTS, more: 1 })).toBe(true);
  });

  it.each<[string, object]>([
    ['a field that is missing', { stateDir: undefined }],
    ['a list that is none', { files: 'gatehouse.json' }],
    ['a name that is no text', { plugins: [{ name: 1, version: '1', source: 's' }] }],
    ['null for an item', { outside: [null] }],
    ['a count that is none', { rows: -1 }],
    ['a count beyond exact numbers', { entries: 2 ** 53 }],
    ['a text without end', { variables: ['x'.repeat(4_097)] }],
    ['more than 10,000 items', { variables: Array.from({ length: 10_001 }, () => 'A') }],
    [
      'more than 10,000 tables',
      { tables: Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [n, { rows: 0, digest: '' }])) },
    ],
    ['another database', { dialect: 'oracle' }],
  ])('is refused with %s', (_, change) => {
    expect(isContents({ ...CONTENTS, ...change })).toBe(false);
  });
});
