import request from 'supertest';
import { type AdminApp, errorOf, startAdminApp } from '../../../test/support/admin-app.js';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const STATE = 's'.repeat(43);
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-login-routes-'));
let sut: AdminApp;

beforeAll(async () => {
  const linear = { url: 'https://mcp.linear.app/mcp' };
  const gateway = { publicUrl: 'https://chat.example.org/' };
  writeFileSync(join(folder, 'gatehouse.json'), JSON.stringify({ gateway, mcp: { servers: { linear } } }));
  sut = await startAdminApp({ stateDir: folder });
});
beforeEach(() => sut.services.renew());
afterAll(async () => {
  await sut.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string) => request(sut.app.getHttpServer()).get(path);

describe('a login to an MCP server', () => {
  const started = {
    id: 'mlg_1',
    address: 'https://login.example.org/?state=x',
    redirectUri: '',
    expiresAt: 0,
  };

  it('begins with the address for a browser, which comes back to the public one', async () => {
    sut.services.loginFlow.begin.mockResolvedValue(started);
    const { status, body } = await sut.call('POST /mcp/servers/linear/login');
    expect([status, body]).toMatchObject([201, { id: 'mlg_1', authorization_url: started.address }]);
    expect(sut.services.loginFlow.begin).toHaveBeenCalledWith('linear', 'token:owner', {
      redirectUri: 'https://chat.example.org/mcp/callback',
      clientMetadataUrl: 'https://chat.example.org/mcp/client.json',
    });
  });

  it('that cannot begin says why', async () => {
    sut.services.loginFlow.begin.mockRejectedValue(new Error('it publishes no metadata'));
    const { status, body } = await sut.call('POST /mcp/servers/linear/login');
    expect([status, errorOf(body).details]).toEqual([409, 'it publishes no metadata']);
  });

  it.each([
    ['POST /mcp/servers/nope/login', 404],
    ['GET /mcp/servers/linear/login', 404],
    ['DELETE /mcp/servers/linear/login', 404],
    ['POST /mcp/servers/No_name/login', 400],
  ])('is refused: %s', async (route, status) => {
    expect((await sut.call(route)).status).toBe(status);
  });

  it('ends with a word about tokens that may still be good', async () => {
    sut.services.loginFlow.end.mockResolvedValue({ problem: 'no connection' });
    expect((await sut.call('DELETE /mcp/servers/linear/login')).body).toEqual({ problem: 'no connection' });
  });
});

describe('GET /mcp/callback', () => {
  const finish = () => sut.services.loginFlow.finish;

  it('takes the way back of a browser, without a token of ours', async () => {
    finish().mockResolvedValue({ server: 'linear', problem: undefined });
    const { status, text, headers } = await get(
      `/mcp/callback?state=${STATE}&code=c&iss=https://login.example.org&session_state=1`,
    );
    expect([status, text]).toEqual([200, 'Signed in to linear. You can close this page.\n']);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': /^text\/plain/ });
    expect(finish().mock.calls[0]![0]).toEqual({
      state: STATE,
      code: 'c',
      iss: 'https://login.example.org',
      error: undefined,
      errorDescription: undefined,
    });
  });

  it('repeats no foreign text', async () => {
    finish().mockResolvedValue({ server: 'linear', problem: '<script>x</script>' });
    const { status, text } = await get(`/mcp/callback?state=${STATE}&error=<script>&error_description=<b>`);
    expect([status, text]).toEqual([400, expect.not.stringMatching(/script|<b>/)]);
  });

  it.each([
    ['without a state', '?code=c'],
    ['with two states', `?state=${STATE}&state=${STATE}`],
    ['with a state of another form', '?state=1&code=c'],
  ])('looks nothing up %s', async (_what, query) => {
    expect((await get(`/mcp/callback${query}`)).status).toBe(400);
    expect(finish()).not.toHaveBeenCalled();
  });

  it('does not use up the state for a browser that shows no page', async () => {
    const address = `/mcp/callback?state=${STATE}&code=c`;
    await request(sut.app.getHttpServer()).head(address);
    await get(address).set('Sec-Purpose', 'prefetch;prerender');
    expect(finish()).not.toHaveBeenCalled();
  });

  it('explains an unknown state', async () => {
    const { status, text } = await get(`/mcp/callback?state=${STATE}&code=c`);
    expect([status, text]).toEqual([400, expect.stringContaining('gatehouse mcp login')]);
  });
});

it('GET /mcp/client.json says to authorization servers what this gateway is', async () => {
  expect((await get('/mcp/client.json')).body).toEqual({
    client_id: 'https://chat.example.org/mcp/client.json',
    client_name: 'Gatehouse',
    redirect_uris: ['https://chat.example.org/mcp/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  });
});
