import { ModelSimulator } from '../../../simulators/index.js';
import type { Assistant } from '../../assistant/index.js';
import { type CheckResult, runChecks } from '../../common/index.js';
import {
  AGENTS,
  AgentConfig,
  AgentRuntimeConfig,
  AgentsConfig,
  type GatehouseConfig,
} from '../../config/index.js';
import { checksOf } from '../condition.js';
import { ModelChecks } from './model-checks.js';

let model: ModelSimulator;
beforeEach(async () => {
  model = await ModelSimulator.start({ models: ['m', 'n'], apiKey: 'right-key' });
});
afterEach(() => model.stop());

const runtime = (more: Partial<AgentRuntimeConfig> = {}) =>
  Object.assign(new AgentRuntimeConfig(), {
    type: 'anthropic',
    baseUrl: model.baseUrlOf('anthropic'),
    apiKey: 'right-key',
    model: 'm',
    ...more,
  });
const agent = (id: string, ...[own, ...fallbacks]: AgentRuntimeConfig[]) =>
  Object.assign(new AgentConfig(), { id, runtime: own ?? new AgentRuntimeConfig(), fallbacks });

/** By the name of the model. */
let learnt: Record<string, number> = {};
afterEach(() => (learnt = {}));

async function found(...list: AgentConfig[]): Promise<readonly CheckResult[]> {
  const agents = Object.assign(new AgentsConfig(), { list });
  const config: Pick<GatehouseConfig, 'get'> = {
    get: (section) => (section.path === AGENTS.path ? agents : {}) as never,
  };
  const assistant = { learntWindow: ({ model: name = '' }: AgentRuntimeConfig) => learnt[name] };
  return runChecks(checksOf([new ModelChecks(config as GatehouseConfig, assistant as Assistant)]));
}
const lines = (results: readonly CheckResult[]) =>
  results.map(({ id, state, setting = '' }) => [id, state, setting].join(' ').trim());

describe('the models of agents', () => {
  it('are asked about once each, at the settings of the first', async () => {
    let calls = 0;
    model.faults.listing.next({ kind: 'hang' }, { when: () => (calls++, false) });
    const results = await found(agent('main', runtime(), runtime({ model: 'n' })), agent('other', runtime()));
    expect(lines(results)).toEqual([
      'model.server ok',
      'model.key ok',
      'model.name ok',
      'model.name ok',
      'model.clock ok',
    ]);
    expect(calls).toBe(2);
  });

  it('are well without a server', async () => {
    expect(await found(agent('main'))).toEqual([]);
  });

  it('are told with the setting of a fallback, and with the command that changes it', async () => {
    const refused = runtime({ apiKey: 'wrong-key', baseUrl: model.baseUrlOf('openai'), type: 'openai' });
    const results = await found(agent('first'), agent('main', runtime(), runtime({ model: 'mm' }), refused));
    const failed = results.filter(({ state }) => state === 'failed');
    expect(failed).toEqual([
      {
        id: 'model.key',
        state: 'failed',
        setting: 'agents.list[1].fallbacks[1].apiKey',
        message: `${model.url}/v1 rejects the key (401)`,
        remedy:
          "Give it a valid key: `gatehouse config set 'agents.list[1].fallbacks[1].apiKey' -` (paste it, then Ctrl-D)",
      },
      {
        id: 'model.name',
        state: 'failed',
        setting: 'agents.list[1].fallbacks[0].model',
        message: `${model.url}/v1 has no model mm; it has m`,
        remedy: "`gatehouse config set 'agents.list[1].fallbacks[0].model' m`",
      },
    ]);
    expect(JSON.stringify(results)).not.toMatch(/right-key|wrong-key/);
  });

  it('with two keys at one server are told apart', async () => {
    const results = await found(agent('main', runtime(), runtime({ apiKey: 'wrong-key' })));
    expect(lines(results.filter(({ id }) => id === 'model.key'))).toEqual([
      'model.key ok',
      'model.key failed agents.list[0].fallbacks[0].apiKey',
    ]);
  });

  it('need not take tools where their agent offers none', async () => {
    await model.stop();
    model = await ModelSimulator.start({ description: { takesTools: false } });
    const ollama = runtime({ type: 'ollama', baseUrl: model.baseUrlOf('ollama') });
    const silent = Object.assign(agent('silent', ollama), { tools: { allow: [] } });
    expect(lines(await found(silent))).not.toContain('model.tools');
    const tools = (await found(silent, agent('main', ollama))).filter(({ id }) => id === 'model.tools');
    expect(tools).toEqual([
      {
        id: 'model.tools',
        state: 'failed',
        setting: 'agents.list[1].tools.allow',
        message: 'm rejects tools, and every call to it has tools',
        remedy:
          "Choose a model that accepts tools, or turn them off: `gatehouse config set 'agents.list[1].tools.allow' '[]'`",
      },
    ]);
  });

  it('are told with the window that a refusal taught, beside contextTokens', async () => {
    learnt = { n: 8_192 };
    const main = Object.assign(agent('main', runtime(), runtime({ model: 'n' })), { contextTokens: 20_000 });
    const context = (await found(main)).filter(({ id }) => id === 'model.context');
    expect(context).toEqual([
      {
        id: 'model.context',
        state: 'warning',
        setting: 'agents.list[0].fallbacks[0].contextWindow',
        message:
          'n refused a longer request, so it now gets at most 8192 tokens, its answer included; contextTokens of agent main is 20000',
        remedy:
          "Load the model with a larger context, or keep this one after a restart too: `gatehouse config set 'agents.list[0].fallbacks[0].contextWindow' 8192`",
      },
    ]);
  });

  it('have a server whose clock is compared with that of this machine', async () => {
    await model.stop();
    model = await ModelSimulator.start({ clockAheadMs: 600_000 });
    const results = await found(agent('main', runtime()));
    expect(results.at(-1)).toMatchObject({
      id: 'model.clock',
      state: 'failed',
      message: expect.stringMatching(
        /^this machine's clock is (599|600|601) s behind http:\/\/127\.0\.0\.1:\d+\/v1$/,
      ),
    });
  });
});
