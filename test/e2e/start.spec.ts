import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { timeLimit } from '../../simulators/common/time-limit.js';
import { eventually } from '../support/eventually.js';
import { spawn, spawnSync } from '../support/programs.js';
import { GatewayProcess } from './support/gateway-process.js';
import { programFile } from './support/program.js';

function tryToStart(
  config: string,
  env: Record<string, string> = {},
  { args = [], files = {} }: { args?: readonly string[]; files?: Record<string, string> } = {},
) {
  const stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-start-'));
  for (const [name, content] of Object.entries({ 'gatehouse.json': config, ...files }))
    writeFileSync(join(stateDir, name), content);
  try {
    const options = {
      env: { GATEHOUSE_STATE_DIR: stateDir, ...env },
      encoding: 'utf8',
      timeout: timeLimit(20_000),
    } as const;
    const { status, stderr } = spawnSync(process.execPath, [programFile('main.js'), ...args], options);
    return { status, stderr };
  } finally {
    rmSync(stateDir, { recursive: true });
  }
}

/** The messages in a log of JSON, one entry per line. */
const messagesIn = (output: string): string[] =>
  output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { msg: string }).msg);

describe('the start', () => {
  it('is refused with 78, naming every problem by its path, without secrets', () => {
    const { status, stderr } = tryToStart(`{
      // JSON5
      gateway: { port: "three thousand" },
      channels: { imbridge: { serverUrl: 'http://127.0.0.1:1234', password: 'hunter22', dmPolicy: 'allow', dmPolcy: 'x', webhookSecret: ['hunter23'] } },
      agnets: {},
    }`);
    expect(status).toBe(78);
    for (const path of [
      'gateway.port',
      'channels.imbridge.dmPolicy',
      'channels.imbridge.dmPolcy',
      'agnets',
    ]) {
      expect(stderr).toContain(path);
    }
    expect(stderr).toContain('agents');
    expect(stderr).toContain('must be one of pairing, allowlist, open, disabled; it is \\"allow\\"');
    for (const value of ['three thousand', 'hunter22', 'hunter23']) expect(stderr).not.toContain(value);
  });

  it.each([
    ['broken JSON5', '{ gateway: ', {}],
    ['a secret file that is not there', '{}', { GATEHOUSE_ADMIN_TOKEN_FILE: '/nonexistent/hunter22' }],
    ['a named file that is not there', '{}', { GATEHOUSE_CONFIG: '/nonexistent' }],
    ['a state directory that cannot be written', '{}', { GATEHOUSE_STATE_DIR: '/dev/null/state' }],
    ['nesting without end', '['.repeat(100_000), {}],
    ['a host of another machine', '{ gateway: { port: 0 } }', { GATEHOUSE__GATEWAY__HOST: '203.0.113.1' }],
  ])('is refused with 78 for %s', (_name, config, env) => {
    const { status, stderr } = tryToStart(config, env);
    expect(status).toBe(78);
    expect(stderr).not.toContain('hunter22');
    expect(messagesIn(stderr)).toHaveLength(1);
  });

  it('is refused with 78 for environment variables, named in lines of text with logging.format pretty', () => {
    const env = {
      GATEHOUSE__LOGGING__FORMAT: 'pretty',
      GATEHOUSE__GATEWAY__PORT: 'hunter22',
      GATEHOUSE__GATEWAY__HSOT: 'hunter22',
    };
    const { status, stderr } = tryToStart('{}', env);
    expect(status).toBe(78);
    expect(stderr).toMatch(
      /FATAL: .*GATEHOUSE__GATEWAY__HSOT: does not name a setting, .* "GATEHOUSE__GATEWAY__HOST"/,
    );
    expect(stderr).toMatch(/FATAL: .*gateway\.port: must be a number \(set by GATEHOUSE__GATEWAY__PORT\)/);
    expect(stderr).not.toContain('hunter22');
  });

  it.each(['web', 'worker'])('is refused with 78 as %s without a shared database', (role) => {
    const { status, stderr } = tryToStart('{}', {}, { args: ['--role', role] });
    expect(status).toBe(78);
    expect(stderr).toContain('DATABASE_URL');
  });

  it('is refused with 65 for a damaged database, naming the file and the remedy', () => {
    const { status, stderr } = tryToStart('{}', {}, { files: { 'gatehouse.db': 'x'.repeat(8_192) } });
    expect(status).toBe(65);
    expect(messagesIn(stderr)).toEqual([
      expect.stringMatching(
        /the database \S+gatehouse\.db is damaged \(.+\)\. `gatehouse db check` .* `gatehouse help operations\/backup`$/,
      ),
    ]);
  });

  it('logs why it waits and the warnings of Node, and ends on a signal', async () => {
    const stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-start-'));
    writeFileSync(join(stateDir, 'gatehouse.json'), '\n');
    const warning = `process.on('SIGUSR2',()=>process.emitWarning('old'))`;
    const env = {
      GATEHOUSE_STATE_DIR: stateDir,
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(warning)}`,
    };
    const child = spawn(process.execPath, [programFile('main.js')], { env });
    const exit = once(child, 'exit');
    let output = '';
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    await eventually(() => output.split('\n').length > 2, { what: 'two lines of the log' });
    expect(messagesIn(output).slice(0, 2)).toEqual([
      expect.stringContaining('gatehouse.json is empty: only defaults and the environment apply'),
      expect.stringContaining('cannot be reached yet'),
    ]);
    child.kill('SIGUSR2');
    await eventually(() => output.includes('"Warning: old"'), { what: 'the warning in the log' });
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    rmSync(stateDir, { recursive: true });
  });

  it('is refused with 2 for an unknown role', () => {
    const { status, stderr } = tryToStart('{}', {}, { args: ['--role', 'boss'] });
    expect(status).toBe(2);
    expect(stderr).toContain('--role all|web|worker');
  });

  it('is refused while another process uses the state directory', async () => {
    const gateway = new GatewayProcess({});
    await gateway.start();
    const { status, stdout, stderr } = spawnSync(process.execPath, [programFile('main.js')], {
      env: { GATEHOUSE_STATE_DIR: gateway.stateDir },
      encoding: 'utf8',
      timeout: timeLimit(20_000),
    });
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(messagesIn(stderr)).toEqual([expect.stringContaining('another Gatehouse process')]);
    for (const file of ['admin-token', 'gatehouse.db', 'gateway.json']) {
      expect([file, statSync(join(gateway.stateDir, file)).mode & 0o777]).toEqual([file, 0o600]);
    }
    await gateway.dispose();
  });

  it('serves health checks, the contract and its page, and refuses other calls', async () => {
    const gateway = new GatewayProcess({});
    await gateway.start();
    const status = async (path: string) => (await fetch(gateway.url + path)).status;
    expect(await status('/healthz')).toBe(200);
    expect(await status('/readyz')).toBe(200);
    expect(await status('/docs')).toBe(200);
    const contract = (await (await fetch(`${gateway.url}/openapi/admin.v1.json`)).json()) as {
      paths: object;
    };
    expect(Object.keys(contract.paths)).toContain('/pairings');
    const raw = async (
      init: { method: string; body?: string; headers?: Record<string, string> },
      path = '/admin/v1/pairings/approve',
    ) => {
      const authorization = `Bearer ${gateway.token}`;
      const answer = await fetch(gateway.url + path, {
        ...init,
        headers: { authorization, ...init.headers },
      });
      const body = (await answer.json()) as { error: { code: string } };
      return [answer.status, body.error.code, answer.headers.get('allow')];
    };
    const json = { 'content-type': 'application/json' };
    expect(await raw({ method: 'DELETE' })).toEqual([405, 'METHOD_NOT_ALLOWED', 'POST']);
    expect(await raw({ method: 'POST', body: 'x' })).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE', null]);
    expect(await raw({ method: 'POST', body: '{"a', headers: json })).toEqual([400, 'INVALID_REQUEST', null]);
    const big = JSON.stringify({ channel: 'x'.repeat(300_000) });
    expect(await raw({ method: 'POST', body: big, headers: json })).toEqual([413, 'PAYLOAD_TOO_LARGE', null]);
    const stranger = { method: 'POST', body: '{"a', headers: { ...json, authorization: 'Bearer wrong' } };
    expect(await raw(stranger)).toEqual([401, 'UNAUTHENTICATED', null]);
    const missing = await fetch(`${gateway.url}/no-such-page`);
    expect([missing.status, await missing.json()]).toEqual([
      404,
      { error: expect.objectContaining({ code: 'NOT_FOUND' }) },
    ]);
    const badBody = await fetch(`${gateway.url}/admin/v1/pairings/approve`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json' },
      body: '{"channel": "imbridge", "code": 7, "more": 1}',
    });
    expect(badBody.status).toBe(400);
    const details = async (body: object) => {
      const answer = await gateway.admin('POST', '/pairings/approve', body);
      return (answer.body.error as { details: string }).details;
    };
    expect(await details({ channel: 'imbridge' })).toBe('code is required');
    expect(await details({ channel: 'imbridge', code: 'A', more: 1 })).toBe('more is unknown');
    const id = badBody.headers.get('x-request-id') ?? 'no id';
    await eventually(() => gateway.output.includes(id), { what: 'the id in the log' });
    expect(badBody.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    await gateway.dispose();
  });
});

/**
 * The way in which the page of the API documentation sends a request: its scripts are run, with a page and a Swagger UI
 * that only takes the options. The page's time passes when the first event has come.
 */
async function tryOut({ url, token }: GatewayProcess) {
  const page = await (await fetch(`${url}/docs`)).text();
  const [, script = ''] = /<script src="([^"]*init[^"]*)"/.exec(page) ?? [];
  const source = await (await fetch(new URL(script, `${url}/docs`))).text();
  const { promise: begun, resolve: begin } = Promise.withResolvers<unknown>();
  let options: { requestInterceptor?: (request: object) => { userFetch?: typeof fetch } } = {};
  const takesOptions = (given: typeof options) => {
    options = given;
    return { initOAuth: () => undefined };
  };
  const plain = { presets: {}, plugins: {} };
  const window: { onload?: () => void; location: { search: string } } = { location: { search: '' } };
  const watched = async (...sent: Parameters<typeof fetch>) => {
    const answer = await fetch(...sent);
    if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer;
    const [theirs, ours] = answer.body!.tee();
    const reader = ours.getReader();
    // A branch is cancelled only when both are, so that is not waited for.
    begin(reader.read().then(() => void reader.cancel()));
    return new Response(theirs, answer);
  };
  runInNewContext(source, {
    window,
    Response,
    Blob,
    fetch: watched,
    location: window.location,
    setTimeout: (over: () => void) => void begun.then(over),
    SwaggerUIBundle: Object.assign(takesOptions, plain),
    SwaggerUIStandalonePreset: {},
  });
  window.onload?.();
  const headers = { Authorization: `Bearer ${token}` };
  const send = (path: string) => options.requestInterceptor!({}).userFetch!(url + path, { headers });
  return { begun, send };
}

describe('the API documentation', () => {
  const gateway = new GatewayProcess({});
  beforeAll(() => gateway.start());
  afterAll(() => GatewayProcess.disposeAll());

  const get = (path: string) => fetch(`${gateway.url}${path}`);

  it('has the published contract', async () => {
    const published = readFileSync(join(import.meta.dirname, '../../openapi/admin.v1.json'), 'utf8');
    expect(await (await get('/openapi/admin.v1.json')).json()).toEqual(JSON.parse(published));
    for (const yaml of ['/openapi/admin.v1.yaml', '/openapi-yaml', '/docs-yaml'])
      expect([yaml, (await get(yaml)).status]).toEqual([yaml, 404]);
  });

  it('has its own page, script and style', async () => {
    expect(await (await get('/docs')).text()).toContain('Gatehouse API');
    for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css'])
      expect((await get(`/docs/${file}`)).status).toBe(200);
  });

  it('has the guides of its release, with their pictures and without scripts', async () => {
    const page = await (await get('/docs/guide/console')).text();
    expect(page).toContain('<h1 id="the-web-console">The web console</h1>');
    expect(page).not.toContain('<script');
    const picture = /<img src="([^"]+)"/.exec(page)?.[1] ?? '';
    expect((await get(`/docs/guide/${picture}`)).headers.get('content-type')).toBe('image/png');
    const markdown = await fetch(`${gateway.url}/docs/guide/console`, {
      headers: { accept: 'text/markdown' },
    });
    expect(await markdown.text()).toMatch(/^# The web console\n/);
  });

  it('ends a stream of events tried out on its page, and shows the events', async () => {
    const { begun, send } = await tryOut(gateway);
    const answer = await send('/admin/v1/events');
    await begun;
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(await answer.text()).toMatch(/^retry: 2000\nid: /);
    expect(await (await send('/admin/v1/status')).json()).toHaveProperty('version');
  });
});
