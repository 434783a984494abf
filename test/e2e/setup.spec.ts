import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timeLimit } from '../../simulators/common/time-limit.js';
import { BridgeSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { spawnSync } from '../support/programs.js';
import { GatewayProcess } from './support/gateway-process.js';
import { programFile } from './support/program.js';

const ANN = '+12025550143';

describe('setting up a channel', () => {
  let bridge: BridgeSimulator;
  beforeAll(async () => {
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 10] });
  });
  afterAll(() => bridge.stop());

  const answers = () => bridge.sentMessages(bridge.directChat(ANN).guid).map(({ text }) => text ?? '');

  it('makes a running gateway connect, register its webhook and answer', async () => {
    const gateway = new GatewayProcess({});
    await gateway.start();
    const add = ['channels', 'add', 'imbridge', '--http-url', bridge.url, '--dm-policy', 'open'];
    const { code, stdout } = await gateway.cli(...add, '--password', bridge.password);
    expect([code, stdout]).toEqual([0, expect.stringContaining('accepts the password')]);
    await eventually(() => bridge.webhooks.length === 1, { what: 'the registration of the webhook' });
    bridge.receiveText({ from: ANN, text: 'hello' });
    await eventually(() => answers().length === 1, { what: 'the answer' });
    const list = await gateway.cli('channels', 'list');
    expect(list.stdout).toMatch(/imbridge +default +connected +open/);
    expect((await gateway.cli('channels', 'status', '--deep')).stdout).toContain('os_version: 15.5.0');
    expect(gateway.output).not.toContain(bridge.password);
    expect((await gateway.cli(...add, '--password', 'another')).code).toBe(1);
    await gateway.dispose();
  });

  describe('on an empty machine', () => {
    let home: string;
    beforeEach(() => {
      home = mkdtempSync(join(tmpdir(), 'gatehouse-setup-'));
    });
    afterEach(() => rmSync(home, { recursive: true }));
    const stateDir = () => join(home, 'state');
    const file = () => join(stateDir(), 'gatehouse.json');
    const run = (...args: string[]) => {
      const env = { PATH: process.env.PATH, HOME: home, GATEHOUSE_STATE_DIR: stateDir() };
      const options = { env, encoding: 'utf8', input: '', timeout: timeLimit(20_000) } as const;
      return spawnSync(process.execPath, [programFile('cli.js'), ...args], options);
    };

    it('creates missing files for their owner only, and warns of an unreachable bridge', () => {
      const add = ['channels', 'add', 'imbridge', '--http-url', 'http://127.0.0.1:1', '--password', 'abc'];
      const { status, stdout, stderr } = run(...add, '--json');
      expect([status, stderr]).toEqual([0, expect.stringContaining('No bridge can be reached')]);
      expect(JSON.parse(stdout)).toMatchObject({ probe: { reachable: false } });
      expect([statSync(stateDir()).mode & 0o777, statSync(file()).mode & 0o777]).toEqual([0o700, 0o600]);
      expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({
        channels: { imbridge: { password: 'abc' } },
      });
    });

    it('writes nothing for a wrong address', () => {
      const { status, stderr } = run(
        'channels',
        'add',
        'imbridge',
        '--http-url',
        'nowhere',
        '--password',
        'abc',
      );
      expect([status, stderr]).toEqual([2, expect.stringContaining('--http-url')]);
      expect(existsSync(stateDir())).toBe(false);
    });

    it('by onboard fails without a terminal, naming channels add imbridge', () => {
      const { status, stderr } = run('onboard');
      expect([status, stderr]).toEqual([2, expect.stringContaining('channels add imbridge')]);
    });
  });
});
