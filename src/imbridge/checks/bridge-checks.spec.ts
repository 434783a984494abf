import { createServer as createTlsServer } from 'node:https';
import { createServer, type Server } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BridgeSimulator } from '../../../simulators/index.js';
import { makeCertificate } from '../../../test/support/certificate.js';
import { startWebhookApp, type WebhookFixture } from '../../../test/support/imbridge-webhook-app.js';
import { DEFAULT_ACCOUNT } from '../../channels/index.js';
import { type CheckResult, runChecks } from '../../common/index.js';

const PASSWORD = 'pa&ss-w0rd';
let bridge: BridgeSimulator;
let gateway: WebhookFixture | undefined;
let other: Server | undefined;

beforeEach(async () => {
  bridge = await BridgeSimulator.start({ password: PASSWORD });
});
afterEach(async () => {
  await gateway?.app.close();
  await bridge.stop();
  other?.closeAllConnections();
  await new Promise((closed) => (other ? other.close(closed) : closed(undefined)));
  other = gateway = undefined;
});

async function examine(imbridge: Record<string, unknown> = {}): Promise<readonly CheckResult[]> {
  gateway = await startWebhookApp({ imbridge: { serverUrl: bridge.url, password: PASSWORD, ...imbridge } });
  return runChecks(gateway.connector.checks(DEFAULT_ACCOUNT));
}
const found = (results: readonly CheckResult[], id: string) => results.find((each) => each.id === id);
const listen = async (server: Server) => {
  other = server;
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return (server.address() as AddressInfo).port;
};

it('a healthy bridge is ok, told with its versions, and asked three questions', async () => {
  const results = await examine();
  for (const id of ['server', 'password', 'sign-in', 'helper', 'clock'])
    expect(found(results, id)).toEqual({ id, state: 'ok', message: expect.any(String) });
  expect(found(results, 'server')?.message).toContain('(version 1.9.9, macOS 15.5.0)');
  expect(bridge.requests.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'GET /api/v1/server/info',
    'GET /api/v1/webhook',
    'POST /api/v1/message/query',
  ]);
});

describe('a bridge that cannot be reached is failed', () => {
  it.each([
    ['a closed port', 'http://127.0.0.1:1', /nothing is listening .*ECONNREFUSED/, /Start the bridge/],
    ['an unknown name', 'http://mac.invalid:1234', /host name .* cannot be resolved/, /spelling/],
  ])('by %s', async (_, serverUrl, message, remedy) => {
    const results = await examine({ serverUrl });
    expect(found(results, 'server')).toEqual({
      id: 'server',
      state: 'failed',
      message: expect.stringMatching(message),
      setting: 'channels.imbridge.serverUrl',
      remedy: expect.stringMatching(remedy),
    });
    for (const id of ['password', 'sign-in', 'helper', 'clock', 'webhook', 'events', 'other-gateway'])
      expect(found(results, id)?.state).toBe('unknown');
  });

  it('by a certificate that this machine does not trust', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-tls-'));
    const { certFile, keyFile } = makeCertificate(folder, 'mac.local', 'rsa');
    const port = await listen(createTlsServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }));
    rmSync(folder, { recursive: true });
    const server = found(await examine({ serverUrl: `https://127.0.0.1:${port}` }), 'server');
    expect(server).toMatchObject({ state: 'failed', message: expect.stringContaining('certificate') });
    expect(server?.remedy).toContain('NODE_EXTRA_CA_CERTS');
  });

  it('by https where the bridge speaks none', async () => {
    const server = found(await examine({ serverUrl: bridge.url.replace('http:', 'https:') }), 'server');
    expect(server).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('does not support TLS'),
    });
    expect(server?.remedy).toContain('Change https:// to http://');
  });

  it('by silence, within the time of a check', async () => {
    bridge.faults.requests.all({ kind: 'hang' });
    const server = found(await examine(), 'server');
    expect(server).toMatchObject({ state: 'failed', message: 'the bridge does not respond in time' });
    expect(server?.remedy).toContain('Wake the Mac');
  });

  it('by another program at its address', async () => {
    const port = await listen(createServer((_request, response) => response.end('<html>hello</html>')));
    const server = found(await examine({ serverUrl: `http://127.0.0.1:${port}` }), 'server');
    expect(server).toMatchObject({
      state: 'failed',
      message: 'a program other than the bridge responds at its address (HTTP 200, not from the bridge)',
    });
  });
});

it('a bridge that does not tell its version is a warning', async () => {
  const json = { status: 200, message: 'Success', data: { private_api: true, helper_connected: true } };
  bridge.faults.requests.all(
    { kind: 'answer', status: 200, json },
    { when: ({ path }) => path.endsWith('/server/info') },
  );
  expect(found(await examine(), 'server')).toMatchObject({
    state: 'warning',
    remedy: 'Update the bridge on the Mac.',
  });
});

