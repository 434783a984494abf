import { connect } from 'node:net';
import { jest } from '@jest/globals';
import { callTo, type RawPost, WorkplaceSimulator } from '../../simulators/index.js';
import { startWorkchat, type WorkchatFixture } from '../support/workchat.js';

let cloud: WorkplaceSimulator;
let bot: WorkchatFixture;
let activity: Activity;

beforeAll(async () => {
  cloud = await WorkplaceSimulator.start();
  bot = await startWorkchat(cloud);
  const { user, chat } = cloud.addContact('Irene Paz');
  activity = {
    type: 'message',
    id: '1768992000123',
    timestamp: new Date().toISOString(),
    serviceUrl: cloud.serviceUrl,
    channelId: 'msteams',
    from: { id: user.id, name: user.name, aadObjectId: user.aadObjectId },
    recipient: { id: cloud.app.id, name: 'Assistant' },
    conversation: { conversationType: 'personal', tenantId: cloud.app.tenantId, id: chat.id },
    text: 'a private question',
    channelData: { tenant: { id: cloud.app.tenantId } },
  };
});
afterAll(async () => {
  await bot.stop();
  await cloud.stop();
});
beforeEach(() => {
  bot.sink.accepted.length = 0;
});

const MINUTE = 60;
type Activity = Parameters<WorkplaceSimulator['post']>[0];

type Plan = () => RawPost | Promise<RawPost>;
type Row = readonly [name: string, status: number, plan?: Plan, fields?: object];

/** The rows of workchat-wire 2.2: the library's own answer, and the webhook's. */
const ROWS: readonly Row[] = [
  ['a valid token', 200, undefined],
  ['no header', 401, () => ({ token: null })],
  ['`bearer` in lower case', 401, async () => ({ authorization: `bearer ${await token()}` })],
  ['garbage', 401, () => ({ authorization: 'Bearer abc.def.ghi' })],
  ['two tokens', 401, async () => ({ authorization: `Bearer ${await token()} ${await token()}` })],
  ['a wrong issuer', 401, () => ({ token: { issuer: 'https://evil.example' } })],
  ['a wrong audience', 401, () => ({ token: { audience: 'another-app' } })],
  ['an audience that is a list', 401, () => ({ token: { audience: [cloud.app.appId] } })],
  ['another serviceurl', 401, () => ({ token: { serviceUrl: cloud.serviceUrl.slice(0, -1) } })],
  ['a serviceurl on no host of the cloud', 401, () => ({ token: { serviceUrl: 'https://evil.example/' } })],
  ['no serviceurl claim', 401, () => ({ token: { serviceUrl: null } })],
  ['an unknown kid', 401, () => ({ token: { kid: 'nobody' } })],
  ['no kid', 401, () => ({ token: { kid: null } })],
  ['expired by more than five minutes', 401, () => ({ token: { expiresIn: -6 * MINUTE } })],
  ['expired four minutes ago', 200, () => ({ token: { expiresIn: -4 * MINUTE } })],
  ['no `exp` at all', 401, () => ({ token: { expiresIn: null } })],
  ['valid in four minutes', 200, () => ({ token: { notBefore: 4 * MINUTE } })],
  ['valid in six minutes', 401, () => ({ token: { notBefore: 6 * MINUTE } })],
  ['a bad signature', 401, () => ({ token: { signature: 'broken' } })],
  ['no signature', 401, () => ({ token: { signature: 'missing' } })],
  // Its key is unknown, too, and keys were looked for less than a minute ago.
  ["a stranger's signature", 503, () => ({ token: { signature: 'stranger' } })],
  ['HS256 with the public key', 401, () => ({ token: { algorithm: 'HS256' } })],
  ['no algorithm', 401, () => ({ token: { algorithm: 'none' } })],
  ["a tester's token, from any tenant", 401, () => ({ token: testerToken() })],
  [
    'an activity without serviceUrl',
    401,
    () => ({ token: { serviceUrl: cloud.serviceUrl } }),
    { serviceUrl: undefined },
  ],
  ['an empty channelId', 401, undefined, { channelId: '' }],
  ['no channelId', 401, undefined, { channelId: undefined }],
  ['another channelId', 401, undefined, { channelId: 'directline' }],
  ['another tenant', 401, undefined, { channelData: { tenant: { id: 'another' } } }],
  [
    'no tenant',
    401,
    undefined,
    { channelData: {}, conversation: { conversationType: 'personal', id: 'a:1' } },
  ],
  ['no type', 400, undefined, { type: undefined }],
  ['a body without anything, and no token', 401, () => ({ token: null, body: '{}' })],
  ['a body that is not JSON', 400, () => ({ body: '{"type":' })],
  ['a list', 400, () => ({ body: '[]' })],
  ['no body', 400, () => ({ body: '' })],
  ['a body of another type', 415, () => ({ headers: { 'content-type': 'text/plain' } })],
  ['a compressed body', 415, () => ({ headers: { 'content-encoding': 'gzip' } })],
];

const token = () => cloud.sign(cloud.serviceUrl);
const testerToken = () => ({
  issuer: 'https://sts.windows.net/11111111-2222-3333-4444-555555555555/',
  signer: 'directory' as const,
  claims: { ver: '1.0', appid: cloud.app.appId, tid: '11111111-2222-3333-4444-555555555555' },
});

