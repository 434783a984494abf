import { ModelSimulator } from '../../simulators/index.js';
import { GatewayProcess } from './support/gateway-process.js';

interface Check {
  readonly id: string;
  readonly state: string;
  readonly setting: string | null;
  readonly remedy: string | null;
  readonly message: string;
}

describe('the doctor about models', () => {
  let model: ModelSimulator;
  let gateway: GatewayProcess;

  beforeAll(async () => {
    model = await ModelSimulator.start({ models: ['big', 'small'], apiKey: 'model-key' });
    const runtime = { type: 'anthropic', baseUrl: model.baseUrlOf('anthropic'), apiKey: 'model-key' };
    const fallback = {
      type: 'ollama',
      baseUrl: model.baseUrlOf('ollama'),
      apiKey: 'model-key',
      model: 'small',
    };
    const agent = { id: 'main', runtime: { ...runtime, model: 'big' }, fallbacks: [fallback] };
    gateway = new GatewayProcess({ agents: { list: [agent] } });
    await gateway.start();
  }, 60_000);
  afterAll(async () => {
    await gateway.dispose();
    await model.stop();
  });

  const examine = async () => {
    const { code, stdout } = await gateway.cli('doctor', '--only', 'model', '--json');
    return { code, checks: (JSON.parse(stdout) as { checks: Check[] }).checks };
  };

  it('finds them well, and asks them nothing that costs', async () => {
    const { code, checks } = await examine();
    expect(checks.filter(({ state }) => state !== 'ok')).toEqual([]);
    expect(checks.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['model.server', 'model.key', 'model.name', 'model.tools', 'model.clock']),
    );
    expect([code, model.requests]).toEqual([0, []]);
  }, 30_000);

  it('names one that is down, with the setting and the remedy', async () => {
    await model.down();
    const { code, checks } = await examine();
    const told = await gateway.cli('doctor', '--only', 'model');
    await model.up();
    expect(code).toBe(1);
    expect(checks).toMatchObject([
      { id: 'model.server', state: 'failed', setting: 'agents.list[0].runtime.baseUrl' },
      { id: 'model.server', state: 'failed', setting: 'agents.list[0].fallbacks[0].baseUrl' },
    ]);
    expect(told.stdout).toMatch(
      /Setting {2}agents\.list\[0\]\.runtime\.baseUrl\n +Remedy {3}Start the server that .*agents test main`\n/,
    );
  }, 30_000);

  it('names one that is silent, before it is out of time itself', async () => {
    model.faults.listing.all({ kind: 'hang' }, { when: (path) => path.startsWith('/v1') });
    const { code, checks } = await examine();
    model.faults.clear();
    expect(code).toBe(1);
    expect(checks.filter(({ state }) => state !== 'ok')).toMatchObject([
      {
        id: 'model.server',
        state: 'failed',
        message: expect.stringContaining('did not answer within 3.5 s'),
      },
    ]);
  }, 30_000);

  it('names a key that is refused, and its own command mends it', async () => {
    const path = 'agents.list[0].runtime.apiKey';
    expect((await gateway.cli('config', 'set', path, 'other-key')).code).toBe(0);
    const { code, checks } = await examine();
    expect(code).toBe(1);
    expect(checks.filter(({ state }) => state !== 'ok')).toMatchObject([
      {
        id: 'model.key',
        state: 'failed',
        setting: path,
        message: expect.stringContaining('rejects the key (401)'),
        remedy: expect.stringContaining(`\`gatehouse config set '${path}' -\``),
      },
    ]);
    expect(JSON.stringify(checks)).not.toMatch(/other-key|model-key/);
    expect((await gateway.cli('config', 'set', path, 'model-key')).code).toBe(0);
    expect((await examine()).code).toBe(0);
  }, 30_000);
});
