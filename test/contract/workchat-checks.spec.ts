import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkplaceSimulator } from '../../simulators/index.js';
import { type AccountId, DEFAULT_ACCOUNT } from '../../src/channels/index.js';
import { type CheckResult, runChecks } from '../../src/common/index.js';
import { freePort } from '../support/free-port.js';
import { startWorkchat, type WorkchatFixture } from '../support/workchat.js';

/** The checks that a connected account brings to `gatehouse doctor`. */
let cloud: WorkplaceSimulator;
let bot: WorkchatFixture;
let irene: ReturnType<WorkplaceSimulator['addContact']>;
let stateDir: string;
let port: number;

beforeEach(async () => {
  cloud = await WorkplaceSimulator.start();
  irene = cloud.addContact('Irene Paz');
  cloud.app.graphPermissions.add('User.Read.All');
  stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-checks-'));
  port = await freePort();
});
afterEach(async () => {
  await bot.stop();
  await cloud.stop();
  rmSync(stateDir, { recursive: true });
});

async function start(workchat: object = {}, publicUrl = `http://127.0.0.1:${port}`): Promise<void> {
  const own = { webhook: { port }, ...workchat };
  bot = await startWorkchat(cloud, { stateDir, gateway: { publicUrl }, workchat: own });
}
const results = (): Promise<readonly CheckResult[]> => runChecks(bot.connector.checks(DEFAULT_ACCOUNT));
const faults = async () => (await results()).filter(({ state }) => state !== 'ok');
const says = (text: string) => expect.stringContaining(text) as string;

it('a healthy gateway has every check ok, and its checks send nothing', async () => {
  await start({ allowFrom: ['Irene Paz'] });
  expect(await faults()).toEqual([]);
  expect((await results()).map(({ id }) => id)).toEqual([
    'credentials',
    'clock',
    'keys',
    'listener',
    'endpoint',
    'calls',
    'permissions',
    'names',
    'package',
  ]);
  expect(cloud.botMessages(irene.chat)).toEqual([]);
  expect(bot.connector.checks('another' as AccountId)).toEqual([]);
});

it('a gateway that others reach by another address is healthy once the platform has called', async () => {
  await start({}, 'http://127.0.0.1:1');
  cloud.people.write({ from: irene.user, in: irene.chat, text: 'hello' });
  await cloud.idle();
  expect(await faults()).toEqual([]);
});

it('a bot that is called for another tenant is named until a call is accepted', async () => {
  await start();
  const { user, chat } = irene;
  const activity = {
    type: 'message',
    id: '1768992000123',
    timestamp: new Date().toISOString(),
    serviceUrl: cloud.serviceUrl,
    channelId: 'msteams',
    from: { id: user.id, name: user.name },
    recipient: { id: cloud.app.id, name: 'Assistant' },
    conversation: { conversationType: 'personal', id: chat.id },
    text: 'a private question',
    channelData: { tenant: { id: 'another' } },
  };
  expect((await cloud.post(activity)).status).toBe(401);
  const [found, ...others] = await faults();
  expect([found, others]).toEqual([
    expect.objectContaining({
      id: 'calls',
      state: 'warning',
      message: says('the tenant is different or missing'),
      setting: 'channels.workchat.tenantId',
      remedy: says('Set the directory of the people who write'),
    }),
    [],
  ]);
  expect(JSON.stringify(found)).not.toContain('private');
  cloud.people.write({ from: user, in: chat, text: 'hello' });
  await cloud.idle();
  expect(await faults()).toEqual([]);
});

it('a call without a token of the platform is no fault: anyone may call', async () => {
  await start();
  const url = `http://127.0.0.1:${port}/api/messages`;
  for (const authorization of [undefined, 'Bearer abc.def.ghi'])
    await fetch(url, { method: 'POST', body: '{}', headers: authorization ? { authorization } : {} });
  expect(await faults()).toEqual([]);
});

it('a secret that the directory refuses now is named, even while a token is still valid', async () => {
  await start();
  cloud.app.expireSecret(1);
  expect(await faults()).toMatchObject([
    { id: 'credentials', state: 'failed', setting: 'channels.workchat.appPassword' },
    { id: 'permissions', state: 'unknown' },
  ]);
});

it('a name that the directory does not know is named', async () => {
  await start({ allowFrom: ['Irene Pax'] });
  expect(await faults()).toMatchObject([
    { id: 'names', state: 'warning', message: says("'Irene Pax'"), setting: 'channels.workchat.allowFrom' },
  ]);
});
