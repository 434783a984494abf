import { jest } from '@jest/globals';
import { fakeTimeouts } from '../../../../test/support/fake-timeouts.js';
import type { Database } from '../../../persistence/index.js';
import type { Hint, ListMarks, Marks } from './list-marks.service.js';
import { HintWatcher } from './hint-watcher.service.js';

const POLL_MS = 500;

/** Marks that a test chooses. */
class FakeMarks {
  now: Marks = { event: '', delivery: '', account: '', alert: '', loop: '' };
  looks = 0;
  alertLooks = 0;
  readonly ofLists = async () => {
    this.looks++;
    return this.now;
  };
  readonly ofAlerts = async () => {
    this.alertLooks++;
    return { alert: this.now.alert };
  };

  set(change: Partial<Marks>): void {
    this.now = { ...this.now, ...change };
  }
}

describe('HintWatcher', () => {
  let marks: FakeMarks;
  let sut: HintWatcher;
  let told: (readonly Hint[])[];
  let now: number;

  beforeEach(() => {
    fakeTimeouts();
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    marks = new FakeMarks();
    sut = new HintWatcher(marks as unknown as ListMarks, { dialect: 'sqlite' } as Database);
    told = [];
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  const follow = async () => {
    await sut.begin();
    return sut.follow((hints) => told.push(hints));
  };
  const pass = async (ms = POLL_MS) => {
    now += ms;
    jest.advanceTimersByTime(ms);
    await new Promise(setImmediate);
  };

  it('tells once what has changed since a listener was told that it may read', async () => {
    await follow();
    await pass();
    marks.set({ delivery: '1', event: '1' });
    await pass();
    await pass();
    expect(told).toEqual([['event', 'delivery']]);
  });

  it('tells of a change between the begin and the first poll, even when the last listener left meanwhile', async () => {
    const leave = await follow();
    await sut.begin();
    leave();
    marks.set({ account: '1' });
    await pass();
    sut.follow((hints) => told.push(hints));
    await pass();
    expect(told).toEqual([['account']]);
  });

  it('reads nothing without listeners', async () => {
    (await follow())();
    for (let n = 0; n < 3; n++) await pass();
    expect([marks.looks, marks.alertLooks]).toEqual([1, 1]);
  });

  it('looks at alerts every two seconds', async () => {
    await follow();
    marks.set({ alert: '1' });
    for (let n = 0; n < 3; n++) await pass();
    expect(told).toEqual([]);
    await pass();
    expect([told, marks.alertLooks]).toEqual([[['alert']], 2]);
  });

  it('continues after a failed look, and tells what has changed meanwhile', async () => {
    await follow();
    jest.spyOn(marks, 'ofLists').mockRejectedValueOnce(new Error('away'));
    marks.set({ loop: '1' });
    await pass();
    expect(told).toEqual([]);
    await pass();
    expect(told).toEqual([['loop']]);
  });
});
