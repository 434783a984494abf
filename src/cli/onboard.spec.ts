import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import { join } from 'node:path';
import { FakeGateway, ScriptedPrompter, Shell } from '../../test/support/cli-world.js';
import { BridgeSimulator, ModelSimulator } from '../../simulators/index.js';

const PASSWORD = 'a-bridge-password';
const AWAY = 'http://192.168.1.20:1234';
const FIRST = ['channel', 'imbridge'] as const;
/** The answers after server URL and password: webhook path, who may write, you, others, the model. */
const REST = ['', 'pairing', '', '', 'echo'] as const;

const ipv4 = (address: string, prefix = 24): NetworkInterfaceInfo => ({
  address,
  netmask: '255.255.255.0',
  family: 'IPv4',
  mac: '00:00:00:00:00:01',
  internal: address.startsWith('127.'),
  cidr: `${address}/${prefix}`,
});
const HOME = { lo: [ipv4('127.0.0.1', 8)], docker0: [ipv4('172.17.0.1', 16)], eth0: [ipv4('192.168.1.10')] };

describe('gatehouse onboard', () => {
  let shell: Shell;
  let bridge: BridgeSimulator;
  beforeEach(async () => {
    shell = new Shell();
    bridge = await BridgeSimulator.start({ password: PASSWORD });
  });
  afterEach(async () => {
    shell.remove();
    await bridge.stop();
  });

  const path = () => join(shell.stateDir, 'gatehouse.json');
  const file = () => JSON.parse(readFileSync(path(), 'utf8')) as Record<string, object>;
  const section = () => (file() as { channels: { imbridge: object } }).channels.imbridge;
  const answer = async (...answers: (string | boolean | undefined)[]) => {
    const prompter = new ScriptedPrompter(answers);
    shell.prompter = prompter;
    const { code, stderr } = await shell.run('onboard');
    const { refused, choices } = prompter;
    return { code, stderr, screen: prompter.screen.join('\n'), refused, choices };
  };
  /** At an address that does not count as this machine. */
  const elsewhere = () => bridge.url.replace('127.0.0.1', '0.0.0.0');

  it('asks its questions, tests the bridge, and writes the account', async () => {
    const { code, stderr, screen } = await answer(...FIRST, bridge.url, PASSWORD, ...REST);
    expect([code, stderr]).toEqual([0, '']);
    expect(section()).toEqual({
      serverUrl: bridge.url,
      password: PASSWORD,
      webhookSecret: expect.stringMatching(/^[\w-]{32}$/),
      webhookPath: '/imbridge-webhook',
      dmPolicy: 'pairing',
    });
    expect(screen).toMatch(
      /accepts the password[^]*Webhook path[^]*registers its webhook[^]*gatehouse start\nThen test that its calls arrive: gatehouse channels test imbridge[^]*pairing approve imbridge <CODE>/,
    );
    expect(screen).not.toContain(PASSWORD);
    expect(screen).not.toContain('Write to it now');
  });

  it.each([
    [undefined, { session: { dmScope: 'per-sender' }, messages: { approvalNotice: true } }],
    [{ logging: { level: 'debug' } }, { logging: { level: 'debug' } }],
  ])('keeps people apart, and tells them of their access, in a new file only: %j', async (before, after) => {
    if (before) shell.write('gatehouse.json', JSON.stringify(before));
    await answer(...FIRST, bridge.url, PASSWORD, ...REST);
    const { channels, ...others } = file();
    expect([Object.keys(channels ?? {}), others]).toEqual([['imbridge'], after]);
  });

  it('asks again after an invalid answer', async () => {
    const typed = ['localhost', bridge.url, '', PASSWORD, 'hook', '/hook', 'allowlist'];
    const people = ['2025550143', 'ann@example.org', 'Irene Paz', 'a@b.example, +12025550199'];
    const { code, refused } = await answer(...FIRST, ...typed, ...people, 'echo');
    expect(code).toBe(0);
    expect(refused).toEqual([
      expect.stringContaining('such as http://192.168.1.20:1234'),
      'must not be empty',
      expect.stringContaining('must begin with /'),
      expect.stringMatching(/^is a national phone number/),
      expect.stringMatching(/^must be a phone number .*only an SMS service with that name matches it/),
    ]);
    expect(section()).toMatchObject({ webhookPath: '/hook' });
  });

  it('makes you an operator, and others only after saying so', async () => {
    const people = ['+1 202 555 0143', 'a@b.example, +12025550199'];
    const { screen } = await answer(...FIRST, bridge.url, PASSWORD, '', 'pairing', ...people, 'echo');
    expect(screen).toContain('which makes you an operator (may be empty; for example +12025550143)');
    expect(screen).toContain('Who else is an operator: needs no code, and may give commands?');
    expect(section()).toMatchObject({ allowFrom: ['+1 202 555 0143', 'a@b.example', '+12025550199'] });
  });

  it('completes an address without http://, and shows examples in the question, not as its answer', async () => {
    const { screen, refused } = await answer(...FIRST, bridge.url.slice(7), PASSWORD, ...REST);
    expect([refused, section()]).toEqual([[], expect.objectContaining({ serverUrl: bridge.url })]);
    expect(screen).toContain('http://<host>:<port> (for example http://192.168.1.20:1234)');
  });

  it('asks for a wrong password alone, before anything else', async () => {
    const first = [...FIRST, bridge.url, 'wrong-one', 'alone', PASSWORD];
    const { code, screen, choices } = await answer(...first, ...REST);
    expect([code, screen]).toEqual([0, expect.stringMatching(/refuses the password[^]*Webhook path/)]);
    expect(section()).toMatchObject({ serverUrl: bridge.url, password: PASSWORD });
    expect(choices.get('What now?')?.[0]?.label).toBe(
      'Enter again: API password, from the settings of the bridge server',
    );
  });

  it('writes an unreachable bridge when the operator chooses so', async () => {
    await bridge.down();
    const wrong = ['again', 'correct', bridge.url, PASSWORD, 'write'];
    const { code, screen } = await answer(
      ...FIRST,
      bridge.url,
      PASSWORD,
      ...wrong,
      '',
      'open',
      '',
      '',
      'echo',
    );
    expect([code, screen]).toEqual([0, expect.stringContaining('No bridge can be reached')]);
    expect(screen).toContain('Everyone who knows the address');
    expect(section()).toMatchObject({ dmPolicy: 'open' });
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])('changes nothing at Ctrl-C, question %i', async (question) => {
    const answers = [...FIRST, bridge.url, PASSWORD, ...REST].slice(0, question - 1);
    const { code, stderr } = await answer(...answers, undefined);
    expect([code, stderr]).toEqual([1, expect.stringContaining('nothing was changed')]);
    expect(existsSync(path())).toBe(false);
  });

  it('changes nothing at Ctrl-C while a server lets it wait', async () => {
    const server = createServer(() => shell.interruption.abort());
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const { code, stderr } = await answer(...FIRST, `http://127.0.0.1:${port}`, PASSWORD);
    server.closeAllConnections();
    server.close();
    expect([code, stderr]).toEqual([1, expect.stringContaining('nothing was changed')]);
    expect(existsSync(path())).toBe(false);
  });

  it('changes an existing account only after a yes', async () => {
    const before = `{ channels: { imbridge: { serverUrl: '${AWAY}', password: 'old', allowFrom: ['*'] } } } // mine`;
    shell.write('gatehouse.json', before);
    expect((await answer(...FIRST, false)).code).toBe(1);
    expect(readFileSync(path(), 'utf8')).toBe(before);
    const { code } = await answer(...FIRST, true, bridge.url, PASSWORD, ...REST);
    expect([code, readFileSync(path(), 'utf8')]).toEqual([0, expect.stringContaining('// mine')]);
    expect(readFileSync(path(), 'utf8')).not.toContain('allowFrom');
  });

  it('reports problems of the file before it asks about the channel', async () => {
    shell.write('gatehouse.json', '{ gatway: {} }');
    const { code, stderr } = await answer(...FIRST);
    expect([code, stderr]).toEqual([1, expect.stringContaining('gatway: unknown')]);
  });

  describe('with a bridge on another machine', () => {
    const QUESTION = 'At which address does the Mac with the bridge reach this machine?';
    const reach = (...answers: (string | boolean)[]) =>
      answer(...FIRST, AWAY, PASSWORD, 'write', '', ...answers, 'pairing', '', '', 'echo');

    it('offers the addresses of this machine, that in the network of the bridge first', async () => {
      shell.interfaces = HOME;
      const { code, choices, screen } = await reach('http://192.168.1.10:3000');
      expect(code).toBe(0);
      expect(choices.get(QUESTION)?.map(({ label, hint }) => `${label}: ${hint}`)).toEqual([
        'http://192.168.1.10:3000: eth0, in the network of the bridge',
        'http://172.17.0.1:3000: docker0',
        'another address: of a proxy or a tunnel, or a name of this machine',
        'none of these: you enter the webhook at the bridge yourself',
      ]);
      expect(section()).toMatchObject({ webhookUrl: 'http://192.168.1.10:3000' });
      expect(file().gateway).toEqual({ host: '0.0.0.0' });
      expect(screen).toContain('others in the network reach it too. The admin API requires a token');
    });

    it('opens only the chosen address on a machine with a public one', async () => {
      shell.interfaces = { ...HOME, eth1: [ipv4('203.0.113.7')] };
      const { choices } = await reach('http://192.168.1.10:3000');
      expect(file().gateway).toEqual({ host: '192.168.1.10' });
      expect(choices.get(QUESTION)?.map(({ label }) => label)).not.toContain('http://203.0.113.7:3000');
    });

    it('takes the port and the listener of the file, and changes no listener that is open', async () => {
      shell.interfaces = HOME;
      shell.write('gatehouse.json', JSON.stringify({ gateway: { host: '172.17.0.1', port: 4000 } }));
      const { choices } = await reach('http://172.17.0.1:4000');
      expect(choices.get(QUESTION)?.map(({ value }) => value)).toEqual([
        'http://172.17.0.1:4000',
        'other',
        'by-hand',
      ]);
      expect(file().gateway).toEqual({ host: '172.17.0.1', port: 4000 });
    });

    it('takes another address, which may be http in a private network only', async () => {
      const { refused } = await reach('other', '', 'http://203.0.113.7:3000', 'gate.local:3000');
      expect(refused).toEqual([expect.any(String), expect.stringContaining('must be https')]);
      expect([section(), file().gateway]).toMatchObject([
        { webhookUrl: 'http://gate.local:3000' },
        undefined,
      ]);
    });

    it('offers gateway.publicUrl, which needs no address of its own', async () => {
      shell.write('gatehouse.json', JSON.stringify({ gateway: { publicUrl: 'https://gate.example.org' } }));
      const { choices, screen } = await reach('public');
      expect(choices.get(QUESTION)?.[0]?.label).toBe('https://gate.example.org');
      expect(section()).not.toHaveProperty('webhookUrl');
      expect(screen).toContain('registers its webhook');
    });

    it.each([
      [false, () => '********'],
      [true, (secret: string) => secret],
    ])('shows the address to enter there, its secret only when asked: %s', async (isAsked, shown) => {
      shell.write('gatehouse.json', JSON.stringify({ gateway: { host: '0.0.0.0' } }));
      const rest = ['', 'by-hand', 'pairing', '', '', 'echo', isAsked];
      const { code, screen } = await answer(...FIRST, elsewhere(), PASSWORD, ...rest);
      const { webhookSecret } = section() as { webhookSecret: string };
      const address = `http://<gateway_host>:3000/imbridge-webhook?password=${shown(webhookSecret)}`;
      expect([code, screen]).toEqual([0, expect.stringContaining(address)]);
      expect(screen.includes(webhookSecret)).toBe(isAsked);
      expect(screen).not.toContain(PASSWORD);
    });
  });

  describe('with the model first', () => {
    let model: ModelSimulator;
    beforeEach(async () => {
      model = await ModelSimulator.start({ model: 'small', reply: () => 'ready' });
      shell.modelServers = [{ id: 'here', name: 'Here', baseUrl: model.baseUrl, start: 'run: here' }];
    });
    afterEach(() => model.stop());
    const agents = () => (file() as { agents?: { list: object[] } }).agents?.list;

    it('tests the model before it asks about the channel, and writes both at the end', async () => {
      const rest = [bridge.url, PASSWORD, ...REST.slice(0, -1)];
      const { code, screen } = await answer('model', 'here', 'small', 'imbridge', ...rest);
      expect([code, screen]).toEqual([0, expect.stringMatching(/small answered[^]*Which channel\?/)]);
      expect([agents(), section()]).toMatchObject([[{ id: 'main' }], { serverUrl: bridge.url }]);
    });

    it('ends without a channel when none is wanted yet', async () => {
      const { code, screen } = await answer('model', 'here', 'small', 'later');
      expect([code, agents(), file().channels]).toMatchObject([0, [{ id: 'main' }], undefined]);
      expect(file().session).toEqual({ dmScope: 'per-sender' });
      expect(screen).toContain('Set up a channel: gatehouse onboard');
    });

    it('changes nothing when nothing is chosen', async () => {
      shell.write('gatehouse.json', '{}');
      const { code, screen } = await answer('model', 'echo', 'later');
      expect([code, readFileSync(path(), 'utf8')]).toEqual([0, '{}']);
      expect(screen).toContain('gatehouse.json is unchanged.');
    });
  });

  describe('after the last answer', () => {
    let gateway: FakeGateway;
    beforeEach(async () => {
      gateway = new FakeGateway();
      await gateway.start();
      gateway.answers.set('POST /session/links', [201, { code: 'c0de', expires_at: 'soon' }]);
      // The service that it offers starts this gateway.
      shell.offerService = async (_cli, prompter) => {
        prompter.say(`written: ${existsSync(path())}`);
        shell.knows(gateway.url);
        return 'started';
      };
    });
    afterEach(() => gateway.close());
    const reports = (probe: object) =>
      gateway.answers.set('GET /channels/imbridge?deep=true', [
        200,
        { accounts: [{ account: 'default', probe }] },
      ]);
    const onboard = () => answer(...FIRST, bridge.url, PASSWORD, ...REST);
    const register = async () => {
      const { webhookSecret } = section() as { webhookSecret: string };
      await fetch(`${bridge.url}/api/v1/webhook?password=${PASSWORD}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          url: `${gateway.url}/imbridge-webhook?password=${webhookSecret}`,
          events: ['new-message'],
        }),
      });
    };

    it('starts the service, tests that a call comes back, then says to write, and opens the console', async () => {
      const { offerService } = shell;
      shell.offerService = async (...asked) => {
        await register();
        return offerService(...asked);
      };
      shell.opened = [];
      // The gateway reports a call at any time, as if the bridge's had just arrived.
      reports({ webhook: 'registered', last_event_seconds: 0 });
      const { code, stderr, screen } = await onboard();
      expect([code, stderr]).toEqual([0, '']);
      const link = `${gateway.url}/console/#code=c0de`;
      expect(screen).toMatch(
        /written: true[^]*its test event has arrived[^]*Write to it now[^]*opens in your browser/,
      );
      // Every user of a machine can read the arguments of a browser, so the code is in the terminal alone.
      const page = `${gateway.url}/console/`;
      expect([screen, shell.opened]).toEqual([expect.stringContaining(link), [page]]);
      expect(bridge.webhooks).toHaveLength(1);
    });

    it('does not say to write when no call comes back', async () => {
      reports({ webhook: 'missing', webhookProblem: 'The bridge has no webhook.' });
      const { code, screen } = await onboard();
      expect([code, screen]).toEqual([0, expect.stringContaining('The bridge has no webhook.')]);
      expect(screen).not.toContain('Write to it now');
      expect(screen).toContain(`Open the console: ${gateway.url}`);
    });

    it('asks for a restart of a running gateway that must listen elsewhere', async () => {
      shell.knows(gateway.url);
      shell.interfaces = HOME;
      gateway.answers.set('PATCH /config', [
        200,
        { changed: [], applied: [], needs_restart: ['gateway.host'], overridden: [] },
      ]);
      const rest = ['', 'http://192.168.1.10:3000', 'pairing', '', '', 'echo'];
      const { screen } = await answer(...FIRST, elsewhere(), PASSWORD, ...rest);
      expect(screen).toContain('Restart the gateway: it uses the new gateway.host from its next start on.');
      expect(screen).not.toContain('already uses it');
      expect(gateway.asked.map(({ route }) => route)).not.toContain('GET /channels/imbridge?deep=true');
    });

    it('keeps what is written after Ctrl-C', async () => {
      shell.offerService = async (_cli, prompter) =>
        (await prompter.confirm('A service?', true)) ? 'started' : 'declined';
      const { code, screen } = await answer(...FIRST, bridge.url, PASSWORD, ...REST, undefined);
      expect([code, screen]).toEqual([
        0,
        expect.stringMatching(/Start the gateway: gatehouse start[^]*Written to .*gatehouse\.json\.$/),
      ]);
      expect(screen).not.toContain('nothing was changed');
    });
  });

  it('names the command for use without a terminal', async () => {
    expect(await shell.run('onboard')).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('gatehouse channels add imbridge --http-url') as string,
    });
  });
});
