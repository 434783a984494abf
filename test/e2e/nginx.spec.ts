import { eventually } from '../support/eventually.js';
import { describeWith } from '../support/needs.js';
import { GatewayProcess } from './support/gateway-process.js';
import { Nginx } from './support/nginx.js';

describeWith('nginx')('nginx with the shipped example', () => {
  let gateway: GatewayProcess;
  let nginx: Nginx;
  let key: string;

  const call: Nginx['call'] = (...args) => nginx.call(...args);
  const startGateway = async (trustedProxies: string[]) => {
    gateway = new GatewayProcess({ gateway: { trustedProxies }, dataApi: { limits: { perMinute: 3 } } });
    await gateway.start();
    const user = await gateway.admin('POST', '/users', { email: 'ann@example.org', display_name: 'Ann' });
    const made = await gateway.admin('POST', `/users/${String(user.body.id)}/keys`, { name: 'test' });
    key = String(made.body.key);
  };
  const startNginx = async () => {
    nginx = new Nginx();
    await nginx.start(gateway.url);
  };
  /** Addresses of clients in the request log. */
  const clients = () => new Set([...gateway.output.matchAll(/"client":"([^"]*)"/g)].map((match) => match[1]));
  const forged = {
    'X-Forwarded-For': '6.6.6.6',
    'X-Forwarded-Proto': 'https',
    Forwarded: 'for=6.6.6.6;proto=https',
    'X-Real-IP': '6.6.6.6',
  };
  const path = '/v1/account/keys';

  afterEach(async () => {
    await nginx.stop();
    await gateway.dispose();
  });

  it('passes on the real client and scheme, whatever callers claim, and limits stay per key', async () => {
    await startGateway(['127.0.0.1']);
    await startNginx();
    const authorization = { Authorization: `Bearer ${key}` };
    const first = await call(path, authorization, '127.0.0.2');
    expect([first.status, first.headers['x-ratelimit-remaining']]).toEqual([200, '2']);
    expect(first.headers['strict-transport-security']).toBe('max-age=31536000');
    const second = await call(path, { ...authorization, ...forged }, '127.0.0.3');
    expect([second.status, second.headers['x-ratelimit-remaining']]).toEqual([200, '1']);
    await call(path, authorization, '127.0.0.4');
    const refused = await call(path, { ...authorization, ...forged }, '127.0.0.5');
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(refused.body).toContain('RATE_LIMITED');
    await eventually(() => clients().has('127.0.0.5'), { what: 'the log' });
    for (const each of ['127.0.0.2', '127.0.0.3', '127.0.0.4']) expect(clients()).toContain(each);
    expect(clients()).not.toContain('6.6.6.6');
    const plain = await fetch(`http://127.0.0.1:${nginx.http}${path}`, { redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([301, `https://127.0.0.1${path}`]);
  });

  it('forwards only named paths, and the admin API to operators only, however a path is spelt', async () => {
    await startGateway(['127.0.0.1']);
    await startNginx();
    const authorization = { Authorization: `Bearer ${gateway.token}` };
    const status = async (path: string, from: string) => (await call(path, authorization, from)).status;
    for (const [path, ours, theirs] of [
      ['/healthz', 200, 200],
      ['/imbridge-webhook', 404, 404],
      // No workplace chat listens.
      ['/api/messages', 502, 502],
      ['/api/messages/x', 404, 404],
      ['/admin/v1/status', 200, 403],
      ['/docs', 200, 403],
      ['/ADMIN/v1/status', 404, 404],
      ['/Admin/v1/status', 404, 404],
      ['//admin/v1/status', 400, 400],
      ['/%61dmin/v1/status', 404, 403],
      ['/v1/../admin/v1/status', 400, 400],
      // The rule for /v1/ applies to these, the route would be one of the admin API.
      ['/admin/v1/users/..%2f..%2f..%2fv1%2fx', 400, 400],
      ['/admin/v1/users/%2e%2e/%2e%2e/%2e%2e/v1/x', 400, 400],
      ['/v1/x?next=%2f..%2f', 404, 404],
      ['/metrics', 404, 404],
      ['/metrics/', 404, 404],
      ['/METRICS', 404, 404],
      ['/readyz', 404, 404],
    ] as const)
      expect([path, await status(path, '127.0.0.1'), await status(path, '127.0.0.2')]).toEqual([
        path,
        ours,
        theirs,
      ]);
  });

  it('lets the gateway count failures by the client behind it', async () => {
    await startGateway(['127.0.0.1']);
    await startNginx();
    const guess = async (from: string) =>
      (await call(path, { Authorization: 'Bearer wrong', ...forged }, from)).status;
    const found: number[] = [];
    for (let n = 0; n < 70 && !found.includes(429); n++) found.push(await guess('127.0.0.2'));
    expect(found.at(-1)).toBe(429);
    expect(await guess('127.0.0.3')).toBe(401);
  });

  it('counts as the client, without HTTPS, when the gateway does not trust it', async () => {
    await startGateway([]);
    await startNginx();
    const answer = await call(path, { Authorization: `Bearer ${key}`, ...forged }, '127.0.0.2');
    expect([answer.status, answer.body]).toEqual([403, expect.stringContaining('HTTPS_REQUIRED')]);
    expect(answer.headers['strict-transport-security']).toBeUndefined();
    await call('/admin/v1/status', forged, '127.0.0.1');
    await eventually(() => clients().size > 0, { what: 'the log' });
    expect([...clients()]).toEqual(['127.0.0.1']);
  });
});
