import { jest } from '@jest/globals';
import { refuseNesting, runUnit } from './database.js';

describe('runUnit', () => {
  afterEach(() => jest.useRealTimers());

  it('fails work that takes longer than 10 seconds', async () => {
    jest.useFakeTimers();
    const unit = runUnit(() => new Promise(() => undefined));
    const failed = expect(unit).rejects.toThrow('transaction took longer than 10000 ms: it must only query');
    await jest.advanceTimersByTimeAsync(10_000);
    await failed;
    expect(jest.getTimerCount()).toBe(0);
  });

  it('refuses a nested transaction, and allows one after it', async () => {
    await expect(runUnit(async () => refuseNesting())).rejects.toThrow('nested transaction');
    await runUnit(async () => undefined);
    expect(refuseNesting).not.toThrow();
  });
});
