import { jest } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { type Database, DatabaseUnavailableError } from '../../persistence/index.js';
import { checksOf } from '../condition.js';
import { DatabaseConditions } from './database-conditions.js';

interface Answers {
  readonly ping?: () => Promise<void>;
  readonly write?: () => Promise<void>;
}

function examine({ ping = async () => undefined, write = async () => undefined }: Answers) {
  const query = { select: () => query, limit: () => query, execute: async () => [] };
  const db = { dialect: 'sqlite', ping, transaction: write, on: () => ({ selectFrom: () => query }) };
  const [check] = checksOf([new DatabaseConditions(db as unknown as Database, new FakeClock())]);
  return check!.run(AbortSignal.timeout(10_000));
}

const failed = (message: string) => [
  {
    state: 'failed',
    message,
    setting: 'DATABASE_URL',
    remedy: expect.stringMatching(/^Check the database/),
  },
];

describe('the check of the database', () => {
  afterEach(() => jest.useRealTimers());

  it.each([
    [
      'does not answer',
      { ping: async () => Promise.reject(new DatabaseUnavailableError(new Error('gone'))) },
    ],
    [
      'stores nothing',
      { write: async () => Promise.reject(new DatabaseUnavailableError(new Error('gone'))) },
    ],
  ])('fails when it %s, and says why', async (_, answers) => {
    expect(await examine(answers)).toEqual(failed('sqlite does not answer: gone'));
  });

  it('fails when a write hangs, before the time of a check is over', async () => {
    jest.useFakeTimers();
    const examined = examine({ write: () => new Promise(() => undefined) });
    await jest.advanceTimersByTimeAsync(3_500);
    expect(await examined).toEqual(failed('sqlite does not answer: no answer within 3 s'));
  });
});
