import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BridgeSimulator } from '../../simulators/index.js';
import { cliWorld, ScriptedPrompter } from '../../test/support/cli-world.js';

const PASSWORD = 'a-bridge-password';

const { gateway, shell } = cliWorld();
let bridge: BridgeSimulator;
beforeAll(async () => {
  bridge = await BridgeSimulator.start({ password: PASSWORD });
});
afterAll(() => bridge.stop());

const file = () => JSON.parse(readFileSync(join(shell.stateDir, 'gatehouse.json'), 'utf8')) as object;
const configure = (imbridge: object, more: object = {}) =>
  shell.write('gatehouse.json', JSON.stringify({ channels: { imbridge }, ...more }));
const one = (more: object = {}) => ({ serverUrl: bridge.url, password: PASSWORD, ...more });
/** As on a machine without a running gateway. */
const stopped = () => shell.write('gateway.json', '');
const channels = (...args: string[]) => shell.run('channels', ...args);

const delivery = (id: string, more: object = {}) => ({
  id,
  channel: 'imbridge',
  account: 'default',
  conversation_id: '-;+12025550143',
  status: 'queued',
  last_code: null,
  last_detail: null,
  what: null,
  setting: null,
  remedy: null,
  attempts: [],
  ...more,
});

describe('gatehouse channels test', () => {
  it('asks the bridge without a gateway', async () => {
    stopped();
    configure(one());
    const { code, stdout, stderr } = await channels('test', 'imbridge');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('imbridge, account default: The bridge at ');
    expect(stdout).toContain('accepts the password');
  });

  it('tests each account, and shows problem, setting and next command', async () => {
    stopped();
    const wrong = { serverUrl: bridge.url, password: 'wrong', webhookPath: '/b' };
    configure({ accounts: { home: one(), work: wrong } });
    const { code, stdout, stderr } = await channels('test', 'imbridge');
    expect(code).toBe(1);
    expect(stdout).toMatch(/account home: .*accepts the password/);
    expect(stderr).toContain('refuses the password');
    expect(stderr).toContain('gatehouse config set channels.imbridge.accounts.work.password -');
    expect(stderr).toContain('gatehouse doctor --only imbridge');
    const { stdout: json } = await channels('test', 'imbridge', '--account', 'home', '--json');
    expect(JSON.parse(json)).toMatchObject({ accounts: [{ account: 'home', usable: true }], delivery: null });
  });

  it.each([
    [['test', 'imbrige'], 'did you mean "imbridge"?'],
    [['test', 'imbridge', '--account', 'wrk'], 'has no account "wrk"; configured accounts: default'],
    [['test', 'imbridge', '--to', '+12025550143'], '--to sends the message through the running gateway'],
  ])('refuses %j', async (args, words) => {
    stopped();
    configure(one());
    expect(await channels(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(words) });
  });

  it('knows a channel that only variables set', async () => {
    stopped();
    shell.env.GATEHOUSE__CHANNELS__IMBRIDGE__SERVER_URL = bridge.url;
    shell.env.GATEHOUSE__CHANNELS__IMBRIDGE__PASSWORD = PASSWORD;
    expect(await channels('test', 'imbridge')).toMatchObject({ code: 0 });
  });

  const report = (probe: object) =>
    gateway.answers.set('GET /channels/imbridge?deep=true', [
      200,
      { accounts: [{ account: 'default', probe }] },
    ]);

  it('makes the bridge call a running gateway, and says what to do when that fails', async () => {
    configure(one());
    report({ webhook: 'missing', webhookProblem: 'Set webhookUrl.' });
    const { code, stdout, stderr } = await channels('test', 'imbridge', '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      { accounts: [{ usable: false, called_back: false }] },
    ]);
    expect(stderr).toContain('Set webhookUrl.');
  });

  const send = async (...states: object[]) => {
    configure(one());
    report({ webhook: 'elsewhere' });
    gateway.answers.set('POST /messages', [202, { delivery_ids: ['dlv_1'] }]);
    const next = () => states.shift() ?? {};
    Object.defineProperty(gateway.answers, 'get', {
      configurable: true,
      value: (route: string) =>
        route === 'GET /deliveries/dlv_1'
          ? [200, delivery('dlv_1', next())]
          : (Map.prototype.get.call(gateway.answers, route) as unknown),
    });
    const result = await channels('test', 'imbridge', '--to', '+12025550143');
    Reflect.deleteProperty(gateway.answers, 'get');
    return result;
  };

  it('says that it sends a message, and how that ended', async () => {
    const { code, stdout, stderr } = await send({ status: 'sending' }, { status: 'sent' });
    expect([code, stderr]).toEqual([0, 'gatehouse: sending a test message to +12025550143 on imbridge\n']);
    expect(stdout).toContain('Message dlv_1: sent.');
    expect(gateway.asked.find(({ route }) => route === 'POST /messages')?.body).toMatchObject({
      channel: 'imbridge',
      account: 'default',
      target: '+12025550143',
      message: expect.stringContaining('test message'),
    });
  });

  it('fails with the remedy of a message that is not sent', async () => {
    const dead = { status: 'dead', what: 'The recipient has no iMessage.', remedy: 'Write by SMS.' };
    const { code, stderr } = await send(dead);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('was not sent: gatehouse deliveries show dlv_1'),
    ]);
    expect(stderr).toContain('Write by SMS.');
  });

  it('sends nothing when the service cannot be used', async () => {
    configure(one({ password: 'wrong' }));
    expect(await channels('test', 'imbridge', '--to', '+12025550143')).toMatchObject({ code: 1 });
    expect(gateway.asked).toEqual([]);
  });
});

