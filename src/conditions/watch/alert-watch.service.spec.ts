import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { fakeTimeouts } from '../../../test/support/fake-timeouts.js';
import type { GatehouseConfig } from '../../config/index.js';
import type { Leadership } from '../../persistence/index.js';
import { AlertWatch } from './alert-watch.service.js';
import type { Alerts } from './alerts.service.js';

const LOOK_MS = 3_000;

describe('the watch for alerts', () => {
  let isWanted: boolean;
  let done: string[];
  let problems: readonly string[];
  let change: () => void;
  let hold: (isHeld: boolean) => void;
  let warned: unknown[];
  let sut: AlertWatch;

  beforeEach(() => {
    fakeTimeouts();
    [isWanted, done, problems, warned] = [true, [], [], []];
    jest.spyOn(Logger.prototype, 'warn').mockImplementation((text) => void warned.push(text));
    const looks = {
      get isWanted() {
        return isWanted;
      },
      look: async () => (done.push('look'), problems),
      closeAll: async () => (done.push('close'), []),
    };
    const config = { onChange: (listener: () => void) => (change = listener) };
    const leadership = {
      campaign: (_lease: string, onChange: (isHeld: boolean) => void) => {
        done.push('campaign');
        hold = onChange;
        return { withdraw: async () => void done.push('withdraw') };
      },
    };
    sut = new AlertWatch(
      config as unknown as GatehouseConfig,
      leadership as unknown as Leadership,
      looks as unknown as Alerts,
    );
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  const pass = async () => {
    jest.advanceTimersByTime(LOOK_MS);
    for (let n = 0; n < 3; n++) await new Promise(setImmediate);
  };

  it('rests while no one is to be notified, and begins once the configuration names a recipient', async () => {
    isWanted = false;
    sut.start();
    await pass();
    expect(done).toEqual([]);
    isWanted = true;
    change();
    hold(true);
    await pass();
    await pass();
    expect(done).toEqual(['campaign', 'look', 'look']);
  });

  it('looks only while it has the lease, once at a time', async () => {
    sut.start();
    hold(false);
    await pass();
    for (const isHeld of [true, false, true]) hold(isHeld);
    await pass();
    hold(false);
    await pass();
    expect(done).toEqual(['campaign', 'look']);
  });

  it('closes open alerts, and returns the lease, once no one is to be notified', async () => {
    sut.start();
    hold(true);
    await pass();
    isWanted = false;
    change();
    await pass();
    await pass();
    expect(done).toEqual(['campaign', 'look', 'close', 'withdraw']);
  });

  it('logs a problem once, until it is another one', async () => {
    sut.start();
    hold(true);
    problems = ['no such place'];
    await pass();
    await pass();
    problems = [];
    await pass();
    problems = ['no such place'];
    await pass();
    expect(warned).toHaveLength(2);
    expect(warned[0]).toContain('no such place');
  });

  it('ends with the program', async () => {
    sut.start();
    hold(true);
    await sut.onModuleDestroy();
    await pass();
    expect(done).toEqual(['campaign']);
  });
});
