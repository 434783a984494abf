import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeCertificate } from '../support/certificate.js';
import { eventually } from '../support/eventually.js';
import { GatewayProcess } from './support/gateway-process.js';

const EXAMPLE = resolve(import.meta.dirname, '../../deploy/nginx.conf');
const PATH = `${process.env.PATH ?? ''}:/usr/sbin:/usr/local/sbin`;
const hasNginx = spawnSync('nginx', ['-v'], { env: { PATH } }).status === 0;
if (!hasNginx) console.warn('skipped: there is no nginx here (.ci/run installs it where it may)');

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-nginx-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The shipped example with only the lines changed that tell to; and none of root's folders. */
function adapted(gateway: string, http: number, https: number): string {
  const { certFile, keyFile } = makeCertificate(folder, 'chat.example.org');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const text = readFileSync(EXAMPLE, 'utf8')
    .replace('server 127.0.0.1:3000;', `server ${new URL(gateway).host};`)
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${https} ssl;`)
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${certFile};`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${keyFile};`)
    .replace('http {', `http { access_log off; ${temporary.join(' ')}`);
  return `daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};\n${text}`;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

(hasNginx ? describe : describe.skip)('behind nginx, by the shipped example', () => {
  let gateway: GatewayProcess;
  let nginx: ChildProcess;
  let http: number;
  let https: number;
  let key: string;

  /** A call by way of nginx; `from` is an address of this machine. */
  const call = (path: string, headers: Record<string, string> = {}, from = '127.0.0.1') =>
    new Promise<Answer>((done, fail) => {
      const to = { host: '127.0.0.1', port: https, path, headers, localAddress: from };
      request(
        { ...to, rejectUnauthorized: false, agent: false, servername: 'chat.example.org' },
        (answer) => {
          let body = '';
          answer.on('data', (data: Buffer) => (body += data.toString()));
          answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
        },
      )
        .on('error', fail)
        .end();
    });
  const startGateway = async (trustedProxies: string[]) => {
    gateway = new GatewayProcess({ gateway: { trustedProxies }, dataApi: { limits: { perMinute: 3 } } });
    await gateway.start();
    const user = await gateway.admin('POST', '/users', { email: 'ann@example.org', display_name: 'Ann' });
    const made = await gateway.admin('POST', `/users/${String(user.body.id)}/keys`, { name: 'test' });
    key = String(made.body.key);
  };
  const startNginx = async () => {
    [http, https] = [await freePort(), await freePort()];
    writeFileSync(join(folder, 'nginx.conf'), adapted(gateway.url, http, https));
    nginx = spawn(
      'nginx',
      ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log'), '-p', folder],
      {
        env: { PATH },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    await eventually(
      () =>
        call('/healthz').then(
          ({ status }) => status === 200,
          () => false,
        ),
      { what: 'nginx' },
    );
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
    const exit = once(nginx, 'exit');
    nginx.kill('SIGTERM');
    await exit;
    await gateway.dispose();
  });

  it('has the right client, the right scheme and limits per key, whatever callers claim', async () => {
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
    const plain = await fetch(`http://127.0.0.1:${http}${path}`, { redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([301, `https://127.0.0.1${path}`]);
  });

  it('passes what it names, and the admin API to whom it names, however a path is spelt', async () => {
    await startGateway(['127.0.0.1']);
    await startNginx();
    const authorization = { Authorization: `Bearer ${gateway.token}` };
    const status = async (path: string, from: string) => (await call(path, authorization, from)).status;
    for (const [path, ours, theirs] of [
      ['/healthz', 200, 200],
      ['/imbridge-webhook', 404, 404],
      ['/admin/v1/status', 200, 403],
      ['/docs', 200, 403],
      ['/ADMIN/v1/status', 404, 404],
      ['/Admin/v1/status', 404, 404],
      ['//admin/v1/status', 404, 403],
      ['/%61dmin/v1/status', 404, 403],
      ['/v1/../admin/v1/status', 404, 403],
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

  it('counts failures by the client behind it', async () => {
    await startGateway(['127.0.0.1']);
    await startNginx();
    const guess = async (from: string) =>
      (await call(path, { Authorization: 'Bearer wrong', ...forged }, from)).status;
    const found: number[] = [];
    for (let n = 0; n < 70 && !found.includes(429); n++) found.push(await guess('127.0.0.2'));
    expect(found.at(-1)).toBe(429);
    expect(await guess('127.0.0.3')).toBe(401);
  });

  it('that is not trusted changes nothing: what it forwards came in clear, from it', async () => {
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
