import { jest } from '@jest/globals';
import { fakeTimeouts } from '../../../test/support/fake-timeouts.js';
import type { Positions } from './event-cursor.js';
import type { EventFeeds } from './event-feeds.service.js';
import { FeedWatcher } from './feed-watcher.service.js';

const POLL_MS = 500;

/** Feeds whose ends and open transactions a test chooses. */
class Feeds {
  message = 0;
  open: readonly string[] = [];
  looks = 0;
  readonly ends = async (): Promise<Positions> => {
    this.looks++;
    return { audit: '', message: String(this.message), pairing: '' };
  };
  readonly writers = async () => new Set(this.open);
}

describe('FeedWatcher', () => {
  let feeds: Feeds;
  let watcher: FeedWatcher;
  let told: (string | undefined)[];

  beforeEach(() => {
    fakeTimeouts();
    feeds = new Feeds();
    watcher = new FeedWatcher(feeds as unknown as EventFeeds);
    told = [];
  });
  afterEach(() => jest.useRealTimers());

  const follow = () => watcher.follow((settled) => told.push(settled?.message));
  /** Lets a poll begin and end. */
  const pass = async (ms: number) => {
    jest.advanceTimersByTime(ms);
    await new Promise(setImmediate);
  };

  it('reports the ends of the feeds at once when no transaction is open', async () => {
    feeds.message = 7;
    expect(await watcher.look()).toMatchObject({ settled: { message: '7' } });
    follow();
    expect(told).toEqual(['7']);
    feeds.message = 8;
    await pass(POLL_MS);
    expect(told).toEqual(['7', '8']);
  });

  it('reports a position soon after every transaction that was open at it has ended', async () => {
    [feeds.message, feeds.open] = [7, ['3/1', '3/2']];
    expect(await watcher.look()).toMatchObject({ ends: { message: '7' }, settled: undefined });
    follow();
    // Another one has begun and committed the next number.
    [feeds.message, feeds.open] = [8, ['3/2', '3/3']];
    await pass(10);
    feeds.open = ['3/3', '3/4'];
    await pass(20);
    expect(told).toEqual([undefined, undefined, '7']);
    await pass(POLL_MS);
    expect(told.at(-1)).toBe('7');
    feeds.open = [];
    await pass(POLL_MS);
    expect(told.at(-1)).toBe('8');
  });

  it('waits for as long as a transaction is open, and polls twice a second', async () => {
    [feeds.message, feeds.open] = [7, ['3/1']];
    await watcher.look();
    follow();
    for (let n = 0; n < 20; n++) await pass(POLL_MS);
    expect(new Set(told)).toEqual(new Set([undefined]));
    expect(feeds.looks).toBe(21);
    await pass(POLL_MS - 1);
    expect(feeds.looks).toBe(21);
  });

  it('reports the settled position to a new follower before the next poll', async () => {
    feeds.message = 7;
    await watcher.look();
    follow();
    [feeds.message, feeds.open] = [8, ['3/1']];
    await watcher.look();
    follow();
    expect(told).toEqual(['7', '7']);
  });

  it('reads nothing without followers, and forgets the settled position', async () => {
    feeds.message = 7;
    await watcher.look();
    follow()();
    for (let n = 0; n < 3; n++) await pass(POLL_MS);
    expect(feeds.looks).toBe(1);
    [feeds.message, feeds.open] = [99, ['3/9']];
    expect(await watcher.look()).toMatchObject({ ends: { message: '99' }, settled: undefined });
  });

  it('compares readings in order, even when two are requested at the same time', async () => {
    follow();
    const first = Promise.withResolvers<Set<string>>();
    jest.spyOn(feeds, 'writers').mockReturnValueOnce(first.promise);
    const looks = [watcher.look(), watcher.look()];
    await new Promise(setImmediate);
    [feeds.message, feeds.open] = [7, ['3/2']];
    first.resolve(new Set(['3/1']));
    expect(await Promise.all(looks)).toMatchObject([{ settled: undefined }, { settled: { message: '0' } }]);
  });

  it('continues after a failed reading', async () => {
    follow();
    jest.spyOn(feeds, 'ends').mockRejectedValueOnce(new Error('away'));
    await pass(10);
    feeds.message = 7;
    await pass(20);
    expect(told).toEqual([undefined, '7']);
  });
});