describe('the password', () => {
  const COMMAND = 'gatehouse config set channels.imbridge.password -';

  it('that the bridge refuses is failed, and the server is ok', async () => {
    const results = await examine({ password: 'wr0ng' });
    expect(found(results, 'server')?.state).toBe('ok');
    expect(found(results, 'password')).toMatchObject({
      state: 'failed',
      message: 'the bridge refuses the password (HTTP 401 Authentication Error: Unauthorized)',
      setting: 'channels.imbridge.password',
      remedy: expect.stringContaining(COMMAND),
    });
    expect(found(results, 'clock')?.state).toBe('ok');
  });

  it('of digits only is reported, because the bridge damages it', async () => {
    const password = found(await examine({ password: '00123' }), 'password');
    expect(password?.remedy).toMatch(/password with letters in the bridge.*gatehouse config set/);
  });

  it('distinguishes a stripped password from a wrong one', async () => {
    const error = { type: 'Authentication Error', message: 'Missing server password!' };
    const json = { status: 401, message: 'You are not authorized to access this resource', error };
    bridge.faults.requests.all({ kind: 'answer', status: 401, json });
    expect(found(await examine(), 'password')).toMatchObject({
      message: expect.stringContaining('the bridge receives no password'),
      remedy: expect.stringContaining('forward the query string'),
    });
  });

  it('is not blamed for a proxy with credentials of its own', async () => {
    bridge.faults.requests.all({ kind: 'answer', status: 401, text: 'Login required' });
    const results = await examine();
    expect(found(results, 'server')?.message).toContain(
      'a proxy in front of the bridge asks for credentials',
    );
    expect(found(results, 'password')?.state).toBe('unknown');
  });
});

describe('the Apple account of the Mac', () => {
  const info = (fields: Record<string, unknown>) => {
    const data = { os_version: '15.5.0', server_version: '1.9.9', ...fields };
    const answer = { status: 200, message: 'ok', data };
    const isInfo = ({ path }: { readonly path: string }) => path.endsWith('/server/info');
    bridge.faults.requests.all({ kind: 'answer', status: 200, json: answer }, { when: isInfo });
  };

  it('that is signed out is failed', async () => {
    bridge.faults.signedOut = true;
    expect(found(await examine(), 'sign-in')).toEqual({
      id: 'sign-in',
      state: 'failed',
      message: 'iMessage is signed out on the Mac, so it neither sends nor receives messages',
      remedy: 'Sign in on the Mac under Messages, Settings, iMessage.',
    });
  });

  it.each([
    [{}, 'unknown'],
    [{ detected_imessage: null }, 'unknown'],
    [{ detected_imessage: null, detected_icloud: 'me@example.com' }, 'ok'],
    [{ detected_imessage: '', detected_icloud: null }, 'failed'],
  ])('that is reported as %j is %s', async (fields, state) => {
    info(fields);
    expect(found(await examine(), 'sign-in')?.state).toBe(state);
  });
});

describe("the Private API's helper", () => {
  it('that is gone is failed', async () => {
    bridge.faults.helperOff = true;
    expect(found(await examine(), 'helper')).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('helper of the bridge'),
      remedy: 'Restart Messages and the bridge on the Mac.',
    });
  });

  it('is not missed while the Private API is off on purpose', async () => {
    bridge.faults.privateApiOff = true;
    expect(found(await examine(), 'helper')).toMatchObject({ state: 'ok' });
  });

  it('is missed where the configuration switches on what needs it', async () => {
    bridge.faults.privateApiOff = true;
    expect(found(await examine({ actions: { edit: true } }), 'helper')).toMatchObject({
      state: 'warning',
      message: 'channels.imbridge.actions.edit is on, but the Private API that it needs is off in the bridge',
    });
  });

  it('is missed on macOS 26, which cannot send without it', async () => {
    bridge.faults.privateApiOff = bridge.faults.macOs26 = true;
    expect(found(await examine(), 'helper')).toMatchObject({
      state: 'failed',
      message: 'the bridge cannot send on macOS 26 without the Private API',
    });
  });
});

it.each([
  [600_000, 'failed', /clock is (599|600|601) s behind the bridge/],
  [-60_000, 'warning', /clock is (59|60|61) s ahead of the bridge/],
])("a Mac's clock that is %d ms ahead is %s", async (aheadMs, state, message) => {
  bridge.faults.clockAheadMs = aheadMs;
  expect(found(await examine(), 'clock')).toMatchObject({ state, message: expect.stringMatching(message) });
});
