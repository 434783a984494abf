import { jest } from '@jest/globals';
import { RuntimeFailure } from '../../src/assistant/index.js';
import { DataRequestRepository } from '../../src/data-api/requests/data-request.repository.js';
import { errorOf } from '../support/admin-app.js';
import { AGENT, type Body, dataRequestWorld, HOUR_MS } from '../support/data-request-world.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';

describe.each(DATABASES)('data requests with an Idempotency-Key on %s', (_, open) => {
  const world = dataRequestWorld(open);
  const { process, read, over, stored, hold, restart } = world;

  const KEY = { 'Idempotency-Key': 'order-66' };

  it('return the first result again, with another API key of the user and after a restart', async () => {
    const first = await process('a,b\n1,2\n', KEY);
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    const again = await process('a,b\n1,2\n', KEY, await world.sut.makeKey(world.user.id));
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    await restart();
    expect((await process('a,b\n1,2\n', KEY)).body).toEqual(first.body);
    expect(await stored()).toHaveLength(1);
  });

  it('are refused with another body or other options', async () => {
    await process('a', KEY);
    const other = await process('b', KEY);
    expect([other.status, errorOf(other.body)]).toMatchObject([
      422,
      { code: 'IDEMPOTENCY_MISMATCH', details: 'Idempotency-Key was used with another body' },
    ]);
    for (const options of [{ param1: 'text' }, { param2: ';' }]) {
      const call = world.sut.call('POST /data/process', world.user.key).set(KEY);
      expect((await call.send({ input_data: 'a', options })).status).toBe(422);
    }
  });

  it('do not share the key with another user', async () => {
    const first = await process('a', KEY);
    const other = await world.sut.makeUser('other@example.com');
    const theirs = await process('b', KEY, other.key);
    expect(theirs.status).toBe(200);
    expect((theirs.body as Body).id).not.toBe((first.body as Body).id);
  });

  it('keep it for a day', async () => {
    const first = (await process('a', KEY)).body as Body;
    world.clock.advance(24 * HOUR_MS + 1);
    const next = await process('b', KEY);
    expect([next.status, next.headers['idempotent-replayed']]).toEqual([200, undefined]);
    expect((await read(first.id)).id).toBe(first.id);
  });

  it('free it when they are refused', async () => {
    const refused = world.sut.call('POST /data/process', world.user.key).set(KEY);
    expect((await refused.send({ input_data: '{', options: { param1: 'json' } })).status).toBe(400);
    expect((await process('{}', KEY)).status).toBe(200);
  });

  it.each(['', 'a b', 'ä', 'x'.repeat(256)])('are refused with the key %j', async (key) => {
    const { status, body } = await process('a', { 'Idempotency-Key': Buffer.from(key).toString('latin1') });
    expect([status, errorOf(body).details]).toEqual([
      400,
      'Idempotency-Key must be 1 to 255 visible ASCII characters',
    ]);
  });

  it('run once when they come at the same time', async () => {
    await restart({ config: AGENT });
    const { asked, answer } = hold();
    const first = process('a', KEY).then((response) => response);
    await asked;
    const others = await Promise.all([1, 2, 3].map(() => process('a', KEY)));
    for (const { status, headers, body } of others)
      expect([status, headers['retry-after'], errorOf(body).code]).toEqual([409, '60', 'CONFLICT']);
    answer('done');
    expect([(await first).status, (await process('a', KEY)).body]).toEqual([200, (await first).body]);
    expect(world.sut.runtime.asked).toHaveLength(1);
  });

  it('wait for the rest of the lease after a kill, but not on a database that only one process uses', async () => {
    await restart({ config: AGENT });
    const killed = hold();
    const first = process('a', KEY).then((response) => response);
    await killed.asked;
    world.clock.advance(20_500);
    await world.startAfterKill({ config: AGENT });
    world.sut.runtime.answer = () => 'second';
    const { status, headers } = await process('a', KEY);
    const isShared = world.database.db.dialect === 'postgres';
    expect([status, headers['retry-after']]).toEqual(isShared ? [409, '40'] : [200, undefined]);
    if (!isShared) expect((await process('b', KEY)).status).toBe(422);
    killed.answer('first');
    await first;
  });

  it.each([
    ['that died', () => world.clock.advance(60_001)],
    ['that died before the clock was set back', () => world.clock.jump(-24 * HOUR_MS)],
  ])('are taken over from a replica %s, whose late answer is ignored', async (_, die) => {
    await restart({ config: AGENT });
    const { asked, answer } = hold();
    const first = process('a', KEY).then((response) => response);
    await asked;
    die();
    world.sut.runtime.answer = () => 'second';
    const second = await process('a', KEY);
    expect([second.status, (second.body as Body).output]).toEqual([
      200,
      { text: 'second', text_truncated: false },
    ]);
    answer('first');
    expect((await first).status).toBe(409);
    expect((await process('a', KEY)).body).toEqual(second.body);
  });

  /** A replica that got a request and is taken for dead before it has answered. */
  const deadReplica = async () => {
    await restart({ config: AGENT });
    const dead = hold();
    const first = process('a', KEY).then((response) => response);
    await dead.asked;
    world.clock.advance(60_001);
    return { dead, first };
  };

  it('are answered by the replica that took over, even when the first one ends before it', async () => {
    const { dead, first } = await deadReplica();
    const heir = hold();
    const second = process('a', KEY).then((response) => response);
    await heir.asked;
    dead.answer('first');
    expect((await first).status).toBe(409);
    heir.answer('second');
    const { status, body } = await second;
    expect([status, (body as Body).output?.text]).toEqual([200, 'second']);
    expect((await process('a', KEY)).body).toEqual(body);
  });

  it('are taken over by one of several concurrent requests', async () => {
    const { dead, first } = await deadReplica();
    const next = hold();
    const refused: number[] = [];
    const others = [1, 2, 3, 4].map(async () => {
      const { status } = await process('a', KEY);
      if (status === 409) refused.push(status);
      return status;
    });
    const asks = () => world.sut.runtime.asked.length - 1;
    await eventually(() => asks() > 0 && asks() + refused.length === others.length);
    for (const { answer } of [next, dead]) answer('done');
    expect((await Promise.all(others)).sort()).toEqual([200, 409, 409, 409]);
    expect([(await first).status, asks()]).toEqual([409, 1]);
  });

  it('are taken over with the lease that was read, and not with one that another has taken since', async () => {
    const { dead, first } = await deadReplica();
    const { db } = world.database;
    const [{ id, lease_until: lease } = { id: '', lease_until: 0 }] = await stored();
    const renew = (to: number) =>
      db.transaction((tx) => new DataRequestRepository(db).renewLease(tx, id, lease!, to));
    expect([await renew(lease! + 1), await renew(lease! + 2)]).toEqual([true, false]);
    // Nor does the first one give up what another has taken.
    await db.transaction((tx) => new DataRequestRepository(db).abandon(tx, id, lease!));
    expect(await stored()).toMatchObject([{ lease_until: lease! + 1 }]);
    dead.answer('late');
    expect((await first).status).toBe(409);
  });

  it('are taken over by an asynchronous request', async () => {
    await restart({ config: AGENT });
    const { asked, answer } = hold();
    const first = process('a', KEY).then((response) => response);
    await asked;
    const prefer = { ...KEY, Prefer: 'respond-async' };
    expect((await process('a', prefer)).status).toBe(409);
    world.clock.advance(60_001);
    world.sut.runtime.answer = () => 'second';
    const taken = await process('a', prefer);
    expect(taken.status).toBe(202);
    expect((await over((taken.body as Body).id)).output?.text).toBe('second');
    answer('first');
    expect((await first).status).toBe(409);
  });

  it('free it when the model does not answer within 50 s', async () => {
    await restart({ config: AGENT });
    const tooLate = new AbortController();
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(tooLate.signal);
    const { asked } = hold();
    const call = process('a', KEY).then((response) => response);
    await asked;
    tooLate.abort();
    const { status, body } = await call;
    expect([status, errorOf(body).message]).toEqual([503, 'The request was not processed in time.']);
    expect(timeout).toHaveBeenCalledWith(50_000);
    timeout.mockRestore();
    expect(await stored()).toEqual([]);
  });

  it('get the late answer of a replica taken for dead when the other one has failed', async () => {
    await restart({ config: AGENT });
    const { asked, answer } = hold();
    const first = process('a', KEY).then((response) => response);
    await asked;
    world.clock.advance(60_001);
    world.sut.runtime.answer = () => {
      throw new RuntimeFailure('away', true);
    };
    expect((await process('a', KEY)).status).toBe(503);
    answer('late');
    const { status, body } = await first;
    expect([status, body]).toMatchObject([200, { output: { text: 'late' } }]);
    expect((await process('a', KEY)).body).toEqual(body);
  });

  it('free it at an orderly shutdown, which does not wait for the model', async () => {
    await restart({ config: AGENT });
    const asked = Promise.withResolvers<null>();
    world.sut.runtime.answer = (_input, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
        asked.resolve(null);
      });
    const first = process('a', KEY).catch(() => undefined);
    await asked.promise;
    await restart();
    expect(await stored()).toEqual([]);
    expect((await process('b', KEY)).status).toBe(200);
    expect((await first)?.status ?? 503).toBe(503);
  });

  it('return the asynchronous request', async () => {
    const prefer = { ...KEY, Prefer: 'respond-async' };
    const first = await process('a', prefer);
    const again = await process('a', prefer);
    expect((again.body as Body).id).toBe((first.body as Body).id);
    await over((first.body as Body).id);
    expect(await stored()).toHaveLength(1);
    expect([(await process('a', KEY)).status, (await process('b', prefer)).status]).toEqual([200, 422]);
  });
});
