import { RefusedExtras } from './extras.js';

const HOUR_MS = 3_600_000;

describe('an extra with which the Mac did not send', () => {
  let now: number;
  let sut: RefusedExtras;
  beforeEach(() => {
    now = 0;
    sut = new RefusedExtras({ elapsed: () => now });
  });

  it('is left out for an hour, because the failure may have had another reason', () => {
    sut.note(['reply']);
    now = HOUR_MS - 1;
    expect(sut.has('reply')).toBe(true);
    expect(sut.problem).toContain('reply');
    now = HOUR_MS;
    expect(sut.has('reply')).toBe(false);
    expect(sut.problem).toBeUndefined();
  });

  it('is left out for a day when it fails again within a day', () => {
    sut.note(['reply']);
    now = 2 * HOUR_MS;
    sut.note(['reply']);
    now += 24 * HOUR_MS - 1;
    expect(sut.has('reply')).toBe(true);
    now += 1;
    expect(sut.has('reply')).toBe(false);
  });

  it('is left out for an hour again when the failure before is a day ago', () => {
    sut.note(['reply']);
    now = 24 * HOUR_MS + 1;
    sut.note(['reply']);
    now += HOUR_MS;
    expect(sut.has('reply')).toBe(false);
  });
});
