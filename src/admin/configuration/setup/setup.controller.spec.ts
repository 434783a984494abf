import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { BridgeSimulator, WorkplaceSimulator } from '../../../../simulators/index.js';
import { type AdminApp, errorOf, startAdminApp } from '../../../../test/support/admin-app.js';
import { IMBRIDGE, imbridgeIsComplete, imbridgeSetup } from '../../../imbridge/index.js';
import { WORKCHAT, workchatSetup } from '../../../workchat/index.js';
import type { ChannelSetupDto, SetupCheckDto } from './setup.dto.js';

const PASSWORD = 'a-bridge-password';
const AT = 'channels.imbridge';
const APP = '5c1f0a7e-2b34-4d8e-9a61-7e0d3c5b8f21';
const TENANT = 'a9d4e3b2-17c6-4f05-8b3e-60d2f1c7a854';

describe('the setup of a channel', () => {
  let folder: string;
  let sut: AdminApp;
  let bridge: BridgeSimulator;
  beforeAll(async () => {
    bridge = await BridgeSimulator.start({ password: PASSWORD });
  });
  afterAll(() => bridge.stop());
  afterEach(async () => {
    await sut.close();
    rmSync(folder, { recursive: true });
  });

  const start = async (channels: object, gateway = {}) => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-setup-'));
    writeFileSync(join(folder, 'gatehouse.json'), `// ours\n${JSON.stringify({ channels, gateway })}`);
    sut = await startAdminApp({
      stateDir: folder,
      sections: [IMBRIDGE, WORKCHAT],
      rules: [imbridgeIsComplete],
      setups: [imbridgeSetup, workchatSetup],
    });
  };
  const show = async (path: string) => (await sut.call(`GET /channels/${path}`)).body as ChannelSetupDto;
  const check = async (values: object, path = 'imbridge/setup/check') => {
    const { status, body } = await sut.call(`POST /channels/${path}`, { values });
    return Object.assign(body as SetupCheckDto, { status });
  };
  const fieldsOf = ({ steps }: ChannelSetupDto) => steps.flatMap(({ fields }) => fields);
  const answers = (more = {}) => ({
    [`${AT}.serverUrl`]: bridge.url,
    [`${AT}.password`]: PASSWORD,
    [`${AT}.webhookSecret`]: 'a-secret-of-the-webhook',
    [`${AT}.dmPolicy`]: 'pairing',
    ...more,
  });

  it('asks what the wizard of the command line asks, in steps', async () => {
    await start({});
    const setup = await show('imbridge/setup');
    expect(setup).toMatchObject({
      channel: 'imbridge',
      account: 'default',
      configured: false,
      endpoint: null,
    });
    expect(setup.steps.map(({ title, tested }) => [title, tested])).toEqual([
      ['Bridge', true],
      ['Webhook', false],
      ['People', false],
    ]);
    expect(fieldsOf(setup).map(({ path, kind }) => [path, kind])).toEqual(
      imbridgeSetup.questions.map(({ setting, kind }) => [`${AT}.${setting}`, kind]),
    );
    expect(fieldsOf(setup)[0]).toMatchObject({ label: imbridgeSetup.questions[0].message, required: true });
    expect(fieldsOf(setup)[5]).toMatchObject({ default: 'pairing', value: null, source: null });
  });

  it('shows the present answers without secrets, and the address for the service', async () => {
    await start({ imbridge: { serverUrl: bridge.url, password: PASSWORD, allowFrom: ['+12025550143'] } });
    const setup = await show('imbridge/setup');
    const values = Object.fromEntries(fieldsOf(setup).map(({ path, value }) => [path, value]));
    expect(values).toMatchObject({ [`${AT}.serverUrl`]: bridge.url, [`${AT}.password`]: '********' });
    expect(values).toMatchObject({ [`${AT}.allowFrom`]: ['+12025550143'], [`${AT}.dmPolicy`]: null });
    // Its webhook is called with the password, so there is no secret to make.
    expect(values).not.toHaveProperty([`${AT}.webhookSecret`]);
    expect(setup).toMatchObject({
      configured: true,
      endpoint: { secret_path: `${AT}.password`, automatic: true },
    });
    expect(setup.endpoint?.url).toMatch(/imbridge-webhook\?password=\*{8}$/);
    expect(JSON.stringify(setup)).not.toContain(PASSWORD);
  });

  it('asks for another account at its own place', async () => {
    await start({ imbridge: { serverUrl: bridge.url, password: PASSWORD } });
    const setup = await show('imbridge/setup?account=work');
    expect(setup).toMatchObject({ account: 'work', configured: false });
    expect(fieldsOf(setup)[0]).toMatchObject({ path: `${AT}.accounts.work.serverUrl`, value: null });
    expect(fieldsOf(setup).map(({ random }) => random)).toContain(true);
    const at = `${AT}.accounts.work`;
    const values = {
      [`${at}.serverUrl`]: bridge.url,
      [`${at}.password`]: PASSWORD,
      [`${at}.webhookPath`]: '/work',
    };
    const { set, steps } = await check(values, 'imbridge/setup/check?account=work');
    expect(steps.map(({ state }) => state)).toEqual(['passed', 'passed', 'passed']);
    expect(set).toEqual({ ...values, [`${at}.password`]: '********', [`${AT}.accounts.default`]: {} });
  });

  it('tries the answers at the bridge, and says what would be written, without secrets', async () => {
    await start({});
    const outcome = await check(answers());
    expect(outcome).toMatchObject({ status: 200, problems: [], warnings: [] });
    expect(outcome.steps.map(({ state }) => state)).toEqual(['passed', 'passed', 'passed']);
    expect(outcome.steps[0]?.text).toContain('accepts the password');
    expect(outcome.set).toEqual(
      answers({ [`${AT}.password`]: '********', [`${AT}.webhookSecret`]: '********' }),
    );
    expect(outcome.endpoint).toMatchObject({ secret_path: `${AT}.webhookSecret`, automatic: true });
    expect(outcome.changed).toContain(`${AT}.serverUrl`);
    expect(JSON.stringify(outcome)).not.toMatch(/a-bridge-password|a-secret-of-the-webhook/);
  });

  it.each([
    ['a wrong password', { [`${AT}.password`]: 'wrong' }, 'password', 'refuses the password'],
    ['an address without a server', { [`${AT}.serverUrl`]: 'http://127.0.0.1:9' }, 'serverUrl', 'No bridge'],
    [
      'the address of a metadata service',
      { [`${AT}.serverUrl`]: 'http://169.254.169.254' },
      'serverUrl',
      'metadata service',
    ],
    ['an address that is none', { [`${AT}.serverUrl`]: 'nowhere' }, 'serverUrl', 'must be'],
    ['no password', { [`${AT}.password`]: '' }, 'password', 'is required'],
  ])('says at its field that there is %s', async (_name, wrong, setting, words) => {
    await start({});
    const { steps } = await check(answers(wrong));
    expect(steps[0]).toMatchObject({
      state: 'failed',
      problems: [{ path: `${AT}.${setting}`, message: expect.stringContaining(words) as string }],
    });
  });

  it('asks the bridge also while a later answer is wrong', async () => {
    await start({});
    const { steps } = await check(answers({ [`${AT}.webhookPath`]: 'no path' }));
    expect(steps.map(({ state }) => state)).toEqual(['passed', 'failed', 'passed']);
    expect(steps[1]?.problems[0]?.path).toBe(`${AT}.webhookPath`);
  });

  it.each([
    ['left out', {}],
    ['sent back with its stars', { [`${AT}.password`]: '********' }],
  ])('sends a secret that is %s to no other address', async (_name, kept) => {
    await start({ imbridge: { serverUrl: 'http://127.0.0.1:9', password: PASSWORD } });
    const calls = bridge.requests.length;
    const { steps } = await check({ [`${AT}.serverUrl`]: bridge.url, ...kept });
    expect(steps[0]).toMatchObject({ state: 'failed', problems: [{ path: `${AT}.password` }] });
    expect(bridge.requests).toHaveLength(calls);
  });

  it('sends the password that a new account would inherit to no other address', async () => {
    await start({ imbridge: { serverUrl: 'http://127.0.0.1:9', password: PASSWORD } });
    const calls = bridge.requests.length;
    const values = { [`${AT}.accounts.work.serverUrl`]: bridge.url };
    const { steps } = await check(values, 'imbridge/setup/check?account=work');
    expect(steps[0]).toMatchObject({
      state: 'failed',
      problems: [{ path: `${AT}.accounts.work.password`, message: 'must not be empty' }],
    });
    expect(bridge.requests).toHaveLength(calls);
  });

  it('writes nothing', async () => {
    await start({ imbridge: { serverUrl: bridge.url, password: PASSWORD } });
    const state = () => readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
    const before = state();
    await check(answers({ [`${AT}.allowFrom`]: ['ann@example.org'] }));
    await check(answers({ [`${AT}.password`]: 'wrong' }));
    expect(state()).toEqual(before);
    expect(sut.services.audit.record).not.toHaveBeenCalled();
  });

  it.each([
    [{ values: { 'gateway.port': 1 } }, 'values["gateway.port"]'],
    [{ values: { [`${AT}.password`]: { file: '/etc/passwd' } } }, `values["${AT}.password"]`],
    [{ values: { [`${AT}.dmPolicy`]: 'nobody' } }, `values["${AT}.dmPolicy"] must be one of pairing`],
    [{ values: 1 }, 'values'],
    [{}, 'values'],
  ])('refuses %j', async (body, words) => {
    await start({});
    const { status, body: answer } = await sut.call('POST /channels/imbridge/setup/check', body);
    expect(status).toBe(400);
    expect(errorOf(answer).details).toContain(words);
  });

  it.each([
    ['GET /channels/pigeon/setup', 404],
    ['GET /channels/workchat/setup?account=work', 400],
    ['GET /channels/imbridge/setup?account=..', 400],
    ['GET /channels/imbridge/app-package', 404],
  ])('answers %s with %i', async (route, status) => {
    await start({});
    expect((await sut.call(route)).status).toBe(status);
  });

  describe('of workchat', () => {
    let cloud: WorkplaceSimulator;
    beforeAll(async () => {
      cloud = await WorkplaceSimulator.start({ appPassword: 'app-password' });
    });
    afterAll(() => cloud.stop());
    const of = (setting: string) => `channels.workchat.${setting}`;
    const credentials = (more = {}) => ({
      [of('appId')]: APP,
      [of('appPassword')]: 'app-password',
      [of('tenantId')]: TENANT,
      ...more,
    });
    const path = 'workchat/setup/check';

    it('gets a token, and says which credential is wrong', async () => {
      await start({ workchat: { cloud: cloud.settings.cloud } });
      const outcome = await check(credentials({ [of('teams')]: ['Sales', 'Work/General'] }), path);
      expect(outcome.steps.map(({ state }) => state)).toEqual(['passed', 'passed', 'passed']);
      expect(outcome.set).toMatchObject({
        [of('teams')]: { Sales: {}, Work: { channels: { General: {} } } },
        [of('appPassword')]: '********',
      });
      expect(outcome.endpoint).toMatchObject({ url: 'https://<host>/api/messages', automatic: false });
      const { steps } = await check(credentials({ [of('appPassword')]: 'wrong' }), path);
      expect(steps[0]?.problems).toEqual([
        { path: of('appPassword'), message: expect.stringContaining('client secret is wrong') as string },
      ]);
    });

    it('tells on which answer a question depends, and shows teams as they are typed', async () => {
      await start({ workchat: { teams: { Sales: {}, Work: { channels: { General: {} } } } } });
      const fields = fieldsOf(await show('workchat/setup'));
      expect(fields.find((each) => each.path === of('teams'))).toMatchObject({
        value: ['Sales', 'Work/General'],
        asked_when: { path: of('groupPolicy'), values: ['allowlist'] },
      });
    });

    it('makes the app package, which the file of the command line is not touched by', async () => {
      const workchat = { appId: APP, appPassword: 'app-password', tenantId: TENANT };
      await start({ workchat });
      const none = await sut.call('GET /channels/workchat/app-package');
      expect([none.status, errorOf(none.body).details]).toEqual([
        400,
        expect.stringMatching(/^website is required/),
      ]);
      const made = await sut
        .call('GET /channels/workchat/app-package?website=https://northwind.example&name=Northwind')
        .responseType('blob');
      expect(made.headers).toMatchObject({
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="workchat-app.zip"',
      });
      const { 'manifest.json': manifest, ...icons } = unzipSync(new Uint8Array(made.body as Buffer));
      expect(Object.keys(icons).sort()).toEqual(['color.png', 'outline.png']);
      expect(JSON.parse(Buffer.from(manifest!).toString())).toMatchObject({
        name: { short: 'Northwind' },
        bots: [{ botId: APP }],
      });
      expect(readdirSync(folder)).toEqual(['gatehouse.json']);
    });

    it('has no app package before it is set up', async () => {
      await start({});
      expect((await sut.call('GET /channels/workchat/app-package?website=https://a.example')).status).toBe(
        409,
      );
    });
  });
});