it.each(ROWS.map(([name, status, plan, fields]) => ({ name, status, plan, fields })))(
  '10.40 the webhook answers $name with $status',
  async ({ name, status, plan, fields = {} }) => {
    const sent = { ...activity, id: `m-${name}`, ...fields };
    const answer = await cloud.post(sent, (await plan?.()) ?? {});
    expect(answer.status).toBe(status);
    expect(bot.sink.accepted).toHaveLength(status === 200 ? 1 : 0);
    // The answer does not contain the reason.
    if (status === 401) expect(answer.text).toBe('{"error":"Unauthorized"}');
    if (status === 200) expect(answer.text).toBe('');
  },
);

it('CVE-2026-41405: the webhook answers 401 before it reads the body', async () => {
  const socket = connect(bot.account.port!, '127.0.0.1');
  const head = [
    'POST /api/messages HTTP/1.1',
    'Host: x',
    'Content-Type: application/json',
    'Content-Length: 1000000',
  ];
  const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  expect(await answer).toMatch(/^HTTP\/1.1 401 /);
  socket.destroy();
});

it('the webhook accepts bodies above the size of a message, and none above 1 MiB', async () => {
  const taken = { ...activity, id: 'm-large', text: 'x'.repeat(400_000) };
  expect((await cloud.post(taken)).status).toBe(200);
  expect((await cloud.post({ ...taken, id: 'm-larger', text: 'x'.repeat(1_100_000) })).status).toBe(413);
});

it('the webhook refuses an endless body of one-byte chunks', async () => {
  const socket = connect(bot.account.port!, '127.0.0.1');
  socket.on('error', () => undefined);
  const head = [
    'POST /api/messages HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${await token()}`,
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
  ];
  const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
  socket.write(`${head.join('\r\n')}\r\n\r\n${'1\r\n \r\n'.repeat(13_000)}`);
  expect(await answer).toMatch(/^HTTP\/1.1 400 /);
  socket.destroy();
});

it('10.19 the webhook has one path and one method, on its own listener', async () => {
  expect((await cloud.post(activity, { url: `${bot.url}/more` })).status).toBe(404);
  const answer = await cloud.post(activity, { method: 'PUT' });
  expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
});

it('the webhook answers 503 when an activity cannot be stored, and accepts it later', async () => {
  bot.sink.failsFor = () => true;
  expect((await cloud.post({ ...activity, id: 'm-unstored' })).status).toBe(503);
  bot.sink.failsFor = () => false;
  expect((await cloud.post({ ...activity, id: 'm-unstored' })).status).toBe(200);
});

it('the webhook answers 503 while the keys cannot be fetched, and accepts the same call later', async () => {
  // The library caches keys by address, and has never queried this cloud.
  const fresh = await WorkplaceSimulator.start();
  fresh.faults.requests.all({ kind: 'cut' }, { when: callTo('login', 'GET') });
  const other = await startWorkchat(fresh);
  try {
    expect(other.sink.status).toBe('connected');
    const sent = { ...activity, serviceUrl: fresh.serviceUrl };
    expect((await fresh.post(sent)).status).toBe(503);
    fresh.faults.clear();
    expect((await fresh.post(sent)).status).toBe(200);
  } finally {
    await other.stop();
    await fresh.stop();
  }
});

it('the webhook accepts a new key, and fetches keys at most once a minute', async () => {
  const fresh = await WorkplaceSimulator.start();
  const other = await startWorkchat(fresh);
  const post = async (id: string) =>
    (await fresh.post({ ...activity, id, serviceUrl: fresh.serviceUrl })).status;
  const looks = () => fresh.requestsTo('login').filter(({ path }) => path.endsWith('/keys')).length;
  const now = jest.spyOn(performance, 'now');
  try {
    await fresh.channelKeys.roll();
    expect([await post('first'), looks()]).toEqual([200, 2]);
    await fresh.channelKeys.roll();
    expect([await post('second'), looks()]).toEqual([503, 2]);
    now.mockImplementation(() => 1e9);
    // The platform sends it again.
    expect([await post('second'), await post('third'), looks()]).toEqual([200, 200, 3]);
    now.mockImplementation(() => 2e9);
    const stranger = { ...activity, serviceUrl: fresh.serviceUrl };
    expect((await fresh.post(stranger, { token: { kid: 'nobody' } })).status).toBe(401);
    expect((await fresh.post(stranger, { token: { kid: 'nobody' } })).status).toBe(503);
    expect([await post('fourth'), looks()]).toEqual([200, 4]);
    now.mockImplementation(() => 3e9);
    fresh.faults.requests.next({ kind: 'cut' }, { when: callTo('login', 'GET') });
    expect((await fresh.post(stranger, { token: { kid: 'nobody' } })).status).toBe(503);
    expect(await post('fifth')).toBe(200);
  } finally {
    now.mockRestore();
    await other.stop();
    await fresh.stop();
  }
});

it('10.40 the webhook answers 401 to a key not endorsed for the channel', async () => {
  const fresh = await WorkplaceSimulator.start();
  fresh.channelKeys.endorsements = ['webchat'];
  const other = await startWorkchat(fresh);
  try {
    const answer = await fresh.post({ ...activity, serviceUrl: fresh.serviceUrl });
    expect([answer.status, answer.text]).toEqual([401, '{"error":"Unauthorized"}']);
    expect(other.sink.accepted).toEqual([]);
  } finally {
    await other.stop();
    await fresh.stop();
  }
});

it('the webhook refuses to start on a port in use', async () => {
  const started = startWorkchat(cloud, { workchat: { webhook: { port: bot.account.port! } } });
  await expect(started).rejects.toMatchObject({
    problems: [
      {
        path: 'channels.workchat.webhook.port',
        message: expect.stringContaining('is in use by another program') as string,
      },
    ],
  });
});
