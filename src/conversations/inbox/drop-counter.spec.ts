import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Registry } from 'prom-client';
import { DropCounter } from './drop-counter.js';

const DROP = { channel: 'fake', account: 'a', kind: 'group', reason: 'not-allowlisted' } as const;

describe('DropCounter', () => {
  const lines: unknown[] = [];
  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(Logger.prototype, 'log').mockImplementation((line: unknown) => void lines.push(line));
  });
  afterEach(() => {
    lines.length = 0;
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('row 15: logs the first drop of a kind at once, then the number of drops, once a minute', async () => {
    const registry = new Registry();
    const sut = new DropCounter(registry);
    const about = { eventId: 'evt_1', conversationId: 'c' };
    sut.count({ ...DROP, about });
    for (let n = 1; n < 1_000; n++) sut.count(DROP);
    sut.count({ ...DROP, kind: 'direct' });
    expect(lines).toEqual([
      {
        event_id: 'evt_1',
        conversation_id: 'c',
        msg: 'dropped a group event of fake/a: not-allowlisted',
      },
      { msg: 'dropped a direct event of fake/a: not-allowlisted' },
    ]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(lines.slice(2)).toEqual([
      'dropped 999 more within a minute, each a group event of fake/a: not-allowlisted',
    ]);
    expect(await registry.metrics()).toContain('reason="not-allowlisted"} 1001');
  });

  it('logs echoes and receipts, which every answer brings, at debug level only', async () => {
    const debug = jest.spyOn(Logger.prototype, 'debug').mockReturnValue();
    const sut = new DropCounter(new Registry());
    for (const reason of ['own-message', 'own-message', 'update']) sut.count({ ...DROP, reason });
    sut.onModuleDestroy();
    expect(lines).toEqual([]);
    expect(debug).toHaveBeenCalledTimes(3);
  });

  it('logs a kind again after a quiet minute, and keeps no timer', async () => {
    const sut = new DropCounter(new Registry());
    sut.count(DROP);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(jest.getTimerCount()).toBe(0);
    sut.count(DROP);
    sut.count(DROP);
    expect(lines).toHaveLength(2);
    sut.onModuleDestroy();
    expect(lines).toHaveLength(3);
    expect(jest.getTimerCount()).toBe(0);
  });
});
