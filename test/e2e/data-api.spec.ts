import { eventually } from '../support/eventually.js';
import { GatewayProcess } from './support/gateway-process.js';

const MEBIBYTE = 1_048_576;
/** A table that takes a parser about a second. */
const LARGE_CSV = '1,"a ""b""",2026-01-31\n'.repeat(MEBIBYTE).slice(0, MEBIBYTE);

/** The answers of the Data API that these tests read. */
interface Answer {
  readonly id: string;
  readonly status: string;
  readonly output?: { readonly format: string; readonly csv?: { readonly rows: number } };
}

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

  const call = (path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/v1${path}`, {
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  const read = async (path: string) => (await (await call(path)).json()) as Answer;

  it('answers others while it works on a large table', async () => {
    const state = { isOver: false };
    const slow = call('/data/process', { input_data: LARGE_CSV, options: { param1: 'csv' } }).then(
      async (response) => (await response.json()) as Answer,
    );
    void slow.finally(() => (state.isOver = true));
    const times: number[] = [];
    for (let isLast = false; !isLast;) {
      isLast = state.isOver;
      const start = performance.now();
      const { status } = await call(`/users/${user}`);
      if (!isLast) times.push(performance.now() - start);
      expect(status).toBe(200);
    }
    expect(await slow).toMatchObject({ status: 'completed', output: { format: 'csv' } });
    // On a thread of its own the work leaves room for many; on the event loop, for none.
    expect(times.length).toBeGreaterThan(10);
    expect(times.sort((a, b) => a - b)[Math.floor(times.length / 2)]).toBeLessThan(100);
  });

  it('finishes after kill -9 what it has taken', async () => {
    const body = { input_data: LARGE_CSV.slice(0, 300_000) };
    const taken = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const response = await call('/data/process', body, { Prefer: 'respond-async' });
        return [response.status, response.headers.get('location')] as const;
      }),
    );
    await gateway.kill();
    expect(taken.map(([status]) => status)).toEqual(taken.map(() => 202));
    await gateway.start();
    for (const [, location] of taken) {
      const path = location!.replace('/v1', '');
      await eventually(async () => (await read(path)).status === 'completed', { timeoutMs: 60_000 });
    }
  });

  it('remembers across kill -9 what a key stood for', async () => {
    const headers = { 'Idempotency-Key': 'c0ffee' };
    const first = (await (await call('/data/process', { input_data: 'a' }, headers)).json()) as Answer;
    await gateway.kill();
    await gateway.start();
    const again = await call('/data/process', { input_data: 'a' }, headers);
    expect([again.headers.get('idempotent-replayed'), await again.json()]).toEqual(['true', first]);
    expect((await call('/data/process', { input_data: 'b' }, headers)).status).toBe(409);
  });
});
