import { eventually } from '../support/eventually.js';
import { dataApiClient } from './support/data-api-client.js';
import { GatewayProcess } from './support/gateway-process.js';

const MEBIBYTE = 1_048_576;
/** As long as an input may be. */
const LARGE_CSV = '1,"a ""b""",2026-01-31\n'.repeat(MEBIBYTE).slice(0, MEBIBYTE);

describe('the Data API of the built program', () => {
  const gateway = new GatewayProcess({});
  let user: string;
  let key: string;

  beforeAll(async () => {
    await gateway.start();
    const made = await gateway.admin('POST', '/users', { email: 'robin@example.com' });
    user = made.body.id as string;
    const limits = { per_minute: 100_000, per_hour: 100_000 };
    key = (await gateway.admin('POST', `/users/${user}/keys`, { limits })).body.key as string;
  });
  afterAll(() => gateway.dispose());

  const api = (as = key) => dataApiClient(`${gateway.url}/v1`, as);
  const process = (input_data: string, header: { 'Idempotency-Key'?: string; Prefer?: string } = {}) =>
    api().POST('/data/process', { params: { header }, body: { input_data } });
  const read = (id: string) => api().GET('/data/process/{id}', { params: { path: { id } } });
  const readUser = (as = key) => api(as).GET('/users/{id}', { params: { path: { id: user } } });

  it('returns a user and the headers of the rate limit', async () => {
    const { data, response } = await readUser();
    expect(data).toMatchObject({ id: user, email: 'robin@example.com', status: 'active', identities: [] });
    expect(Number(response.headers.get('x-ratelimit-limit'))).toBeGreaterThan(0);
  });

  it('answers errors in one form', async () => {
    const { error, response } = await process('');
    expect([response.status, error?.error]).toEqual([
      400,
      {
        code: 'INVALID_REQUEST',
        message: 'The request is not valid.',
        details: 'input_data is empty',
        fields: [{ field: 'input_data', code: 'empty', message: 'input_data is empty' }],
      },
    ]);
    expect((await readUser('gh_wrong')).error?.error.code).toBe('UNAUTHENTICATED');
  });

  it('rotates a key without an operator', async () => {
    const { data: made } = await api().POST('/account/keys', { body: { name: 'next' } });
    expect((await readUser(made!.key)).response.status).toBe(200);
    const { data: list } = await api(made!.key).GET('/account/keys');
    expect(list!.items.map(({ name }) => name)).toContain('next');
    const params = { path: { id: made!.id } };
    expect((await api().DELETE('/account/keys/{id}', { params })).response.status).toBe(204);
    expect((await readUser(made!.key)).response.status).toBe(401);
  });

  it('never writes a key to its log', async () => {
    await readUser(`${key}x`);
    await fetch(`${gateway.url}/v1/users/${key}?key=${key}`, { headers: { Authorization: `Basic ${key}` } });
    await eventually(() => gateway.output.includes('gh_***'));
    expect(gateway.output).toContain('/v1/users/gh_***');
    expect(gateway.output).not.toContain(key.slice(9));
  });

  it('reads and profiles the longest table in its threads', async () => {
    const { data } = await api().POST('/data/process', {
      body: { input_data: LARGE_CSV, options: { param1: 'csv' } },
    });
    expect(data).toMatchObject({ status: 'completed', output: { format: 'csv', bytes: MEBIBYTE } });
  });

  it('finishes accepted requests after kill -9', async () => {
    const taken = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { data, response } = await process(LARGE_CSV.slice(0, 300_000), { Prefer: 'respond-async' });
        return [response.status, data!.id, response.headers.get('location')] as const;
      }),
    );
    await gateway.kill();
    expect(taken.map(([status, , location]) => [status, location])).toEqual(
      taken.map(([, id]) => [202, `/v1/data/process/${id}`]),
    );
    await gateway.start();
    for (const [, id] of taken)
      await eventually(async () => (await read(id)).data?.status === 'completed', { timeoutMs: 60_000 });
  });

  it('returns the result of an Idempotency-Key again after kill -9', async () => {
    const header = { 'Idempotency-Key': 'c0ffee' };
    const first = await process('a', header);
    await gateway.kill();
    await gateway.start();
    const again = await process('a', header);
    expect([again.response.headers.get('idempotent-replayed'), again.data]).toEqual(['true', first.data]);
    expect((await process('b', header)).error?.error.code).toBe('IDEMPOTENCY_MISMATCH');
  });
});
