import { clockFinding } from './clock-finding.js';

const NOW = Date.parse('2026-11-25T12:00:00Z');

describe('the clock', () => {
  it.each([
    ['Wed, 25 Nov 2026 12:00:02 GMT', 'ok', 'the clock agrees with the bridge'],
    [NOW - 60_000, 'warning', "this machine's clock is 60 s ahead of the bridge"],
    ['Wed, 25 Nov 2026 12:10:00 GMT', 'failed', "this machine's clock is 600 s behind the bridge"],
    ['soon', 'unknown', 'the bridge does not report its time'],
    [undefined, 'unknown', 'the bridge does not report its time'],
  ])('beside %s is %s', (theirs, state, message) => {
    expect(clockFinding('the bridge', theirs, NOW)).toMatchObject({ state, message });
  });
});
