import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScriptedPrompter, Shell } from '../../test/support/cli-world.js';
import { BridgeSimulator } from '../../simulators/index.js';

const PASSWORD = 'a-bridge-password';
const AWAY = 'http://192.168.1.20:1234';

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
  const section = () =>
    (JSON.parse(readFileSync(path(), 'utf8')) as { channels: { imbridge: object } }).channels.imbridge;
  const answer = async (...answers: (string | boolean | undefined)[]) => {
    const prompter = new ScriptedPrompter(answers);
    shell.prompter = prompter;
    return { ...(await shell.run('onboard')), screen: prompter.screen.join('\n'), refused: prompter.refused };
  };

  it('asks its questions, tests the bridge, and writes the account', async () => {
    const { code, stderr, screen } = await answer(
      'imbridge',
      bridge.url,
      PASSWORD,
      '',
      'pairing',
      '',
      'echo',
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(section()).toEqual({
      serverUrl: bridge.url,
      password: PASSWORD,
      webhookSecret: expect.stringMatching(/^[\w-]{32}$/),
      webhookPath: '/imbridge-webhook',
      dmPolicy: 'pairing',
    });
    for (const words of [
      'accepts the password',
      'automatically',
      'gatehouse start',
      'pairing approve imbridge <CODE>',
    ])
      expect(screen).toContain(words);
    expect(screen).not.toContain(PASSWORD);
  });

  it('asks again after an invalid answer', async () => {
    const typed = [
      'localhost:1',
      bridge.url,
      '',
      PASSWORD,
      'hook',
      '/hook',
      'allowlist',
      '2025550143',
      'a@b.example',
      'echo',
    ];
    const { code, refused } = await answer('imbridge', ...typed);
    expect(code).toBe(0);
    expect(refused).toEqual([
      expect.stringContaining('such as http://192.168.1.20:1234'),
      'must not be empty',
      expect.stringContaining('must begin with /'),
      expect.stringContaining('entry 1 is a national phone number'),
    ]);
    expect(section()).toMatchObject({ webhookPath: '/hook', allowFrom: ['a@b.example'] });
  });

  it('lets a wrong password be corrected before anything is written', async () => {
    const first = ['imbridge', bridge.url, 'wrong-one', '', 'pairing', ''];
    const { code, screen } = await answer(...first, 'correct', bridge.url, PASSWORD, 'echo');
    expect([code, screen]).toEqual([0, expect.stringContaining('refuses the password')]);
    expect(section()).toMatchObject({ password: PASSWORD });
  });

  it('writes an unreachable bridge when the operator chooses so', async () => {
    await bridge.down();
    const { code, screen } = await answer(
      'imbridge',
      bridge.url,
      PASSWORD,
      '',
      'open',
      '',
      'again',
      'write',
      'echo',
    );
    expect([code, screen]).toEqual([0, expect.stringContaining('No bridge can be reached')]);
    expect(screen).toContain('Everyone who knows the address');
    expect(section()).toMatchObject({ dmPolicy: 'open' });
  });

  it.each([1, 2, 3, 4, 5, 6, 7])('changes nothing at Ctrl-C, question %i', async (question) => {
    const answers = ['imbridge', bridge.url, PASSWORD, '', 'pairing', ''].slice(0, question - 1);
    const { code, stderr } = await answer(...answers, undefined);
    expect([code, stderr]).toEqual([1, expect.stringContaining('nothing was changed')]);
    expect(existsSync(path())).toBe(false);
  });

  it('changes an existing account only after a yes', async () => {
    const before = `{ channels: { imbridge: { serverUrl: '${AWAY}', password: 'old', allowFrom: ['*'] } } } // mine`;
    shell.write('gatehouse.json', before);
    expect((await answer('imbridge', false)).code).toBe(1);
    expect(readFileSync(path(), 'utf8')).toBe(before);
    const { code } = await answer('imbridge', true, bridge.url, PASSWORD, '', 'pairing', '', 'echo');
    expect([code, readFileSync(path(), 'utf8')]).toEqual([0, expect.stringContaining('// mine')]);
    expect(readFileSync(path(), 'utf8')).not.toContain('allowFrom');
  });

  it('asks where a bridge on another machine reaches the gateway', async () => {
    const typed = ['http://203.0.113.7:3000', 'http://192.168.1.10:3000'];
    await answer('imbridge', AWAY, PASSWORD, '', ...typed, 'pairing', '', 'write', 'echo');
    expect(section()).toMatchObject({ serverUrl: AWAY, webhookUrl: 'http://192.168.1.10:3000' });
    await answer('imbridge', true, AWAY, PASSWORD, '', '', 'pairing', '', 'write', 'echo');
    expect(section()).toMatchObject({ webhookUrl: 'http://192.168.1.10:3000' });
  });

  it('reports problems of the file before it asks', async () => {
    shell.write('gatehouse.json', '{ gatway: {} }');
    const { code, stderr } = await answer('imbridge');
    expect([code, stderr]).toEqual([1, expect.stringContaining('gatway: unknown')]);
  });

  it.each([
    [false, () => '********'],
    [true, (secret: string) => secret],
  ])(
    'shows the webhook address for a bridge elsewhere, its secret only when asked: %s',
    async (isAsked, shown) => {
      shell.write('gatehouse.json', JSON.stringify({ gateway: { host: '0.0.0.0' } }));
      // The bridge is reached by this address, which does not count as this machine.
      const elsewhere = bridge.url.replace('127.0.0.1', '0.0.0.0');
      const { code, screen } = await answer(
        'imbridge',
        elsewhere,
        PASSWORD,
        '',
        '',
        'pairing',
        '',
        'echo',
        isAsked,
      );
      const { webhookSecret } = section() as { webhookSecret: string };
      const address = `http://<gateway_host>:3000/imbridge-webhook?password=${shown(webhookSecret)}`;
      expect([code, screen]).toEqual([0, expect.stringContaining(address)]);
      expect(screen.includes(webhookSecret)).toBe(isAsked);
      expect(screen).not.toContain(PASSWORD);
    },
  );

  it('names the command for use without a terminal', async () => {
    expect(await shell.run('onboard')).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('gatehouse channels add imbridge --http-url') as string,
    });
  });
});
