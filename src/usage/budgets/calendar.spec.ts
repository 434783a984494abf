import { Calendar } from './calendar.js';

const at = (text: string) => Date.parse(text);

describe('the calendar of usage', () => {
  it('begins days and months in its time zone', () => {
    const sut = new Calendar('Europe/Berlin');
    expect(sut.at(at('2026-11-30T22:59:59Z'))).toEqual({
      day: { name: '2026-11-30', endsAt: at('2026-11-30T23:00:00Z') },
      month: { name: '2026-11', endsAt: at('2026-11-30T23:00:00Z') },
    });
    expect(sut.at(at('2026-11-30T23:00:00Z')).day.name).toBe('2026-12-01');
    expect(sut.textOf(at('2026-11-30T23:00:00Z'))).toBe('2026-12-01 00:00');
  });

  it('has the days of UTC', () => {
    const sut = new Calendar('UTC');
    expect(sut.at(at('2026-12-31T23:59:59Z'))).toEqual({
      day: { name: '2026-12-31', endsAt: at('2027-01-01T00:00:00Z') },
      month: { name: '2026-12', endsAt: at('2027-01-01T00:00:00Z') },
    });
    expect(sut.textOf(at('2027-01-01T00:00:00Z'))).toBe('2027-01-01 00:00');
  });

  it('has days of 23 and 25 hours where the clocks change', () => {
    const sut = new Calendar('Europe/Berlin');
    expect(sut.at(at('2026-03-29T00:00:00Z')).day.endsAt).toBe(at('2026-03-29T22:00:00Z'));
    expect(sut.at(at('2026-10-25T00:00:00Z')).day.endsAt).toBe(at('2026-10-25T23:00:00Z'));
  });

  it('ends a day at the first moment of the next where clocks skip midnight', () => {
    // In Beirut 00:00 of 29 March 2026 does not exist.
    const sut = new Calendar('Asia/Beirut');
    const { day } = sut.at(at('2026-03-28T12:00:00Z'));
    expect(day).toEqual({ name: '2026-03-28', endsAt: at('2026-03-28T22:00:00Z') });
  });

  it('goes back with a clock that is set back', () => {
    const sut = new Calendar('UTC');
    expect(sut.at(at('2026-11-25T10:00:00Z')).day.name).toBe('2026-11-25');
    expect(sut.at(at('2026-11-24T10:00:00Z')).day.name).toBe('2026-11-24');
  });
});
