import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FakeGateway, Shell, startFakeGateway } from '../../test/support/cli-world.js';
import { ModelSimulator } from '../../simulators/index.js';
import { MODEL_TYPES } from '../config/index.js';

const KEY = 'sk-a-key';

let shell: Shell;
let model: ModelSimulator;
beforeEach(async () => {
  shell = new Shell();
  model = await ModelSimulator.start({ model: 'small', apiKey: KEY, reply: () => 'ready \u001b[31m' });
});
afterEach(async () => {
  shell.remove();
  await model.stop();
});

const path = () => join(shell.stateDir, 'gatehouse.json');
const file = () => readFileSync(path(), 'utf8');
interface Written {
  readonly id: string;
  readonly runtime: Record<string, unknown>;
}
const agents = () => (JSON.parse(file()) as { agents: { list: Written[] } }).agents.list;
const add = (...args: string[]) => shell.run('agents', 'add', ...args);
const small = (...args: string[]) => ['--base-url', model.baseUrl, '--model', 'small', ...args];
const runtime = (more: object = {}) => ({
  type: 'openai-compatible',
  baseUrl: model.baseUrl,
  model: 'small',
  ...more,
});
const write = (...list: object[]) => shell.write('gatehouse.json', JSON.stringify({ agents: { list } }));

