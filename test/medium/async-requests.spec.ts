import { RuntimeFailure } from '../../src/assistant/index.js';
import { errorOf } from '../support/admin-app.js';
import { AGENT, type Body, dataRequestWorld } from '../support/data-request-world.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { throughBackOffs } from '../support/passing-time.js';

describe.each(DATABASES)('asynchronous data requests on %s', (_, open) => {
  const world = dataRequestWorld(open);
  const { process, read, over, stored, restart } = world;

  const PREFER = { Prefer: 'respond-async' };
  const passing = () => ({
    db: world.database.db,
    queue: world.sut.queue,
    clock: world.clock,
    kinds: ['data-request'],
  });

  it('are accepted with 202, processed, and found at their address', async () => {
    const { status, body, headers } = await process('a,b\n1,2\n', { Prefer: 'wait=5, Respond-Async' });
    const { id } = body as Body;
    expect([status, headers.location, headers['preference-applied']]).toEqual([
      202,
      `/v1/data/process/${id}`,
      'respond-async',
    ]);
    expect(body).toMatchObject({ status: 'queued' });
    for (const field of ['output', 'error', 'duration_ms']) expect(body).not.toHaveProperty(field);
    expect(await over(id)).toMatchObject({ status: 'completed', output: { format: 'csv' } });
    expect(await stored()).toMatchObject([{ input: null }]);
  });

  it('survive a restart with NUL and lone surrogates in the input', async () => {
    await restart({ works: false });
    const { id } = (await process('a\0\ud800"\u2028', PREFER)).body as Body;
    expect((await world.sut.call(`GET /data/process/${id}`, world.user.key)).headers['retry-after']).toBe(
      '1',
    );
    await restart();
    expect(await over(id)).toMatchObject({
      status: 'completed',
      output: { nul_characters: 1, lone_surrogates: 1 },
    });
  });

  it('fail for good when the input is invalid', async () => {
    const call = world.sut.call('POST /data/process', world.user.key).set(PREFER);
    const { body } = await call.send({ input_data: '{', options: { param1: 'json' } });
    expect(await over((body as Body).id)).toMatchObject({
      status: 'failed',
      error: { code: 'INVALID_REQUEST', details: 'input_data is not valid JSON' },
    });
  });

  it('are retried when the model fails', async () => {
    await restart({ config: AGENT });
    let tries = 0;
    world.sut.runtime.answer = () => {
      if (++tries < 3) throw new RuntimeFailure('secret of the model', true);
      return 'at last';
    };
    const { id } = (await process('a', PREFER)).body as Body;
    await throughBackOffs(passing(), async () => (await read(id)).status === 'completed');
    expect((await read(id)).output).toEqual({ text: 'at last', text_truncated: false });
  });

  it('fail when the model keeps failing, without its message', async () => {
    await restart({ config: AGENT });
    world.sut.runtime.answer = () => {
      throw new RuntimeFailure('secret of the model', true);
    };
    const { id } = (await process('a', PREFER)).body as Body;
    const isOver = async () => (await read(id)).status === 'failed';
    await throughBackOffs({ ...passing(), stepMs: 20_000 }, isOver);
    const { error } = await read(id);
    expect(error).toMatchObject({ code: 'UNAVAILABLE' });
    expect(JSON.stringify(error)).not.toContain('secret');
    expect(await stored()).toMatchObject([{ input: null }]);
  });

  it('free their Idempotency-Key when they fail, and can still be read', async () => {
    const call = () =>
      world.sut.call('POST /data/process', world.user.key).set({ ...PREFER, 'Idempotency-Key': 'k' });
    const { body } = await call().send({ input_data: '{', options: { param1: 'json' } });
    const failed = await over((body as Body).id);
    const again = await call().send({ input_data: '{}', options: { param1: 'json' } });
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([202, undefined]);
    expect(await over((again.body as Body).id)).toMatchObject({ status: 'completed' });
    expect(await read(failed.id)).toEqual(failed);
  });

  it('above dataApi.maxWaiting for a user are refused with 429', async () => {
    await restart({ works: false, config: { dataApi: { maxWaiting: 2 } } });
    for (const data of ['a', 'b']) expect((await process(data, PREFER)).status).toBe(202);
    const { status, headers, body } = await process('c', PREFER);
    expect([status, headers['retry-after'], errorOf(body).code]).toEqual([429, '10', 'RATE_LIMITED']);
    const other = await world.sut.makeUser('other@example.com');
    expect((await process('d', PREFER, other.key)).status).toBe(202);
    expect(await stored()).toHaveLength(3);
  });

  it('are deleted with their user', async () => {
    await restart({ works: false });
    await process('a', PREFER);
    await world.database.db.transaction((tx) =>
      world.database.db.on(tx).deleteFrom('users').where('id', '=', world.user.id).execute(),
    );
    expect(await stored()).toEqual([]);
    await restart();
    await eventually(async () => (await world.sut.queue.depth()).size === 0);
  });
});
