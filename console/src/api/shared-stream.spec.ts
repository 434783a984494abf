import { jest } from '@jest/globals';
import { follow } from './shared-stream.js';

class Source {
  static readonly CLOSED = 2;
  static made: Source[] = [];
  readyState = 0;
  onopen = (): void => undefined;
  onerror = (): void => undefined;
  constructor() {
    Source.made.push(this);
  }
  addEventListener(): void {
    // No event comes here.
  }
  close(): void {
    this.readyState = Source.CLOSED;
  }
  lose(): void {
    this.readyState = Source.CLOSED;
    this.onerror();
  }
}

describe('a stream of the console that is lost', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    Source.made = [];
    const fetch = async () => Response.json({ role: 'viewer' });
    Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
    Object.assign(globalThis, { EventSource: Source, fetch });
  });
  afterEach(() => jest.useRealTimers());

  it('is opened again after half a second if it was open, else after longer and longer', async () => {
    const end = new AbortController();
    const nothing = () => undefined;
    follow({ url: '/events', kinds: [], onConnection: nothing, onEvent: nothing }, end.signal);
    const pauses: number[] = [];
    for (const wasOpen of [true, true, false, false, true]) {
      const source = Source.made.at(-1)!;
      const { length } = Source.made;
      if (wasOpen) source.onopen();
      source.lose();
      let ms = 0;
      for (; Source.made.length === length && ms < 20_000; ms += 100)
        await jest.advanceTimersByTimeAsync(100);
      pauses.push(ms);
    }
    end.abort();
    expect(pauses).toEqual([500, 500, 1_000, 2_000, 500]);
  });
});