describe('gatehouse agents add', () => {
  it('tests the model, writes the agent, and names the next steps', async () => {
    shell.input = `${KEY}\n`;
    const { code, stdout, stderr } = await add(...small('--api-key', '-'));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Agent main: written to .*\nsmall answered in \d+\.\d s: ready/);
    expect(stdout).toMatch(/\nStart the gateway: gatehouse start\n.*agents test main\n$/);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).not.toContain(KEY);
    expect(agents()).toEqual([{ id: 'main', runtime: runtime({ apiKey: KEY }) }]);
  });

  it('writes the path of --api-key-file, not the key', async () => {
    shell.write('key', `${KEY}\n`);
    const key = join(shell.stateDir, 'key');
    const { code, stdout } = await add(...small('--api-key-file', key, '--json'));
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { id: 'main', trial: { answered: true, model: 'small', status: null }, warnings: [] },
    ]);
    expect(agents()[0]!.runtime.apiKey).toEqual({ file: key });
  });

  it('takes the key from the environment', async () => {
    shell.env.GATEHOUSE__AGENTS__LIST__0__RUNTIME__API_KEY = KEY;
    expect((await add(...small())).stderr).toBe('');
    expect(agents()).toEqual([{ id: 'main', runtime: runtime() }]);
  });

  it('writes an agent whose model does not answer only with --force, and says how to fix it', async () => {
    const problem = 'requires an API key (401). Pass one: --api-key-file';
    const refused = await add(...small());
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^gatehouse: main does not answer, so nothing was written\. .*\nTo write it anyway, add --force\.\n$/,
      ),
    ]);
    expect(refused.stderr).toContain(problem);
    expect(existsSync(path())).toBe(false);
    const { code, stderr } = await add(...small('--force'));
    expect([code, stderr]).toEqual([0, expect.stringContaining(problem)]);
    expect(agents()).toEqual([{ id: 'main', runtime: runtime() }]);
  });

  it('gives no tools to a model that refuses them', async () => {
    model.faults.completions.all(
      { kind: 'status', status: 400 },
      { when: ({ tools }) => tools !== undefined },
    );
    const { stderr } = await add(...small('--api-key', KEY));
    expect(stderr).toContain('tools.allow is []');
    expect(agents()).toMatchObject([{ tools: { allow: [] } }]);
  });

  it.each([
    [['--model', 'm'], '--base-url: is required'],
    [['--base-url', 'http://127.0.0.1:1/v1'], '--model: is required'],
    [['--base-url', '127.0.0.1:11434', '--model', 'm'], '--base-url: must be an http or https URL'],
    [['Big', '--base-url', 'http://127.0.0.1:1', '--model', 'm'], '<id>: must be lower-case letters'],
    [['--base-url', 'http://127.0.0.1:1', '--model', 'm', '--api-key', ''], '--api-key: must not be empty'],
    [['--base-url', 'http://127.0.0.1:1', '--model', 'm', '--api-key-file', '/no/key'], '--api-key-file: '],
    [['--runtime', 'opnai'], `Allowed choices are ${MODEL_TYPES.map(({ type }) => type).join(', ')}, http`],
    [['--runtime', 'anthropic', '--model', 'm'], '--api-key: is required'],
  ])('refuses %j by the name of the option, and writes nothing', async (args, words) => {
    const { code, stderr } = await add(...args, '--no-test');
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
    expect(existsSync(path())).toBe(false);
  });

  it('sets up a vendor by its own API, and gives its key to no other one', async () => {
    await add('--runtime', 'anthropic', '--model', 'm', '--api-key', 'sk-a-key', '--no-test');
    expect(agents()).toEqual([
      { id: 'main', runtime: { type: 'anthropic', model: 'm', apiKey: 'sk-a-key' } },
    ]);
    const other = ['--force', '--runtime', 'gemini', '--model', 'm', '--no-test'];
    expect((await add(...other)).stderr).toContain('--api-key: is required for runtime type gemini');
    await add(...other, '--api-key', 'another-key');
    expect(agents()).toEqual([
      { id: 'main', runtime: { type: 'gemini', model: 'm', apiKey: 'another-key' } },
    ]);
  });

  it('adds an agent beside the existing one, and says which is the default', async () => {
    const { code, stdout } = await add('helper', ...small('--no-test'));
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('it answers unless a binding chooses helper'),
    ]);
    expect(agents()).toEqual([{ id: 'main' }, { id: 'helper', runtime: runtime() }]);
    await add('other', ...small('--no-test', '--default'));
    await add('third', ...small('--no-test', '--default', '--system-prompt', 'Be brief.', '--images'));
    expect(agents().slice(2)).toEqual([
      { id: 'other', runtime: runtime() },
      { id: 'third', default: true, runtime: runtime({ images: true }), systemPrompt: 'Be brief.' },
    ]);
  });

  it('replaces the model of an agent only with --force, and keeps other fields and comments', async () => {
    shell.write(
      'gatehouse.json',
      "{ agents: { list: [{ id: 'main', runtime: { type: 'http', baseUrl: 'http://127.0.0.1:1' }, maxToolSteps: 2 }] } } // mine",
    );
    const before = file();
    const { code, stderr } = await add(...small('--no-test'));
    expect([code, stderr, file()]).toEqual([1, expect.stringContaining('--force'), before]);
    expect((await add(...small('--no-test', '--force'))).code).toBe(0);
    expect(file()).toContain('// mine');
    expect((await shell.run('config', 'get', 'agents.list[0].maxToolSteps')).stdout).toBe('2\n');
  });

  it('drops the API key when the base URL changes to another server', async () => {
    write({ id: 'main', runtime: runtime({ apiKey: 'old', headers: { 'x-key': 'old' } }) });
    await add('--model', 'big', '--force', '--no-test', '--base-url', `${model.url}/v2`);
    expect(agents()[0]!.runtime).toMatchObject({ model: 'big', apiKey: 'old' });
    await add('--force', '--no-test', '--base-url', 'http://127.0.0.1:1/v1');
    expect(agents()[0]!.runtime).toEqual(runtime({ model: 'big', baseUrl: 'http://127.0.0.1:1/v1' }));
  });

  it('sends the change to a running gateway, which writes the file', async () => {
    const gateway: FakeGateway = await startFakeGateway();
    try {
      shell.knows(gateway.url);
      const outcome = { changed: ['x'], applied: ['x'], needs_restart: [], overridden: [] };
      gateway.answers.set('PATCH /config', [200, outcome]);
      const { code, stdout } = await add('helper', ...small('--api-key', KEY));
      expect([code, stdout]).toEqual([0, expect.stringContaining('The running gateway already uses it.')]);
      const set = { 'agents.list[]': { id: 'helper', runtime: runtime({ apiKey: KEY }) } };
      expect(gateway.asked).toEqual([{ route: 'PATCH /config', body: { set } }]);
    } finally {
      await gateway.close();
    }
  });
});

