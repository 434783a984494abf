import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import { join } from 'node:path';
import { type FakeGateway, ScriptedPrompter, Shell, startFakeGateway } from '../../test/support/cli-world.js';
import { BridgeSimulator } from '../../simulators/index.js';

const URL = 'http://192.168.1.20:1234';
const PASSWORD = 'a-bridge-password';
const MADE = expect.stringMatching(/^[\w-]{32}$/) as unknown as string;

describe('gatehouse channels add imbridge', () => {
  let shell: Shell;
  beforeEach(() => {
    shell = new Shell();
  });
  afterEach(() => shell.remove());

  const path = () => join(shell.stateDir, 'gatehouse.json');
  const file = () => readFileSync(path(), 'utf8');
  const add = (...args: string[]) => shell.run('channels', 'add', 'imbridge', ...args);
  const write = (...args: string[]) => add('--http-url', URL, '--no-probe', ...args);
  const section = () =>
    (JSON.parse(file()) as { channels: { imbridge: Record<string, unknown> } }).channels.imbridge;

  it('creates the file with mode 600, and names the next steps', async () => {
    const { code, stdout, stderr } = await write('--password', PASSWORD);
    expect([code, stderr]).toEqual([0, '']);
    expect(section()).toEqual({ serverUrl: URL, password: PASSWORD, webhookSecret: MADE });
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    for (const words of [
      'https://<gateway_host>:<port>/imbridge-webhook?password=********',
      'webhookSecret from the configuration file',
      'gatehouse start',
      'gatehouse pairing approve imbridge <CODE>',
    ]) {
      expect(stdout).toContain(words);
    }
    for (const secret of [PASSWORD, String(section().webhookSecret)]) expect(stdout).not.toContain(secret);
    expect((await shell.run('config', 'validate')).code).toBe(0);
  });

  it('creates the state directory with mode 700', async () => {
    shell.env.GATEHOUSE_STATE_DIR = join(shell.stateDir, 'deep', 'state');
    expect((await write('--password', PASSWORD)).code).toBe(0);
    expect(statSync(shell.env.GATEHOUSE_STATE_DIR).mode & 0o777).toBe(0o700);
  });

  it('takes every answer of the wizard as an option', async () => {
    shell.input = `${PASSWORD}\n`;
    const options = [
      '--webhook-path',
      '/hooks/b',
      '--webhook-url',
      'http://192.168.1.10:3000',
      '--dm-policy',
      'allowlist',
      '--allow-from',
      'a@b.example, +12025550143',
    ];
    const { code, stdout } = await write('--password', '-', ...options, '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      {
        channel: 'imbridge',
        account: 'default',
        config_file: path(),
        probe: null,
        webhook: { registration: 'automatic' },
        warnings: [],
      },
    ]);
    expect(section()).toEqual({
      serverUrl: URL,
      password: PASSWORD,
      webhookSecret: MADE,
      webhookPath: '/hooks/b',
      webhookUrl: 'http://192.168.1.10:3000',
      dmPolicy: 'allowlist',
      allowFrom: ['a@b.example', '+12025550143'],
    });
  });

  it('writes the path of --password-file, not the password', async () => {
    shell.write('secret', `${PASSWORD}\n`);
    const secret = join(shell.stateDir, 'secret');
    expect((await write('--password-file', secret)).code).toBe(0);
    expect(section().password).toEqual({ file: secret });
  });

  it.each([
    ['telegram', 'there is no channel "telegram". Known channels: imbridge, workchat.'],
    [
      'imbrige',
      'there is no channel "imbrige", did you mean "imbridge"? Known channels: imbridge, workchat.',
    ],
  ])('refuses the unknown channel %s, and names the known ones', async (channel, words) => {
    expect(await shell.run('channels', 'add', channel, '--http-url', URL)).toEqual({
      code: 2,
      stdout: '',
      stderr: `gatehouse: ${words}\n`,
    });
  });

  it.each([
    [['--http-url', '192.168.1.20', '--password', 'x'], '--http-url: must be an http or https URL'],
    [
      ['--http-url', URL, '--password', 'x', '--allow-from', 'a@b.example, Irene Paz'],
      '--allow-from: entry 2 must be a phone number',
    ],
    [['--http-url', 'http://user@host:1', '--password', 'x'], '--http-url: must be'],
    [['--http-url', URL], '--password: is required'],
    [['--http-url', URL, '--password', ''], '--password: must not be empty'],
    [
      ['--http-url', URL, '--password-file', '/nonexistent'],
      '--password-file: the file it names cannot be read',
    ],
    [['--http-url', URL, '--password', 'x', '--password-file', 'y'], 'cannot be used with'],
    [['--http-url', URL, '--password', 'x', '--webhook-path', 'hook'], '--webhook-path: must begin with /'],
    [
      ['--http-url', URL, '--password', 'x', '--webhook-path', '/v1'],
      '--webhook-path: is reserved for the gateway',
    ],
    [
      ['--http-url', URL, '--password', 'x', '--webhook-url', 'http://203.0.113.7:3000'],
      '--webhook-url: must be https',
    ],
    [['--http-url', URL, '--password', 'x', '--dm-policy', 'all'], '--dm-policy: must be one of'],
    [
      ['--http-url', URL, '--password', 'x', '--allow-from', '*, 2025550143'],
      '--allow-from: entry 2 is a national',
    ],
    [['--http-url', URL, '--password', 'x', '--account', 'a.b'], '--account must be'],
    [['--password', 'x'], '--http-url'],
  ])('refuses %j by the name of the option, and writes nothing', async (args, words) => {
    const { code, stderr } = await add(...args, '--no-probe');
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
    expect(existsSync(path())).toBe(false);
  });

  it('fails for a file that is wrong elsewhere, naming the path', async () => {
    shell.write('gatehouse.json', '{ gatway: {} }');
    const { code, stderr } = await write('--password', PASSWORD);
    expect([code, stderr]).toEqual([1, expect.stringContaining('gatway: unknown')]);
    expect(file()).toBe('{ gatway: {} }');
  });

  it('changes an existing account only with --force, and keeps other fields and comments', async () => {
    const before = `{\n  // Ann's Mac\n  channels: {\n    imbridge: { serverUrl: 'http://old:1', password: 'old', dmPolicy: 'open' }, // since May\n  },\n}\n`;
    shell.write('gatehouse.json', before);
    const { code, stderr } = await write('--password', PASSWORD);
    expect([code, stderr]).toEqual([1, expect.stringContaining('--force')]);
    expect(file()).toBe(before);
    expect((await write('--password', PASSWORD, '--force')).code).toBe(0);
    expect(file()).toBe(before.replace('http://old:1', URL).replace("'old'", `'${PASSWORD}'`));
  });

  it.each(['604', '640'])('warns of a file that others may read (mode %s)', async (mode) => {
    shell.write('gatehouse.json', '{}');
    chmodSync(path(), mode);
    const { stdout } = await write('--password', PASSWORD, '--json');
    expect((JSON.parse(stdout) as { warnings: string[] }).warnings).toEqual([
      `Other users of this machine can read ${path()}. Fix: chmod 600 ${path()}`,
    ]);
  });

  it('adds an account beside the unnamed one, which becomes the account “default”', async () => {
    await add('--http-url', 'http://127.0.0.1:1', '--password', 'first', '--no-probe');
    expect((await write('--password', PASSWORD, '--account', 'work')).code).toBe(0);
    expect(section()).toEqual({
      serverUrl: 'http://127.0.0.1:1',
      password: 'first',
      webhookSecret: MADE,
      accounts: { default: {}, work: { serverUrl: URL, password: PASSWORD, webhookSecret: MADE } },
    });
    const again = await write('--password', PASSWORD, '--account', 'work');
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('account work already')]);
  });

  it('refuses an account whose webhooks would be those of another', async () => {
    const work = { serverUrl: URL, password: 'second' };
    const imbridge = { serverUrl: URL, password: 'first', accounts: { default: {}, work } };
    shell.write('gatehouse.json', JSON.stringify({ channels: { imbridge } }));
    const same = await write('--password', 'first', '--account', 'work', '--force');
    expect([same.code, same.stderr]).toEqual([2, expect.stringContaining('--webhook-path: another account')]);
  });

  it('makes a webhook secret for each new account, and none for an existing one', async () => {
    await add('--http-url', 'http://127.0.0.1:1', '--password', 'first', '--no-probe');
    expect((await write('--password', 'first', '--account', 'work')).code).toBe(0);
    const { webhookSecret, accounts } = section() as {
      webhookSecret: string;
      accounts: { work: { webhookSecret: string } };
    };
    expect([webhookSecret, accounts.work.webhookSecret]).toEqual([MADE, MADE]);
    expect(webhookSecret).not.toBe(accounts.work.webhookSecret);
    shell.write(
      'gatehouse.json',
      JSON.stringify({ channels: { imbridge: { serverUrl: URL, password: 'old' } } }),
    );
    const { code, stdout } = await write('--password', PASSWORD, '--force');
    expect([code, stdout]).toEqual([0, expect.stringContaining('the password, percent-encoded')]);
    expect(section()).toEqual({ serverUrl: URL, password: PASSWORD });
  });

  it('switches a disabled account on', async () => {
    shell.write('gatehouse.json', `{ channels: { imbridge: { enabled: false } } }`);
    expect((await write('--password', PASSWORD)).code).toBe(0);
    expect(file()).not.toContain('enabled');
  });

  it('warns of risky settings', async () => {
    writeFileSync(path(), '{}');
    // Another test in this process may have set the umask.
    chmodSync(path(), 0o644);
    const { code, stderr } = await write('--password', '12345', '--dm-policy', 'allowlist');
    expect(code).toBe(0);
    for (const words of ['only of digits', 'allowlist is empty', 'chmod 600'])
      expect(stderr).toContain(words);
  });

  it('sends the change to a running gateway, which writes the file', async () => {
    const gateway: FakeGateway = await startFakeGateway();
    try {
      shell.knows(gateway.url);
      const outcome = { changed: ['x'], applied: ['x'], needs_restart: [], overridden: [] };
      gateway.answers.set('PATCH /config', [200, outcome]);
      const { code, stdout } = await write('--password', PASSWORD);
      expect([code, stdout]).toEqual([0, expect.stringContaining('running gateway already uses it')]);
      const set = {
        'channels.imbridge.serverUrl': URL,
        'channels.imbridge.password': PASSWORD,
        'channels.imbridge.webhookSecret': MADE,
      };
      expect(gateway.asked).toEqual([{ route: 'PATCH /config', body: { set } }]);
    } finally {
      await gateway.close();
    }
  });

  describe('for a bridge on another machine', () => {
    const info = (address: string): NetworkInterfaceInfo => ({
      address,
      netmask: '255.255.255.0',
      family: 'IPv4',
      mac: '00:00:00:00:00:01',
      internal: false,
      cidr: `${address}/24`,
    });
    beforeEach(() => (shell.interfaces = { wg0: [info('10.8.0.2')], eth0: [info('192.168.1.10')] }));
    const host = () => (JSON.parse(file()) as { gateway?: { host: string } }).gateway?.host;

    it('completes its address', async () => {
      await add('--http-url', '192.168.1.20:1234', '--password', PASSWORD, '--no-probe');
      expect(section().serverUrl).toBe(URL);
    });

    it('uses the address of this machine in its network with --yes, and listens there', async () => {
      const { code, stdout, stderr } = await write('--password', PASSWORD, '--yes');
      expect([code, stderr]).toEqual([0, '']);
      expect([section().webhookUrl, host()]).toEqual(['http://192.168.1.10:3000', '0.0.0.0']);
      expect(stdout).toContain('so others in the network reach it too');
      expect(stdout).toContain('registers its webhook with the bridge automatically');
    });

    it('opens nothing with --yes where no address is clearly the one', async () => {
      const { stderr } = await add(
        '--http-url',
        'http://mac.local:1234',
        '--password',
        PASSWORD,
        '--no-probe',
        '--yes',
      );
      expect([section().webhookUrl, host()]).toEqual([undefined, undefined]);
      expect(stderr).toContain('Pass it: --webhook-url http://ADDRESS:PORT');
      shell.interfaces = { wg0: [info('10.8.0.2')] };
      await add(
        '--http-url',
        'http://mac.local:1234',
        '--password',
        PASSWORD,
        '--no-probe',
        '--yes',
        '--force',
      );
      expect(section().webhookUrl).toBe('http://10.8.0.2:3000');
    });

    it.each([
      [['--yes'], '0.0.0.0', ''],
      [[], undefined, 'Fix: gatehouse config set gateway.host 0.0.0.0\n'],
    ])('opens the listener for a --webhook-url with --yes only: %j', async (options, opened, warning) => {
      const url = ['--webhook-url', 'http://192.168.1.10:3000'];
      const { stderr } = await write('--password', PASSWORD, ...url, ...options);
      expect([host(), stderr.endsWith(warning), stderr === '']).toEqual([opened, true, warning === '']);
    });

    it('asks at a terminal, and nothing where a program reads the answer', async () => {
      const prompter = new ScriptedPrompter(['http://10.8.0.2:3000']);
      shell.prompter = prompter;
      const { code } = await write('--password', PASSWORD, '--json');
      expect([code, prompter.choices.size, section().webhookUrl]).toEqual([0, 0, undefined]);
      await write('--password', PASSWORD, '--force');
      expect([section().webhookUrl, host()]).toEqual(['http://10.8.0.2:3000', '0.0.0.0']);
    });

    it('keeps the address that the file has', async () => {
      const before = { serverUrl: URL, password: 'old', webhookUrl: 'http://gate.local:3000' };
      shell.write('gatehouse.json', JSON.stringify({ channels: { imbridge: before } }));
      await write('--password', PASSWORD, '--force', '--yes');
      expect([section().webhookUrl, host()]).toEqual(['http://gate.local:3000', undefined]);
    });
  });

  describe('testing the bridge', () => {
    let bridge: BridgeSimulator;
    beforeEach(async () => {
      bridge = await BridgeSimulator.start({ password: PASSWORD, macOs: '26.3.1', helperConnected: false });
    });
    afterEach(() => bridge.stop());

    it('reports its version and state', async () => {
      const { code, stdout, stderr } = await add('--http-url', bridge.url, '--password', PASSWORD);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain('can be reached and accepts the password');
      expect(stdout).toContain('macOS 26.3.1 with bridge server 1.9.9');
      expect(stdout).toContain('Private API is on, but its helper is not connected');
      expect(stdout).toContain('registers its webhook with the bridge automatically');
      expect(bridge.requests.map((each) => each.path)).toEqual(['/api/v1/ping', '/api/v1/server/info']);
    });

    it('warns of a wrong password, and writes it all the same', async () => {
      const { code, stdout, stderr } = await add(
        '--http-url',
        bridge.url,
        '--password',
        'wrong-one',
        '--json',
      );
      expect([code, stderr]).toEqual([0, expect.stringContaining('refuses the password')]);
      const probe = { reachable: true, password_accepted: false, os_version: null };
      expect(JSON.parse(stdout)).toMatchObject({ probe, warnings: [expect.any(String)] });
      expect(stdout + stderr).not.toContain('wrong-one');
      expect(section().password).toBe('wrong-one');
    });

    it('warns when the bridge does not answer', async () => {
      await bridge.down();
      const { code, stdout, stderr } = await add('--http-url', bridge.url, '--password', PASSWORD, '--json');
      expect([code, stderr]).toEqual([0, expect.stringContaining('No bridge can be reached')]);
      expect(JSON.parse(stdout)).toMatchObject({ probe: { reachable: false, password_accepted: null } });
      expect(section().serverUrl).toBe(bridge.url);
    });

    it('warns when another program answers at that address', async () => {
      const other: Server = createServer((_request, response) => response.end('hello'));
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
      const { code, stderr } = await add('--http-url', url, '--password', PASSWORD);
      other.closeAllConnections();
      other.close();
      expect([code, stderr]).toEqual([0, expect.stringContaining('not from the bridge')]);
    });
  });
});
