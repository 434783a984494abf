import { jest } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.js';
import type { Database } from '../../persistence/index.js';
import type { OpenCallsRepository, OpenRow } from '../ledger/open-calls.repository.js';
import type { BudgetAlarms } from './budget-alarms.service.js';
import type { CountsRepository, Draw } from './counts.repository.js';
import { Draws } from './draws.service.js';
import type { Limit } from './limits.service.js';

const limitOf = (subject: string): Limit => ({
  budget: 'b',
  subject,
  period: '2026-11-24',
  unit: 'tokens',
  most: 1_000,
  endsAt: 0,
});
const dimensions = {
  day: '2026-11-24',
  agent: 'main',
  model: 'm',
  channel: '',
  sender: '',
  conversation: '',
  key_id: '',
};

describe('the draws of a process', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  function draws() {
    const clock = new FakeClock();
    const drawn: Draw[] = [];
    const transaction = jest.fn((work: (tx: object) => unknown) => Promise.resolve(work({})));
    const draw = async (_tx: object, wanted: readonly Draw[]) => {
      drawn.push(...wanted);
      return wanted.map((each) => ({ ...each.limit, used: 0, spent: 0, drawn: each.wanted, warned: 0 }));
    };
    const nothing = async () => undefined;
    const saved: OpenRow[] = [];
    const save = async (_tx: object, rows: readonly OpenRow[]) => void saved.push(...rows);
    const sut = new Draws(
      { draw } as unknown as CountsRepository,
      { save, delete: nothing } as unknown as OpenCallsRepository,
      { check: nothing } as unknown as BudgetAlarms,
      { transaction } as unknown as Database,
      clock,
    );
    const call = (subject: string) => {
      const counts = [sut.countOf(limitOf(subject))];
      return sut.draw({ counts, dimensions, isPriced: true, amounts: { input: 100, output: 0, cost: 0 } });
    };
    const wanted = () => drawn.splice(0).map((each) => [each.limit.subject, each.wanted]);
    return { sut, clock, transaction, call, wanted, saved };
  }

  it('that fail are told to each call that waits for them, and the next ones are made', async () => {
    const { transaction, call, wanted } = draws();
    transaction.mockRejectedValueOnce(new Error('no database'));
    const ends = await Promise.allSettled([call('ann'), call('ben')]);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await call('ann');
    expect(wanted()).toEqual([['ann', 150]]);
  });

  it('have the database know of all simultaneous calls of a kind before they are made', async () => {
    const { sut, saved } = draws();
    const amounts = { input: 100, output: 40, cost: 8 };
    const counts = [sut.countOf(limitOf('ann'))];
    const calls = [1, 2, 3].map(() => sut.draw({ counts, dimensions, isPriced: true, amounts }));
    await Promise.all([
      ...calls,
      sut.draw({ counts, dimensions: { ...dimensions, sender: 'ben' }, isPriced: true, amounts }),
    ]);
    expect(saved).toMatchObject([
      { input: 375, output: 150, cost: 30 },
      { input: 125, output: 50, cost: 10 },
    ]);
  });

  it('give back soon after a call what it did not use, beside counts that hold nothing', async () => {
    const { sut, clock, call, wanted } = draws();
    sut.countOf(limitOf('eve'));
    await call('ann');
    expect(wanted()).toEqual([['ann', 150]]);
    const count = sut.countOf(limitOf('ann'));
    count.reserve(100, clock.elapsed());
    count.settle({ reserved: 100, used: 0 }, clock.elapsed());
    sut.settled([count]);
    clock.advance(60_000);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(wanted()).toEqual([['ann', -150]]);
    // By then nothing of either is left here.
    expect(sut.countOf(limitOf('ann'))).not.toBe(count);
  });
});
