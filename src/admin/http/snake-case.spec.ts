import { snakeKeys } from './snake-case.js';

it('snakeKeys writes keys in snake_case', () => {
  const keys = ['readReceipts', 'typing', 'serverURL', 'macOSVersion', 'already_snake', 'p99Ms'];
  const object = Object.fromEntries(keys.map((key) => [key, 1]));
  expect(Object.keys(snakeKeys(object))).toEqual([
    'read_receipts',
    'typing',
    'server_url',
    'mac_os_version',
    'already_snake',
    'p99_ms',
  ]);
});
