import { jest } from '@jest/globals';
import { Deadline } from './deadline.js';

const NEVER = new AbortController().signal;

describe('Deadline', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('aborts after its time with a TimeoutError', () => {
    const sut = new Deadline(1_000, NEVER);
    jest.advanceTimersByTime(999);
    expect([sut.signal.aborted, sut.isPassed]).toEqual([false, false]);
    jest.advanceTimersByTime(1);
    expect([sut.signal.aborted, sut.isPassed]).toEqual([true, true]);
    expect(sut.signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it.each(['at once', 'later'])("aborts with the caller's reason when that comes %s", (when) => {
    const caller = new AbortController();
    const reason = new Error('enough');
    if (when === 'at once') caller.abort(reason);
    const sut = new Deadline(1_000, caller.signal);
    caller.abort(reason);
    jest.advanceTimersByTime(1_000);
    expect([sut.signal.reason, sut.isPassed]).toEqual([reason, false]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('leaves no timer and no listener once it is cleared', () => {
    const caller = new AbortController();
    const sut = new Deadline(1_000, caller.signal);
    sut.clear();
    expect(jest.getTimerCount()).toBe(0);
    caller.abort();
    expect(sut.signal.aborted).toBe(false);
  });
});
