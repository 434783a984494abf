import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BridgeSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { itWith } from '../support/needs.js';
import { type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { execFile } from '../support/programs.js';
import { emptyDatabaseOn } from './support/empty-database.js';
import { GatewayProcess } from './support/gateway-process.js';
import { Replicas } from './support/replicas.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const OWN = { 'x-gatehouse-console': '1' };

const post = (url: string, body: object, headers: object = {}) =>
  fetch(url, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) });
const cookieOf = ({ headers }: Response) => headers.getSetCookie()[0]!.split(';', 1)[0]!;

describe('an operator signed in at two replicas', () => {
  let postgres: PostgresServer;
  let bridge: BridgeSimulator;
  let replicas: Replicas;
  let [here, there] = ['', ''];

  beforeAll(async () => {
    postgres = await startPostgres();
    bridge = await BridgeSimulator.start();
    const databaseUrl = await emptyDatabaseOn(postgres);
    replicas = new Replicas({ databaseUrl, bridge, roles: ['all', 'web'] });
    await replicas.start();
    [here, there] = replicas.all.map(({ url }) => `${url}/admin/v1`) as [string, string];
  }, 120_000);
  afterAll(async () => {
    await replicas.dispose();
    await bridge.stop();
    await postgres.remove();
  });

  const makeToken = async () => {
    const made = await replicas.all[0]!.admin('POST', '/tokens', { role: 'operator', name: 'night' });
    return made.body as { id: string; token: string };
  };
  /** As a browser sends it at the one address that replicas have; here each has a port of its own. */
  const sentBy = (answer: Response) => {
    const [, value = ''] = cookieOf(answer).split('=');
    const ports = replicas.all.map(({ url }) => new URL(url).port);
    return ports.map((port) => `gatehouse-console-${port}=${value}`).join('; ');
  };
  const whoIs = async (cookie: string, at: string) =>
    (await fetch(`${at}/session`, { headers: { cookie } })).status;

  it('is refused by the other one right after the token was revoked, and its stream ends', async () => {
    const { id, token } = await makeToken();
    const begun = await post(`${here}/session`, { token });
    const cookie = sentBy(begun);
    expect([begun.status, await whoIs(cookie, here), await whoIs(cookie, there)]).toEqual([201, 200, 200]);
    const stream = await fetch(`${there}/events`, { headers: { cookie } });
    let hasEnded = false;
    void stream.text().finally(() => (hasEnded = true));
    const user = await post(`${there}/users`, { email: 'ann@example.org' }, { cookie, ...OWN });
    expect(user.status).toBe(201);
    await replicas.all[0]!.cli('tokens', 'revoke', id);
    expect([await whoIs(cookie, there), await whoIs(cookie, here)]).toEqual([401, 401]);
    const late = await post(`${there}/users`, { email: 'ben@example.org' }, { cookie, ...OWN });
    expect(late.status).toBe(401);
    await eventually(() => hasEnded, { timeoutMs: 30_000, what: 'the end of the stream' });
  }, 60_000);

  it('is refused by the other one right after signing out', async () => {
    const { token } = await makeToken();
    const cookie = sentBy(await post(`${here}/session`, { token }));
    const ended = await fetch(`${there}/session`, { method: 'DELETE', headers: { cookie, ...OWN } });
    expect([ended.status, await whoIs(cookie, here), await whoIs(cookie, there)]).toEqual([204, 401, 401]);
  });

  it('opens the link of `gatehouse console` once, at whichever replica', async () => {
    const { stdout } = await replicas.all[0]!.cli('console', '--json');
    const { url } = JSON.parse(stdout) as { url: string };
    expect(url.startsWith(`${replicas.all[0]!.url}/console/#code=`)).toBe(true);
    const code = url.split('#code=')[1];
    const both = await Promise.all([there, here, there].map((at) => post(`${at}/session`, { code })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 401, 401]);
  });

  it('has no token, code or cookie in any log', async () => {
    const { token } = await makeToken();
    const wrong = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    const cookie = cookieOf(await post(`${here}/session`, { token }));
    for (const each of [token, wrong]) await post(`${there}/session`, { token: each }, { cookie });
    await post(`${there}/session`, { code: token });
    const output = replicas.all.map((each) => each.output).join('');
    expect(output).toContain('/admin/v1/session');
    for (const secret of [token, wrong, cookie.split('=')[1]!]) expect(output).not.toContain(secret);
    expect(output).not.toMatch(/gh[cl]_[0-9a-hjkmnp-tv-z]{20}/);
  });
});

itWith('curl')(
  'behind a proxy under a path, a client keeps the cookie for the admin API of that path alone',
  async () => {
    const gateway = new GatewayProcess({});
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-cookies-'));
    const heard: string[] = [];
    const proxy: Server = createServer((from, to) => {
      heard.push(`${from.url!}: ${from.headers.cookie === undefined ? 'no cookie' : 'the cookie'}`);
      const { hostname, port } = new URL(gateway.url);
      const path = from.url!.replace(/^\/gate/, '');
      const ask = request({ hostname, port, path, method: from.method, headers: from.headers }, (answer) => {
        to.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(to);
      });
      from.pipe(ask);
    });
    try {
      await gateway.start();
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
      const at = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
      const jar = join(folder, 'jar');
      const curl = (...args: string[]) => execFile('curl', ['-s', '-b', jar, '-c', jar, ...args]);
      const body = JSON.stringify({ token: gateway.token });
      await curl('-H', 'Content-Type: application/json', '-d', body, `${at}/gate/admin/v1/session`);
      heard.length = 0;
      for (const path of [
        '/gate/admin/v1/status',
        '/gate/v1/account',
        '/gate/metrics',
        '/other/',
        '/admin/v1/status',
      ])
        await curl(at + path);
      expect(heard).toEqual([
        '/gate/admin/v1/status: the cookie',
        '/gate/v1/account: no cookie',
        '/gate/metrics: no cookie',
        '/other/: no cookie',
        '/admin/v1/status: no cookie',
      ]);
      const out = ['-X', 'DELETE', '-H', 'X-Gatehouse-Console: 1'];
      await curl(...out, `${at}/gate/admin/v1/session`);
      await curl(`${at}/gate/admin/v1/status`);
      expect(heard.at(-1)).toBe('/gate/admin/v1/status: no cookie');
    } finally {
      proxy.close();
      await gateway.dispose();
      rmSync(folder, { recursive: true });
    }
  },
  60_000,
);
