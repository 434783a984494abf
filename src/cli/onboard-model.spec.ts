import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ScriptedPrompter, Shell } from '../../test/support/cli-world.js';
import { BridgeSimulator, ModelSimulator } from '../../simulators/index.js';

const PASSWORD = 'a-bridge-password';
const KEY = 'sk-a-key';
const CHANNEL = ['channel', 'imbridge'];

describe('the model question of gatehouse onboard', () => {
  let shell: Shell;
  let bridge: BridgeSimulator;
  let model: ModelSimulator;
  beforeAll(async () => {
    bridge = await BridgeSimulator.start({ password: PASSWORD });
  });
  afterAll(() => bridge.stop());
  beforeEach(async () => {
    shell = new Shell();
    model = await ModelSimulator.start({ model: 'small', reply: () => 'ready' });
    const here = { id: 'here', name: 'Here', baseUrl: model.baseUrl, start: 'run: here' };
    const away = { id: 'away', name: 'Away', baseUrl: 'http://127.0.0.1:1/v1', start: 'run: away' };
    shell.modelServers = [away, here, { id: 'hosted', name: 'Hosted', baseUrl: model.baseUrl }];
  });
  afterEach(async () => {
    shell.remove();
    await model.stop();
  });

  const path = () => join(shell.stateDir, 'gatehouse.json');
  const agents = () =>
    (JSON.parse(readFileSync(path(), 'utf8')) as { agents?: { list: object[] } }).agents?.list;
  let prompter: ScriptedPrompter;
  const shownApis = () => (prompter.choices.get('Which API does it use?') ?? []).map(({ value }) => value);
  const answer = async (...answers: (string | boolean | undefined)[]) => {
    prompter = new ScriptedPrompter([...CHANNEL, bridge.url, PASSWORD, '', 'pairing', '', '', ...answers]);
    shell.prompter = prompter;
    return {
      ...(await shell.run('onboard')),
      screen: prompter.screen.join('\n'),
      refused: prompter.refused,
      choices: prompter.choices.get('Which model should answer?') ?? [],
    };
  };

  it('offers a server on this machine and its models, tests the model, and writes it with the channel', async () => {
    const { code, stderr, screen, choices } = await answer('here', 'small');
    expect([code, stderr]).toEqual([0, '']);
    expect(choices.map(({ label, hint }) => `${label}: ${hint}`)).toEqual([
      `Here: running at ${model.baseUrl}, 1 model`,
      'Away: not running; run: away',
      `Hosted: ${model.baseUrl}, needs a key`,
      'another server: enter its address',
      'my own HTTP service: gets each message as signed JSON',
      'echo: repeats each message, for testing without a model',
    ]);
    expect(screen).toMatch(/Asking the model …\nsmall answered in \d+\.\d s: ready/);
    const runtime = { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'small' };
    expect(agents()).toEqual([{ id: 'main', runtime }]);
    expect(readFileSync(path(), 'utf8')).toContain(PASSWORD);
    expect((await shell.run('config', 'validate')).code).toBe(0);
  });

  it('a server on this machine with an API of its own is set up by that API', async () => {
    const start = 'run: own';
    shell.modelServers = [
      { id: 'own', name: 'Own', type: 'ollama', baseUrl: model.url, listedAt: model.baseUrl, start },
    ];
    const { code, choices } = await answer('own', 'small');
    expect([code, choices[0]?.hint]).toEqual([0, `running at ${model.url}, 1 model`]);
    expect(agents()).toEqual([
      { id: 'main', runtime: { type: 'ollama', baseUrl: model.url, model: 'small' } },
    ]);
    expect(model.requests.map(({ wire }) => wire)).toEqual(['ollama']);
  });

  it('a vendor without a key is asked for it again', async () => {
    shell.modelServers = [{ id: 'v', name: 'V', type: 'anthropic', baseUrl: 'https://v.example' }];
    const { refused } = await answer('v', '', undefined);
    expect(refused).toEqual([expect.stringContaining('is required')]);
    expect(existsSync(path())).toBe(false);
  });

  it('writes no model for echo', async () => {
    expect((await answer('echo')).code).toBe(0);
    expect([agents(), model.requests]).toEqual([undefined, []]);
  });

  it('asks for the key of a hosted service, and prints it nowhere', async () => {
    const { code, stdout, screen } = await answer('hosted', KEY, 'small');
    expect(code).toBe(0);
    expect(agents()).toMatchObject([{ runtime: { apiKey: KEY } }]);
    expect(model.requests.map(({ hasAuthorization }) => hasAuthorization)).toEqual([true]);
    expect(stdout + screen).not.toContain(KEY);
  });

  it('asks again for a malformed base URL, completes it, and adds /v1 where the models are found there', async () => {
    const { code, screen, refused } = await answer(
      'other',
      'openai-compatible',
      'localhost',
      model.url.replace('http://', ''),
      '',
      'small',
    );
    expect([code, refused]).toEqual([0, [expect.stringContaining('http or https URL')]]);
    expect(screen).toContain(`Found the models at ${model.baseUrl}`);
    expect(agents()).toMatchObject([{ runtime: { baseUrl: model.baseUrl } }]);
  });

  it('says why the model does not answer, and lets the answer be corrected before anything is written', async () => {
    model.faults.completions.next({ kind: 'status', status: 401 });
    const { code, screen } = await answer('here', 'small', 'correct', model.baseUrl, KEY, 'small');
    expect([code, screen]).toEqual([0, expect.stringContaining('requires an API key (401)')]);
    expect(agents()).toMatchObject([{ runtime: { apiKey: KEY } }]);
  });

  it.each([
    ['write', { type: 'openai-compatible', model: 'small' }],
    ['echo', { type: 'echo' }],
  ])('ends for a model that does not answer with %s', async (next, runtime) => {
    model.faults.completions.all({ kind: 'cut' });
    const { code, screen } = await answer('here', 'small', 'again', next);
    expect([code, screen]).toEqual([0, expect.stringContaining('closed the connection')]);
    expect(agents()).toMatchObject([{ runtime }]);
    expect(model.requests).toHaveLength(2);
  });

  it.each(['anthropic', 'openai', 'gemini', 'ollama'])(
    'asks a server of yours by the API %s, and writes it once that answers',
    async (type) => {
      const baseUrl = type === 'anthropic' || type === 'openai' ? model.baseUrl : model.url;
      const { code, stderr, screen } = await answer('other', type, baseUrl, KEY, 'small');
      expect([code, stderr]).toEqual([0, '']);
      expect(screen).toMatch(/small answered in \d+\.\d s: ready/);
      expect(new Set(model.requests.map(({ wire }) => wire))).toEqual(new Set([type]));
      const runtime = { type, baseUrl, model: 'small', apiKey: KEY };
      expect(agents()).toEqual([{ id: 'main', runtime }]);
    },
  );

  it('offers every API that a model can have', async () => {
    await answer('other', undefined);
    expect(shownApis()).toEqual(['openai-compatible', 'anthropic', 'openai', 'gemini', 'ollama']);
  });

  it('keeps the API of a vendor when its answers are corrected', async () => {
    const wrong = 'http://127.0.0.1:1';
    const { code } = await answer(
      'other',
      'anthropic',
      wrong,
      KEY,
      'small',
      'correct',
      model.baseUrl,
      KEY,
      'small',
    );
    expect([code, agents()]).toMatchObject([0, [{ runtime: { type: 'anthropic', baseUrl: model.baseUrl } }]]);
  });

  it('asks for the key of my own HTTP service that is elsewhere', async () => {
    const { refused } = await answer('http', 'https://service.example/turn', '', undefined);
    expect(refused).toEqual([expect.stringContaining('is required')]);
  });

  it('sets up my own HTTP service', async () => {
    const service = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"text":"at your service"}'),
    );
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/turn`;
    const { code, screen } = await answer('http', baseUrl, '');
    service.close();
    expect([code, agents()]).toEqual([0, [{ id: 'main', runtime: { type: 'http', baseUrl } }]]);
    expect(screen).toContain('at your service');
  });

  it('gives no tools to a model that refuses them', async () => {
    model.faults.completions.all(
      { kind: 'status', status: 400 },
      { when: ({ tools }) => tools !== undefined },
    );
    const { code, screen } = await answer('here', 'small');
    expect([code, screen]).toEqual([0, expect.stringContaining('tools.allow is []')]);
    expect(agents()).toMatchObject([{ tools: { allow: [] } }]);
  });

  it('keeps the configured model with “keep”', async () => {
    const runtime = { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'mine', apiKey: KEY };
    const before = { agents: { list: [{ id: 'helper', runtime }] } };
    shell.write('gatehouse.json', JSON.stringify(before));
    const { code, choices } = await answer('keep');
    expect([code, choices[0]]).toEqual([0, expect.objectContaining({ label: 'keep mine' })]);
    expect(agents()).toEqual(before.agents.list);
  });

  it.each([
    [[]],
    [['other']],
    [['other', 'openai-compatible', 'http://127.0.0.1:1']],
    [['here']],
    [['http']],
  ])('changes nothing at Ctrl-C after %j', async (answers) => {
    const { code, stderr } = await answer(...answers, undefined);
    expect([code, stderr]).toEqual([1, expect.stringContaining('nothing was changed')]);
    expect(existsSync(path())).toBe(false);
  });
});