describe('gatehouse agents test', () => {
  it('tests the named agent, or the default one', async () => {
    write({ id: 'main' }, { id: 'helper', runtime: runtime({ apiKey: KEY }) });
    const { code, stdout } = await shell.run('agents', 'test', 'helper');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^helper: small answered in \d+\.\d s: ready/)]);
    expect((await shell.run('agents', 'test')).stdout).toMatch(/^main: echo answered in/);
    expect(model.requests).toHaveLength(1);
  });

  it('fails with the cause and the remedy', async () => {
    write({ id: 'main', runtime: runtime({ apiKey: 'wrong' }) });
    const { code, stdout, stderr } = await shell.run('agents', 'test');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      `gatehouse: main does not answer. ${model.baseUrl} rejected the API key (401). Enter the key again, or create a new one there.\n`,
    );
    const json = await shell.run('agents', 'test', '--json');
    expect([json.code, JSON.parse(json.stdout)]).toMatchObject([
      1,
      { answered: false, status: 401, answer: null },
    ]);
  });

  it('fails for a model that would refuse every message because of its tools', async () => {
    write({ id: 'main', runtime: runtime({ apiKey: KEY }) });
    model.faults.completions.all(
      { kind: 'status', status: 400 },
      { when: ({ tools }) => tools !== undefined },
    );
    const { code, stderr } = await shell.run('agents', 'test');
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("config set 'agents.list[0].tools.allow' '[]'"),
    ]);
    expect((await shell.run('config', 'set', 'agents.list[0].tools.allow', '[]')).code).toBe(0);
    expect((await shell.run('agents', 'test')).code).toBe(0);
  });

  it('shows the context that the running gateway has learnt', async () => {
    write({ id: 'main' }, { id: 'helper', runtime: runtime({ apiKey: KEY }) });
    const gateway: FakeGateway = await startFakeGateway();
    const check = (agent: number) => ({
      id: 'model.context',
      state: 'warning',
      message: `agent ${agent} gets at most 8192 tokens`,
      setting: `agents.list[${agent}].runtime.contextWindow`,
      remedy: 'Set it.',
      fixable: false,
      repair: null,
    });
    try {
      shell.knows(gateway.url);
      gateway.answers.set('GET /doctor?only=model.context', [
        200,
        { ok: true, checks: [check(0), check(1)] },
      ]);
      const { code, stdout } = await shell.run('agents', 'test', 'helper');
      expect([code, stdout.split('\n').slice(1)]).toEqual([
        0,
        [
          '! model.context  agent 1 gets at most 8192 tokens',
          '                 Setting  agents.list[1].runtime.contextWindow',
          '                 Remedy   Set it.',
          '',
        ],
      ]);
      gateway.answers.clear();
      expect((await shell.run('agents', 'test', 'helper')).code).toBe(0);
    } finally {
      await gateway.close();
    }
  });

  it('names the context of a model for which one question is too long', async () => {
    await model.stop();
    model = await ModelSimulator.start({ model: 'small', apiKey: KEY, contextWindow: 1 });
    write({ id: 'main', runtime: runtime({ apiKey: KEY }) });
    const { code, stderr } = await shell.run('agents', 'test');
    expect([code, stderr]).toEqual([1, expect.stringContaining('Load the model with a larger context')]);
  });

  it('lists the agents when the name is unknown', async () => {
    const { code, stderr } = await shell.run('agents', 'test', 'helpr');
    expect([code, stderr]).toEqual([1, 'gatehouse: there is no agent helpr; configured agents: main\n']);
  });
});

describe('gatehouse agents list', () => {
  const AGENTS = {
    list: [
      { id: 'main' },
      { id: 'helper', runtime: { type: 'http', baseUrl: 'http://127.0.0.1:9/x', apiKey: KEY } },
    ],
    bindings: [{ agent: 'helper', channel: 'imbridge', sender: '+12025550143' }],
  };

  it('shows each agent and its bindings, from the file when no gateway runs', async () => {
    expect((await shell.run('agents', 'list')).stdout).toMatch(/\nmain +echo +everywhere\n$/);
    shell.write('gatehouse.json', JSON.stringify({ agents: AGENTS }));
    const { stdout } = await shell.run('agents', 'list');
    expect(stdout).toMatch(/^AGENT +RUNTIME +MODEL +BASE URL +ANSWERS\nmain +echo +everywhere else\n/);
    expect(stdout).toMatch(/\nhelper +http +http:\/\/127\.0\.0\.1:9\/x +imbridge \+12025550143\n$/);
  });

  it('prints JSON without keys', async () => {
    shell.write('gatehouse.json', JSON.stringify({ agents: AGENTS }));
    const { stdout } = await shell.run('agents', 'list', '--json');
    expect(JSON.parse(stdout)).toEqual({
      items: [
        { id: 'main', default: true, runtime: 'echo', model: null, base_url: null, bindings: [] },
        {
          id: 'helper',
          default: false,
          runtime: 'http',
          model: null,
          base_url: 'http://127.0.0.1:9/x',
          bindings: [{ channel: 'imbridge', sender: '+12025550143' }],
        },
      ],
      next_cursor: null,
    });
    expect(stdout).not.toContain(KEY);
  });
});
