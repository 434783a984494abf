import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WorkplaceSimulator } from '../../../../simulators/index.js';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { type CheckResult, runChecks } from '../../../common/index.js';
import { checkConfig, CORE_SECTIONS, readEnvironment } from '../../../config/index.js';
import { settingsFrom, WORKCHAT_CONFIG } from '../../settings/workchat.config.js';
import { channelChecks } from './channel-checks.js';
import type { CheckSubject, RunningChannel } from './check-subject.js';

const MINUTE = 60_000;
const OTHER_ID = '3f8a1c52-6d0e-4b7a-9c41-2f5e8d7a6b10';
const SITE = `northwind.example,${OTHER_ID},${OTHER_ID}`;

let cloud: WorkplaceSimulator;
let clock: FakeClock;
/** Stands for the listener, a proxy, or any other program. */
let server: Server;
let port: number;
let answer: { readonly status: number; readonly body: string };
const OURS = { status: 401, body: '{"error":"Unauthorized"}' };

beforeAll(async () => {
  server = createServer((_request, response) => response.writeHead(answer.status).end(answer.body));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());
beforeEach(async () => {
  cloud = await WorkplaceSimulator.start();
  clock = new FakeClock(Date.now());
  answer = OURS;
});
afterEach(() => cloud.stop());

const url = () => `http://127.0.0.1:${port}/api/messages`;
const running = (): RunningChannel => ({
  port,
  calledAt: undefined,
  refused: undefined,
  names: { people: new Map(), teams: new Map(), channels: new Map() },
});

interface Given extends Omit<Partial<CheckSubject>, 'settings' | 'gateway'> {
  readonly workchat?: object;
  readonly gateway?: Partial<RunningChannel> | null;
}

async function look({ workchat, gateway = {}, ...more }: Given = {}): Promise<readonly CheckResult[]> {
  const own = { ...cloud.settings, webhook: { port }, ...workchat };
  const raw = { channels: { workchat: own } };
  const config = checkConfig([...CORE_SECTIONS, WORKCHAT_CONFIG], raw, readEnvironment({}));
  const settings = settingsFrom(config)!;
  const subject = { settings, clock, endpoint: url(), readPackage: () => undefined, ...more };
  const ofGateway = gateway === null ? {} : { gateway: { ...running(), ...gateway } };
  return runChecks(channelChecks({ ...subject, ...ofGateway }).checks);
}

async function resultOf(id: string, given?: Given): Promise<CheckResult | undefined> {
  return (await look(given)).find((result) => result.id === id);
}

const says = (text: string) => expect.stringContaining(text) as string;

describe('credentials', () => {
  it.each([
    ['a wrong secret', { appPassword: 'secret-of-old' }, 'appPassword', 'appPassword -` (paste it'],
    ['an app of another directory', { appId: OTHER_ID }, 'tenantId', 'Compare both'],
    ['a directory that does not exist', { tenantId: OTHER_ID }, 'tenantId', 'Copy the directory (tenant) ID'],
  ])('with %s are named with setting and remedy, and never shown', async (_, workchat, setting, remedy) => {
    const all = await look({ workchat });
    expect(all.find(({ id }) => id === 'credentials')).toMatchObject({
      state: 'failed',
      message: says('AADSTS'),
      setting: `channels.workchat.${setting}`,
      remedy: says(remedy),
    });
    expect(all.find(({ id }) => id === 'permissions')).toMatchObject({ state: 'unknown' });
    expect(JSON.stringify(all)).not.toContain('secret-of-old');
  });

  it('that have expired are named', async () => {
    cloud.app.expireSecret(1);
    expect(await resultOf('credentials')).toMatchObject({
      state: 'failed',
      message: says('the client secret has expired'),
      remedy: says('Create a new one'),
    });
  });

  it('that are not judged within the time of a check are reported as such', async () => {
    cloud.faults.tokens.all({ kind: 'hang' });
    expect(await resultOf('credentials')).toMatchObject({
      state: 'failed',
      message: 'the directory cannot be reached: no answer in time',
      setting: 'channels.workchat.cloud',
    });
  });
});

describe('keys', () => {
  it.each([
    ['no document names them', '/openidconfiguration'],
    ['they are not where it says', '/keys'],
  ])('fail when %s', async (_, path) => {
    const gone = { kind: 'answer', answer: { status: 404 } } as const;
    cloud.faults.keys.all(gone, { when: (call) => call.path.endsWith(path) });
    expect(await resultOf('keys')).toMatchObject({
      state: 'failed',
      message: says('signing keys cannot be fetched from'),
      setting: 'channels.workchat.cloud',
      remedy: says('reaches this address'),
    });
  });
});

it.each([
  [10 * MINUTE, 'failed', 'ahead of'],
  [-MINUTE, 'warning', 'behind'],
  [0, 'ok', 'agrees with'],
])('a clock that is %i ms off is %s', async (ms, state, message) => {
  clock.jump(ms);
  expect(await resultOf('clock')).toMatchObject({ state, message: says(message) });
});

describe('the listener', () => {
  const setting = 'channels.workchat.webhook.port';

  it('answers', async () => {
    expect(await resultOf('listener')).toMatchObject({ state: 'ok', message: says('with 401') });
  });

  it('is called where it listens, when any free port will do', async () => {
    expect(await resultOf('listener', { workchat: { webhook: { port: 0 } } })).toMatchObject({ state: 'ok' });
  });

  it('is not open', async () => {
    const workchat = { webhook: { port: 0 } };
    expect(await resultOf('listener', { workchat, gateway: { port: undefined } })).toMatchObject({
      state: 'failed',
      setting,
      remedy: says('gatehouse logs'),
    });
  });

  it('is that of another gateway when this one does not listen', async () => {
    expect(await resultOf('listener', { gateway: { port: undefined } })).toMatchObject({
      state: 'failed',
      message: `another gateway is listening at ${url()}`,
      setting,
      remedy: says(`gatehouse config set ${setting}`),
    });
  });

  it.each([
    [{ status: 200, body: 'hello' }, 'answers 200, but not from this gateway'],
    [{ status: 503, body: '{}' }, 'answers 503 because it does not accept calls yet'],
  ])('is another program, or not ready: %j', async (given, message) => {
    answer = given;
    expect(await resultOf('listener')).toMatchObject({ state: 'failed', message: says(message), setting });
  });

  it('is told to be started by a command beside the gateway only', async () => {
    const workchat = { webhook: { port: 1 } };
    const remedies = [
      await resultOf('listener', { workchat }),
      await resultOf('listener', { workchat, gateway: null }),
    ];
    expect(remedies.map((found) => found?.remedy)).toEqual([
      says('gatehouse logs'),
      'Start the gateway: `gatehouse start`.',
    ]);
  });
});

describe('the endpoint', () => {
  const setting = 'gateway.publicUrl';
  const ago = (minutes: number) => ({ calledAt: clock.now() - minutes * MINUTE });

  it('that another program answers at fails', async () => {
    answer = { status: 404, body: 'nothing here' };
    expect(await resultOf('endpoint')).toMatchObject({
      state: 'failed',
      message: `${url()} answers 404, but not from the gateway`,
      setting,
      remedy: says('forward POST requests for this path to the listener'),
    });
  });

  it('is proved by a call of the platform, but by an old one not any more', async () => {
    answer = { status: 404, body: 'nothing here' };
    expect(await resultOf('endpoint', { gateway: ago(2) })).toMatchObject({
      state: 'ok',
      message: says('the platform last called 2 minutes ago, although'),
    });
    expect(await resultOf('endpoint', { gateway: ago(300) })).toMatchObject({
      state: 'warning',
      message: says('; the platform last called 5 hours ago'),
      remedy: says('forward POST requests'),
    });
  });

  it('that is not known is unknown until the platform has called', async () => {
    const endpoint = undefined;
    expect(await resultOf('endpoint', { endpoint })).toMatchObject({
      state: 'unknown',
      setting,
      remedy: says('gatehouse workchat doctor --endpoint'),
    });
    expect(await resultOf('endpoint', { endpoint, gateway: ago(0) })).toEqual({
      id: 'endpoint',
      state: 'ok',
      message: 'the platform last called less than a minute ago',
    });
  });

  it('that cannot be reached from here is a warning: some networks do not let a machine call itself', async () => {
    expect(await resultOf('endpoint', { endpoint: 'http://127.0.0.1:1/api/messages' })).toMatchObject({
      state: 'warning',
      message: says('cannot be reached from here'),
      remedy: says('Try it from outside'),
    });
  });
});

describe('calls', () => {
  it.each([
    ['another audience', 'appId'],
    ['the tenant is different or missing', 'tenantId'],
    ['the service URL is not on a host of the cloud', 'cloud'],
    ['expired, or without an expiry', undefined],
  ] as const)('refused for %s are a warning with the setting %s', async (reason, name) => {
    const refused = { reason, at: clock.now() - 3 * MINUTE };
    const found = await resultOf('calls', { gateway: { refused } });
    expect(found).toMatchObject({
      state: 'warning',
      message: `a call claiming to be from the platform was rejected 3 minutes ago: ${reason}`,
      remedy: expect.any(String) as string,
    });
    expect(found?.setting).toBe(name && `channels.workchat.${name}`);
  });
});

describe('permissions', () => {
  beforeEach(() => cloud.app.graphPermissions.clear());

  it('that no setting needs are named, and no fault', async () => {
    expect(await resultOf('permissions')).toMatchObject({
      state: 'ok',
      message: says('useful but not granted: User.Read.All'),
    });
  });

  it.each([
    [{ allowFrom: ['Irene Paz'] }, 'User.Read.All', 'allowFrom'],
    [{ teams: { Release: {} } }, 'Group.Read.All', 'teams'],
    [{ docSiteId: SITE }, 'Sites.ReadWrite.All', 'docSiteId'],
  ])('that %j needs fail with that setting', async (workchat, permission, name) => {
    expect(await resultOf('permissions', { workchat })).toMatchObject({
      state: 'failed',
      message: says(`needed but not granted: ${permission}`),
      setting: `channels.workchat.${name}`,
      remedy: says('grant admin consent'),
    });
  });

  it('that an app without a package here may have in its teams are not judged', async () => {
    const workchat = { teams: { [OTHER_ID]: { channels: { Work: {} } } } };
    expect(await resultOf('permissions', { workchat })).toMatchObject({ state: 'ok' });
  });
});

describe('names', () => {
  it('that the directory does not know are listed by setting, without the known ones', async () => {
    const workchat = {
      allowFrom: ['Irene Paz', 'Ben Ode', OTHER_ID],
      teams: { Release: { channels: { Work: {}, Fun: {} } }, Sales: {} },
    };
    const names = {
      people: new Map([['Irene Paz', 'sender:1']]),
      teams: new Map([['Release', '19:1@thread.tacv2']]),
      channels: new Map([['Release', new Map([['Work', '19:2@thread.tacv2']])]]),
    };
    const found = (await look({ workchat, gateway: { names } })).filter(({ id }) => id === 'names');
    expect(found).toMatchObject([
      {
        state: 'warning',
        message: says("have no effect: 'Ben Ode'"),
        setting: 'channels.workchat.allowFrom',
      },
      { state: 'warning', message: says("'Release/Fun', 'Sales'"), setting: 'channels.workchat.teams' },
    ]);
  });
});

describe('the app package', () => {
  it('is missed by a command, not by a gateway that runs', async () => {
    expect([await resultOf('package'), await resultOf('package', { gateway: null })]).toMatchObject([
      { state: 'ok' },
      { state: 'unknown', remedy: says('gatehouse workchat manifest') },
    ]);
  });

  it('that is broken stops no gateway that runs', async () => {
    const readPackage = () => ({ file: '/state/workchat-app.zip', bytes: Buffer.from('no zip') });
    const [inside, beside] = [
      await resultOf('package', { readPackage }),
      await resultOf('package', { readPackage, gateway: null }),
    ];
    expect([inside?.state, beside?.state]).toEqual(['warning', 'failed']);
    expect(beside).toMatchObject({
      message: says('it is not a ZIP archive'),
      remedy: says('gatehouse workchat validate /state/workchat-app.zip'),
    });
  });

  it('that cannot be read is unknown, and hides no other finding', async () => {
    const readPackage = () => {
      throw new Error('workchat-app.zip cannot be read: EACCES');
    };
    const found = await look({ readPackage });
    expect(found.filter(({ state }) => state !== 'ok')).toMatchObject([
      { id: 'package', state: 'unknown', message: says('EACCES') },
    ]);
  });
});

it('a check ends with its signal', async () => {
  cloud.faults.requests.all({ kind: 'hang' });
  const own = { ...cloud.settings, webhook: { port } };
  const config = checkConfig(
    [...CORE_SECTIONS, WORKCHAT_CONFIG],
    { channels: { workchat: own } },
    readEnvironment({}),
  );
  const settings = settingsFrom(config)!;
  const { checks } = channelChecks({ settings, clock, endpoint: url(), readPackage: () => undefined });
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(100);
  await Promise.all(checks.map((check) => check.run(signal)));
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});
