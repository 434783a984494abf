import { jest } from '@jest/globals';
import { exactTimeOf, localTime } from './audit-filter.js';

afterEach(() => jest.restoreAllMocks());

describe('the limits of the audit filter', () => {
  it.each([
    ['behind UTC', 210, '2026-11-28T06:30'],
    ['at UTC', 0, '2026-11-28T10:00'],
    ['ahead of UTC', -345, '2026-11-28T15:45'],
  ])('are shown in the time of the browser, %s', (_, minutes, expected) => {
    // The zone of a process cannot be set here.
    jest.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(minutes);
    expect(localTime('2026-11-28T10:00:00.000Z')).toBe(expected);
  });

  it('are unset where a field is empty or holds no time', () => {
    expect([localTime(undefined), localTime('yesterday'), exactTimeOf('')]).toEqual(['', '', undefined]);
  });
});
