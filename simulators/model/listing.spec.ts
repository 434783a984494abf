import { CALLERS } from '../testing/model-callers.js';
import { ModelSimulator, type ModelSimulatorOptions } from './model-simulator.js';
import type { WireName } from './types.js';

/** The call for one model, and the one for all; `openai-compatible` has the latter alone. */
const PATHS: Readonly<Record<WireName, readonly [one: string, all: string]>> = {
  'openai-compatible': ['', '/v1/models'],
  anthropic: ['/v1/models/NAME', '/v1/models?limit=1000'],
  openai: ['/v1/models/NAME', '/v1/models'],
  gemini: ['/v1beta/models/NAME', '/v1beta/models?pageSize=1000'],
  ollama: ['/api/show', '/api/tags'],
};

let sut: ModelSimulator;
afterEach(() => sut.stop());

describe.each(CALLERS)('the models of the wire $wire', ({ wire, key, headers }) => {
  const [one, all] = PATHS[wire];
  const start = async (options: ModelSimulatorOptions = {}) =>
    (sut = await ModelSimulator.start({ models: ['m', 'n'], apiKey: 'right', ...options }));
  const get = (path: string, given = 'right') =>
    fetch(`${sut.url}${path}`, { headers: { ...headers, ...key(given) } });
  const show = (name: string, given?: string) =>
    one === '/api/show'
      ? fetch(`${sut.url}${one}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...key(given ?? 'right') },
          body: JSON.stringify({ model: name }),
        })
      : get(one.replace('NAME', name), given);

  it('are listed for the right key only, and no turn is counted', async () => {
    await start();
    const refused = wire === 'gemini' ? 400 : 401;
    expect((await get(all, 'wrong')).status).toBe(refused);
    expect(await (await get(all)).text()).toMatch(/"(models\/)?m".*"(models\/)?n"/);
    if (one !== '') {
      expect((await show('m', 'wrong')).status).toBe(refused);
      expect((await show('m')).status).toBe(200);
      expect((await show('x')).status).toBe(404);
    }
    expect(sut.requests).toEqual([]);
  });

  it('lists models without a key only where the vendor does', async () => {
    await start({ listing: 'open' });
    expect((await get(all, 'wrong')).status).toBe(200);
    await sut.stop();
    await start({ listing: 'none' });
    expect((await get(all)).status).toBe(404);
  });

  it('are hidden by faults', async () => {
    await start();
    sut.faults.listing
      .next({ kind: 'status', status: 503 })
      .next({ kind: 'page' })
      .next({ kind: 'redirect', to: '/elsewhere' });
    expect((await get(all)).status).toBe(503);
    expect((await get(all)).headers.get('content-type')).toMatch('text/html');
    const redirected = await fetch(`${sut.url}${all}`, { headers: { ...headers }, redirect: 'manual' });
    expect(redirected.status).toBe(302);
  });
});

it('a call without JSON is refused for its key first', async () => {
  sut = await ModelSimulator.start({ apiKey: 'right' });
  const knock = async (path: string, authorization: string) =>
    (
      await fetch(`${sut.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: '{',
      })
    ).status;
  expect(await knock('/v1/chat/completions', 'Bearer wrong')).toBe(401);
  expect(await knock('/v1/chat/completions', 'Bearer right')).toBe(400);
  expect(await knock('/v2/chat/completions', 'Bearer right')).toBe(404);
});

it('the clock of the server may be another one', async () => {
  sut = await ModelSimulator.start({ clockAheadMs: -600_000 });
  const { headers } = await fetch(`${sut.url}/v1/models`);
  expect(Math.abs(Date.parse(headers.get('date')!) - Date.now() + 600_000)).toBeLessThan(5_000);
});