describe('gatehouse channels remove', () => {
  it('removes the channel from the file, and lists the remains', async () => {
    stopped();
    shell.write('password', PASSWORD);
    const password = { file: join(shell.stateDir, 'password') };
    configure(one({ password }), { gateway: { port: 3001 } });
    const { code, stdout, stderr } = await channels('remove', 'imbridge', '--yes');
    expect([code, stderr, file()]).toEqual([0, '', { channels: {}, gateway: { port: 3001 } }]);
    expect(stdout).toContain('imbridge: removed (default).');
    expect(stdout).toContain(`The secret in ${password.file} stays`);
    expect(stdout).toMatch(/Remove this webhook from the service: .*\/imbridge-webhook/);
    expect(stdout).toContain('Grants, conversations');
    expect(stdout).not.toContain(PASSWORD);
    expect(readFileSync(password.file, 'utf8')).toBe(PASSWORD);
  });

  it('removes one account, and the channel with the last', async () => {
    stopped();
    configure({ accounts: { home: one(), work: one({ webhookPath: '/w' }) } });
    expect(await channels('remove', 'imbridge', '--account', 'home', '--yes')).toMatchObject({ code: 0 });
    expect(file()).toEqual({ channels: { imbridge: { accounts: { work: one({ webhookPath: '/w' }) } } } });
    const { stdout } = await channels('remove', 'imbridge', '--account', 'work', '--yes', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      changed: expect.any(Array),
      waiting: null,
      accounts: ['work'],
    });
    expect(file()).toEqual({ channels: {} });
  });

  it('asks, and names the messages that wait for it', async () => {
    configure(one());
    const page = (items: object[]) => [200, { items, next_cursor: null }] as const;
    const other = delivery('dlv_2', { channel: 'workchat' });
    gateway.answers.set('GET /deliveries?status=queued&limit=200', page([delivery('dlv_1'), other]));
    gateway.answers.set('GET /deliveries?status=sending&limit=200', page([]));
    gateway.answers.set('GET /deliveries?status=unknown&limit=200', page([]));
    const prompter = new ScriptedPrompter([false]);
    shell.prompter = prompter;
    expect(await channels('remove', 'imbridge')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nothing was changed'),
    });
    expect(prompter.screen.join()).toContain(
      'imbridge: 1 account (default). 1 message is pending and becomes a dead letter: dlv_1 to -;+12025550143.',
    );
    expect(file()).toEqual({ channels: { imbridge: one() } });
  });

  it('is done by the running gateway, which puts it in force', async () => {
    configure(one());
    for (const status of ['queued', 'sending', 'unknown'])
      gateway.answers.set(`GET /deliveries?status=${status}&limit=200`, [
        200,
        { items: [], next_cursor: null },
      ]);
    const outcome = { changed: ['channels.imbridge'], applied: [], needs_restart: [], overridden: [] };
    gateway.answers.set('PATCH /config', [200, outcome]);
    expect(await channels('remove', 'imbridge', '--yes')).toMatchObject({ code: 0 });
    expect(gateway.asked.at(-1)).toEqual({ route: 'PATCH /config', body: { unset: ['channels.imbridge'] } });
  });

  it('needs --yes without a terminal', async () => {
    stopped();
    configure(one());
    expect(await channels('remove', 'imbridge')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    });
    expect(file()).toEqual({ channels: { imbridge: one() } });
  });

  it('is refused while a setting needs the channel, and names those that only mention it', async () => {
    stopped();
    const bindings = [{ agent: 'main', channel: 'imbridge' }];
    configure(one(), { approvals: { to: ['imbridge:+12025550143'] }, agents: { bindings } });
    expect(await channels('remove', 'imbridge', '--yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('approvals.to[0]: must begin with a configured channel'),
    });
    expect(file()).toMatchObject({ channels: { imbridge: one() } });
    configure(one(), { agents: { bindings } });
    const { stdout } = await channels('remove', 'imbridge', '--yes');
    expect(stdout).toContain('The setting agents.bindings[0].channel still names imbridge.');
  });

  it('names the variables that hold a channel', async () => {
    stopped();
    shell.env.GATEHOUSE__CHANNELS__IMBRIDGE__SERVER_URL = bridge.url;
    shell.env.GATEHOUSE__CHANNELS__IMBRIDGE__PASSWORD = PASSWORD;
    expect(await channels('remove', 'imbridge', '--yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'set by environment variables, not in the file: unset GATEHOUSE__CHANNELS__IMBRIDGE__',
      ),
    });
  });
});
