import { jest } from '@jest/globals';
import { AccountStatesRepository } from '../../src/inbound/channel-host/account-states.repository.js';
import { AccountStates } from '../../src/inbound/channel-host/account-states.service.js';
import { DatabaseUnavailableError } from '../../src/persistence/index.js';
import { DATABASES, type TestDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';

const KEY = 'imbridge/default';
const PLACE = { channel: 'imbridge', account: 'default' };

describe.each(DATABASES)('the state of an account on %s', (_, open) => {
  let database: TestDatabase;
  let clock: FakeClock;
  let begin: number;
  beforeEach(async () => {
    database = await open();
    clock = new FakeClock();
    begin = clock.now();
  });
  afterEach(() => database.close());

  const replica = () => new AccountStates(new AccountStatesRepository(database.db), clock);
  const shownBy = async (states: AccountStates) => (await states.all()).get(KEY);
  const shows = (states: AccountStates, expected: object) =>
    eventually(
      async () => {
        const shown = await shownBy(states);
        return Object.entries(expected).every(([name, value]) => shown?.[name as 'status'] === value);
      },
      { what: JSON.stringify(expected) },
    );

  it('is that of the replica in charge, whichever is asked', async () => {
    const [one, other] = [replica(), replica()];
    one.setCharge(KEY, true);
    one.report({ ...PLACE, status: 'connected' });
    other.report({ ...PLACE, status: 'error', reason: 'only here' });
    await shows(other, { status: 'connected', since: begin });
    expect(await shownBy(one)).toEqual(await shownBy(other));
  });

  it('has its begin over a change of the replica in charge, unless the status changes too', async () => {
    const [one, other] = [replica(), replica()];
    one.setCharge(KEY, true);
    one.report({ ...PLACE, status: 'connected' });
    await shows(other, { status: 'connected' });
    clock.advance(60_000);
    other.report({ ...PLACE, status: 'connected' });
    one.setCharge(KEY, false);
    other.setCharge(KEY, true);
    other.report({ ...PLACE, status: 'degraded', reason: 'no webhook' });
    await shows(one, { status: 'degraded', reason: 'no webhook', since: begin + 60_000 });
    other.report({ ...PLACE, status: 'degraded', reason: 'no helper' });
    await shows(one, { reason: 'no helper', since: begin + 60_000 });
    clock.advance(60_000);
    const begun = replica();
    other.setCharge(KEY, false);
    begun.setCharge(KEY, true);
    begun.report({ ...PLACE, status: 'degraded', reason: 'no poll' });
    await shows(one, { reason: 'no poll', since: begin + 60_000 });
  });

  it('keeps the last error after the account is connected again, also over a restart', async () => {
    const first = replica();
    first.setCharge(KEY, true);
    first.report({ ...PLACE, status: 'bad-credentials', reason: 'the password is refused' });
    await shows(first, { status: 'bad-credentials' });
    await eventually(async () => (await shownBy(replica()))?.status === 'bad-credentials');
    await first.end();
    clock.advance(1_000);
    const second = replica();
    second.setCharge(KEY, true);
    second.report({ ...PLACE, status: 'connected' });
    await shows(second, { status: 'connected', since: begin + 1_000 });
    const lastError = { reason: 'the password is refused', at: begin };
    expect((await shownBy(second))?.lastError).toEqual(lastError);
    await eventually(async () => (await shownBy(replica()))?.status === 'connected');
    expect((await shownBy(replica()))?.lastError).toEqual(lastError);
  });

  it('has the reason and the time of the last error of several, on every replica', async () => {
    const [one, other] = [replica(), replica()];
    one.setCharge(KEY, true);
    one.report({ ...PLACE, status: 'error', reason: 'the first' });
    await shows(other, { status: 'error' });
    clock.advance(60_000);
    one.report({ ...PLACE, status: 'connected' });
    await shows(other, { status: 'connected' });
    clock.advance(60_000);
    one.report({ ...PLACE, status: 'error', reason: 'the second' });
    await shows(other, { status: 'error' });
    expect((await shownBy(other))?.lastError).toEqual({ reason: 'the second', at: begin + 120_000 });
  });

  it('is not what a process reports while it ends', async () => {
    const [one, other] = [replica(), replica()];
    one.setCharge(KEY, true);
    one.report({ ...PLACE, status: 'connected' });
    await shows(other, { status: 'connected' });
    await one.end();
    one.report({ ...PLACE, status: 'stopped' });
    expect(await shownBy(other)).toMatchObject({ status: 'connected' });
  });

  it('is written once the database answers again, and known to its own process meanwhile', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'Date', 'performance'] });
    try {
      const repository = new AccountStatesRepository(database.db);
      const away = new DatabaseUnavailableError(new Error('away'));
      const store = jest.spyOn(repository, 'store').mockRejectedValueOnce(away);
      const all = jest.spyOn(repository, 'all').mockRejectedValueOnce(away);
      const states = new AccountStates(repository, clock);
      states.setCharge(KEY, true);
      states.report({ ...PLACE, status: 'connected' });
      expect(await shownBy(states)).toMatchObject({ status: 'connected', since: begin });
      expect(all).toHaveBeenCalledTimes(1);
      await jest.advanceTimersByTimeAsync(5_000);
      expect(store).toHaveBeenCalledTimes(2);
    } finally {
      jest.useRealTimers();
    }
    await eventually(async () => (await shownBy(replica()))?.status === 'connected');
  });
});
