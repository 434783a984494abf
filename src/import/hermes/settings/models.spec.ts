import { importWorld, outcomeOf } from '../../../../test/support/openclaw/import-world.js';

const world = importWorld();
const agent = () => world().written().agents.list[0]!;
const OWN = 'You are Hermes Agent, an intelligent AI assistant created by Nous Research.';

describe('the model of Hermes', () => {
  it.each([
    [
      '{default: a/b, provider: openrouter}',
      'OPENROUTER_API_KEY',
      { baseUrl: 'https://openrouter.ai/api/v1', model: 'a/b' },
    ],
    [
      '{model: anthropic/claude-x, provider: anthropic}',
      'ANTHROPIC_API_KEY',
      { type: 'anthropic', model: 'claude-x' },
    ],
    ['{default: gemini-x, provider: gemini}', 'GOOGLE_API_KEY', { type: 'gemini', model: 'gemini-x' }],
    ['{default: gemini-x, provider: gemini}', 'GEMINI_API_KEY', { type: 'gemini', model: 'gemini-x' }],
    [
      '{default: d, provider: deepseek}',
      'DEEPSEEK_API_KEY',
      { baseUrl: 'https://api.deepseek.com/v1', model: 'd' },
    ],
    [
      '{default: a/b, provider: auto, base_url: "https://openrouter.ai/api/v1"}',
      'OPENROUTER_API_KEY',
      { model: 'a/b' },
    ],
  ])('%s is called as before, with its key in a file', async (model, variable, runtime) => {
    world().write('.env', `${variable}=key-of-the-model\n`);
    const report = await world().importHermes(`model: ${model}`);
    expect(agent()).toMatchObject({ id: 'main', runtime });
    expect(world().secret('hermes-agent-main-api-key')).toBe('key-of-the-model');
    expect(outcomeOf(report, `env_file.${variable}`)).toEqual(['taken']);
  });

  it.each([
    ['chat_completions', 'http://10.0.0.7:8000/v1', 'openai-compatible', 'http://10.0.0.7:8000/v1'],
    ['codex_responses', 'http://10.0.0.7:8000/v1', 'openai', 'http://10.0.0.7:8000/v1'],
    [
      'anthropic_messages',
      'https://api.vendor.test/anthropic',
      'anthropic',
      'https://api.vendor.test/anthropic/v1',
    ],
  ])(
    'a provider of one’s own that speaks %s has its address, key and headers',
    async (mode, url, type, baseUrl) => {
      world().write('.env', 'OWN_KEY=own-key\nTOKEN=own-token\n');
      await world().importHermes(
        `{model: {default: m, provider: "custom:Mine"}, providers: {mine: {base_url: "${url}", api_mode: ${mode}, key_env: OWN_KEY, extra_headers: {X-Token: "\${env:TOKEN}"}}}}`,
      );
      expect(agent()).toMatchObject({ runtime: { type, baseUrl, model: 'm' } });
      expect(world().secret('hermes-agent-main-api-key')).toBe('own-key');
      expect(world().secret('hermes-agent-main-header-X-Token')).toBe('own-token');
    },
  );

  it('the older list of providers counts, too', async () => {
    await world().importHermes(
      '{model: {default: m, provider: "custom:old"}, custom_providers: [{name: old, base_url: "http://10.0.0.7:1/v1", api_key: k}]}',
    );
    expect(agent()).toMatchObject({ runtime: { baseUrl: 'http://10.0.0.7:1/v1', model: 'm' } });
  });

  it('a stored key is the first of its pool that another program may use', async () => {
    const pool = [
      { auth_type: 'oauth', access_token: 'login', priority: 0 },
      { auth_type: 'api_key', access_token: 'second', priority: 2 },
      { auth_type: 'api_key', access_token: 'off', priority: 0, enabled: false },
      { auth_type: 'api_key', access_token: 'first', priority: 1 },
    ];
    world().write('auth.json', { credential_pool: { openrouter: pool } });
    await world().importHermes('model: {default: a/b, provider: openrouter}');
    expect(world().secret('hermes-agent-main-api-key')).toBe('first');
  });

  it.each([
    ['{default: m}', 'its provider is auto'],
    ['m', 'its provider is auto'],
    ['{default: m, provider: nous}', 'nous uses a login'],
    ['{default: m, provider: bedrock}', 'bedrock uses a login'],
    ['{default: m, provider: openrouter}', 'openrouter has no API key'],
    ['{default: m, provider: openrouter, api_key: "keychain:x"}', 'openrouter has no API key'],
    ['{default: m, provider: program}', 'a program provides its key'],
    ['{provider: openrouter}', 'it names no model'],
  ])('%s leaves the echo, and says why', async (model, why) => {
    const providers = '{program: {base_url: "http://127.0.0.1:9/v1", key_cmd: "touch /tmp/never"}}';
    const report = await world().importHermes(`{model: ${model}, providers: ${providers}}`);
    expect(agent()).toEqual({ id: 'main' });
    expect(report.to_do.join()).toContain(why);
    expect(report.secrets).toEqual([]);
  });

  it('no key of this process goes to the address that the folder gives', async () => {
    world().variables.OPENROUTER_API_KEY = 'the-stolen-word';
    const report = await world().importHermes(
      'model: {default: m, provider: openrouter, base_url: "https://evil.example/v1"}',
    );
    expect([report.secrets, agent()]).toEqual([[], { id: 'main' }]);
  });

  it('a key that is not named for an address is not sent there, and the report asks', async () => {
    world().write('.env', 'OPENAI_API_KEY=key-of-openai\n');
    const report = await world().importHermes(
      'model: {default: m, provider: custom, base_url: "http://10.0.0.7:1/v1"}',
    );
    expect([report.secrets, agent().runtime]).toEqual([
      [],
      { type: 'openai-compatible', baseUrl: 'http://10.0.0.7:1/v1', model: 'm' },
    ]);
    expect(report.to_do.join()).toContain(
      'If http://10.0.0.7:1/v1 needs a key, set agents.list[0].runtime.apiKey',
    );
  });

  it('the instructions of a variable are stronger than those of the configuration', async () => {
    world().write('.env', 'HERMES_EPHEMERAL_SYSTEM_PROMPT=Be loud.\n');
    const report = await world().importHermes('agent: {system_prompt: Be short.}');
    expect(agent().systemPrompt).toBe('Be loud.');
    expect(outcomeOf(report, 'agent.system_prompt')).toEqual(['not-taken']);
  });

  it('what its owner wrote into SOUL.md and the configuration are the instructions, in this order', async () => {
    world().write('SOUL.md', 'Be kind. Run hermes status.');
    const report = await world().importHermes('agent: {system_prompt: Be short.}');
    expect(agent().systemPrompt).toBe('Be kind. Run hermes status.\n\nBe short.');
    expect(report.to_do.join()).toContain(
      'SOUL.md (27 characters), sent with each call of the model. It mentions what Gatehouse does not have: hermes status.',
    );
  });

  it.each([
    `${OWN} You are helpful,\nknowledgeable, and direct.`,
    '# Hermes Agent Persona\r\n\r\n<!--\r\nThis file defines it.\r\n-->\r\n',
  ])('a SOUL.md that is as Hermes wrote it is skipped (%#)', async (text) => {
    world().write('SOUL.md', text);
    await world().importHermes('{}');
    expect(agent()).toEqual({ id: 'main' });
  });

  it('a sentence that its owner has added to it is kept', async () => {
    world().write('SOUL.md', `${OWN} Always answer in French.`);
    await world().importHermes('{}');
    expect(agent().systemPrompt).toBe(`${OWN} Always answer in French.`);
  });
});
