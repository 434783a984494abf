import { jest } from '@jest/globals';
import { Silence } from './silence.js';

const MS = 30_000;

describe('Silence', () => {
  let turn: AbortController;
  let sut: Silence;

  beforeEach(() => {
    jest.useFakeTimers();
    turn = new AbortController();
    sut = new Silence(MS, turn.signal);
  });
  afterEach(() => {
    sut.end();
    jest.useRealTimers();
  });

  const forever = () => void sut.during(Promise.withResolvers<undefined>().promise);
  const bytes = () => sut.during(Promise.resolve());

  it('is too long without a first byte, counted from the call', () => {
    jest.advanceTimersByTime(MS - 1);
    forever();
    expect(sut.signal.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect(sut.signal.reason).toMatchObject({ code: 'silent', isRetryable: true });
  });

  it('has no limit between the first byte and the first text: the model may be reasoning', async () => {
    await bytes();
    forever();
    jest.advanceTimersByTime(10 * MS);
    expect(sut.signal.aborted).toBe(false);
  });

  it('is too long after the first byte of a model that may not reason', async () => {
    sut.end();
    sut = new Silence(MS, turn.signal, { mayReason: false });
    await bytes();
    forever();
    jest.advanceTimersByTime(MS);
    expect(sut.signal.reason).toMatchObject({ code: 'stalled' });
  });

  it('is too long after text or a call, counted from the last bytes', async () => {
    await bytes();
    sut.heardWriting();
    jest.advanceTimersByTime(MS - 1);
    await bytes();
    forever();
    jest.advanceTimersByTime(MS - 1);
    expect(sut.signal.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect(sut.signal.reason).toMatchObject({ code: 'stalled' });
  });

  it('does not count while the reader does something else', async () => {
    await bytes();
    sut.heardWriting();
    jest.advanceTimersByTime(10 * MS);
    await bytes();
    expect(sut.signal.aborted).toBe(false);
  });

  it('ends with the turn', () => {
    const reason = new Error('stopped by a command');
    turn.abort(reason);
    expect(sut.signal.reason).toBe(reason);
  });
});
