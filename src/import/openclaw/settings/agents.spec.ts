import { importWorld, outcomeOf } from '../../../../test/support/openclaw/import-world.js';
import { TEMPLATES } from '../../../../test/support/openclaw/templates.js';

const world = importWorld();
const agents = () => world().written().agents.list;

describe('agents', () => {
  it.each([
    [
      'openai/gpt-5.2',
      'OPENAI_API_KEY',
      { type: 'openai-compatible', baseUrl: 'https://api.openai.com/v1', model: 'gpt-5.2' },
    ],
    ['openrouter/a/b', 'OPENROUTER_API_KEY', { baseUrl: 'https://openrouter.ai/api/v1', model: 'a/b' }],
    ['anthropic/claude-x', 'ANTHROPIC_API_KEY', { type: 'anthropic', model: 'claude-x' }],
    ['claude-x', 'ANTHROPIC_API_KEY', { type: 'anthropic', model: 'claude-x' }],
    ['google/gemini-x', 'GEMINI_API_KEY', { type: 'gemini', model: 'gemini-x' }],
  ])('the model %s is called as before, with its key in a file', async (model, variable, runtime) => {
    world().write('.env', `${variable}=key-of-the-model\n`);
    await world().import({ agents: { defaults: { model } } });
    const file = expect.stringMatching(/openclaw-agent-main-api-key$/);
    expect(agents()[0]).toMatchObject({ id: 'main', runtime: { ...runtime, apiKey: { file } } });
    expect(world().secret('openclaw-agent-main-api-key')).toBe('key-of-the-model');
  });

  it.each([
    ['openai-completions', 'http://10.0.0.7:8000/v1', 'openai-compatible', 'http://10.0.0.7:8000/v1'],
    [undefined, 'http://10.0.0.7:8000/v1', 'openai-compatible', 'http://10.0.0.7:8000/v1'],
    ['openai-responses', 'http://10.0.0.7:8000/v1', 'openai', 'http://10.0.0.7:8000/v1'],
    [
      'anthropic-messages',
      'https://api.vendor.test/anthropic',
      'anthropic',
      'https://api.vendor.test/anthropic/v1',
    ],
    ['anthropic-messages', 'https://api.vendor.test/v1/', 'anthropic', 'https://api.vendor.test/v1'],
    ['google-generative-ai', 'https://g.vendor.test/v1beta', 'gemini', 'https://g.vendor.test/v1beta'],
    ['ollama', 'http://10.0.0.7:11434', 'ollama', 'http://10.0.0.7:11434'],
    ['ollama', 'http://10.0.0.7:11434/v1', 'ollama', 'http://10.0.0.7:11434'],
  ])('a provider that speaks %s at %s is a runtime of type %s', async (api, baseUrl, type, address) => {
    const mine = { baseUrl, apiKey: 'key-of-the-model', ...(api !== undefined && { api }) };
    const report = await world().import({
      agents: { defaults: { model: 'mine/m' } },
      models: { providers: { mine } },
    });
    expect(agents()[0]).toMatchObject({ runtime: { type, baseUrl: address, model: 'm' } });
    expect(outcomeOf(report, 'models.providers.mine.baseUrl')).toEqual([
      address === baseUrl ? 'taken' : 'changed',
    ]);
    const { note } = report.keys.find(({ path }) => path === 'agents.defaults.model')!;
    expect(note).toBe(`called as ${type}, with the API key from OpenClaw`);
  });

  it.each(['openai-codex-responses', 'bedrock-converse-stream', 'google-gemini-cli'])(
    'the protocol %s is none of ours, also under the name of a vendor that we know',
    async (api) => {
      const openai = { api, apiKey: 'key-of-the-model' };
      const report = await world().import({
        agents: { defaults: { model: 'openai/m' } },
        models: { providers: { openai } },
      });
      expect(agents()).toEqual([{ id: 'main' }]);
      expect(outcomeOf(report, 'agents.defaults.model')).toEqual(['to-decide']);
    },
  );

  it.each(['codex-cli/gpt-5', 'anthropic/claude-x', 'bedrock/x'])(
    'the model %s without a key leaves the echo, and says so',
    async (model) => {
      const profiles = {
        'anthropic:default': { type: 'oauth', provider: 'anthropic', access: 'oauth-token' },
      };
      world().write('agents/main/agent/auth-profiles.json', { version: 1, profiles });
      const report = await world().import({ agents: { defaults: { model } } });
      expect(agents()).toEqual([{ id: 'main' }]);
      expect(outcomeOf(report, 'agents.defaults.model')).toEqual(['to-decide']);
      expect(report.to_do.join()).toContain('repeats messages (echo) until agents.list[0].runtime is set');
    },
  );

  it('a key is the one that comes first in the order, of the agent itself, before that of main', async () => {
    const stored = (own: string) => ({
      version: 1,
      profiles: {
        'groq:a': { type: 'api_key', provider: 'groq', key: `a-of-${own}` },
        'groq:b': { mode: 'api_key', provider: 'groq', keyRef: { source: 'env', id: 'KEY_B' } },
      },
    });
    world().write('agents/main/agent/auth-profiles.json', stored('main'));
    world().write('agents/two/agent/auth-profiles.json', stored('two'));
    world().write('.env', 'KEY_B=b-of-its-env');
    const list = ['main', 'two', 'three'].map((id) => ({ id, model: { primary: 'groq/x' } }));
    await world().import({ agents: { list } });
    expect(['main', 'two', 'three'].map((id) => world().secret(`openclaw-agent-${id}-api-key`))).toEqual([
      'a-of-main',
      'a-of-two',
      'a-of-main',
    ]);
    world().ours('{}');
    await world().import({
      agents: { list: [{ id: 'four', model: 'groq/x' }] },
      auth: { order: { groq: ['groq:b'] } },
    });
    expect(world().secret('openclaw-agent-four-api-key')).toBe('b-of-its-env');
  });

  it('the files of the workspace become the instructions, each and all no longer than the peer takes', async () => {
    world().write('workspace/AGENTS.md', 'a'.repeat(30_000));
    world().write('workspace/SOUL.md', ' soul ');
    world().write('workspace/TOOLS.md', 'tools');
    world().write('workspace/MEMORY.md', 'private');
    await world().import({});
    expect(agents()[0]!.systemPrompt).toBe(`${'a'.repeat(20_000)}\n\nsoul`);
  });

  it('skips files of the workspace that are as OpenClaw wrote them, however they are formatted', async () => {
    for (const [name, text] of Object.entries(TEMPLATES)) world().write(`workspace/${name}`, text);
    const crlf = `---\ntitle: x\n---\n${TEMPLATES['SOUL.md'].replaceAll('**', '__')}`.replaceAll(
      '\n',
      '\r\n',
    );
    world().write('workspace/SOUL.md', crlf.replaceAll('\r\n\r\n', '\r\n'));
    const report = await world().import({});
    expect(agents()).toEqual([{ id: 'main' }]);
    expect(report.to_do).toContain(
      'Not imported, because no line was added to the templates of OpenClaw: SOUL.md, IDENTITY.md, USER.md of the agent main.',
    );
  });

  it('takes an edited template, and names its size and what it mentions that does not exist here', async () => {
    const text = `${TEMPLATES['SOUL.md']}\nRun \`openclaw status\`, read memory/2026.md and TOOLS.md, else say HEARTBEAT_OK.\n`;
    world().write('workspace/SOUL.md', text);
    world().write('workspace/USER.md', TEMPLATES['USER.md']);
    const report = await world().import({});
    expect(agents()[0]!.systemPrompt).toBe(text.trim());
    expect(report.to_do).toContain(
      `agents.list[0].systemPrompt contains the edited template SOUL.md (${text.trim().length.toLocaleString('en')} characters), sent with each call of the model. It mentions what Gatehouse does not have: SOUL.md, openclaw status, memory/, TOOLS.md, HEARTBEAT_OK.`,
    );
  });

  it.each(['main', 'Assistant', 'AI', 'The Bot', 'home'])(
    'the name %s makes no pattern: it is a default or a common word, and would call the agent by accident',
    async (name) => {
      const report = await world().import({ agents: { list: [{ id: 'main', identity: { name } }] } });
      expect(agents()).toEqual([{ id: 'main' }]);
      expect(outcomeOf(report, 'agents.list[0].identity.name')).toEqual(['to-decide']);
      expect(report.to_do.join()).toContain('set agents.list[0].groupChat.mentionPatterns');
    },
  );

  it.each([
    [{}, true],
    [{ dmScope: 'main' }, true],
    [{ dmScope: 'per-peer' }, false],
  ])(
    'says what the session settings %j mean for people, and offers to separate them',
    async (session, isShared) => {
      const { to_do: toDo } = await world().import({ session });
      const offers = toDo.filter((each) => each.includes('gatehouse config set session.dmScope per-sender'));
      expect(offers).toHaveLength(isShared ? 1 : 0);
    },
  );

  it('knows the keys of 2026.9 that have no part here', async () => {
    const report = await world().import({
      messages: { ackReactionScope: 'group-mentions' },
      models: { pricing: { enabled: false } },
    });
    expect(report.keys.map(({ outcome }) => outcome)).toEqual(['not-taken', 'not-taken']);
  });

  it('instructions that replaced all others take the place of the workspace', async () => {
    world().write('workspace/AGENTS.md', 'from the workspace');
    await world().import({ agents: { list: [{ id: 'main', systemPromptOverride: 'You are short.' }] } });
    expect(agents()[0]!.systemPrompt).toBe('You are short.');
  });

  it('mention patterns are the own ones, else those of all, else made of name and emoji', async () => {
    const identity = { name: 'Molly (home)', emoji: '🦊' };
    await world().import({
      agents: {
        list: [
          { id: 'main', identity },
          { id: 'own', identity, groupChat: { mentionPatterns: ['@own'] } },
        ],
      },
    });
    expect(agents().map(({ groupChat }) => groupChat?.mentionPatterns)).toEqual([
      ['\\b@?Molly\\s+\\(home\\)\\b', '🦊'],
      ['@own'],
    ]);
    world().ours('{}');
    await world().import({
      agents: { list: [{ id: 'main', identity }] },
      messages: { groupChat: { mentionPatterns: ['@all'] } },
    });
    expect(agents()).toEqual([{ id: 'main' }]);
    expect(world().written().messages.groupChat.mentionPatterns).toEqual(['@all']);
  });

  it('ids that ours spells alike do not become one agent', async () => {
    const list = [
      { id: 'a_b', systemPromptOverride: 'one' },
      { id: 'a-b', systemPromptOverride: 'two' },
    ];
    const report = await world().import({ agents: { list } });
    expect(agents()).toEqual([{ id: 'a-b', systemPrompt: 'one' }]);
    expect(outcomeOf(report, 'agents.list[1]')).toEqual(['to-decide']);
  });

  it('a key that we do not know in a map of agents is named, and fallbacks of a model to be set are not taken', async () => {
    const report = await world().import({
      agents: { entries: { Big: { later: 1, model: { primary: 'x/y', fallbacks: ['z/y'] } }, main: {} } },
    });
    expect(
      ['Big.later', 'Big.model.fallbacks', 'main'].map((key) => outcomeOf(report, `agents.entries.${key}`)),
    ).toEqual([['unknown'], ['to-decide'], ['taken']]);
    expect(report.to_do.join()).toContain('The agent Big was renamed to big');
  });

  it('a binding with a condition that ours has not is to be decided, for it would be for more places', async () => {
    const match = { channel: 'msteams', roles: ['admin'] };
    const report = await world().import({ bindings: [{ agentId: 'main', match }] });
    expect(outcomeOf(report, 'bindings')).toEqual(['to-decide']);
  });

  it('only the default agent has the common workspace; others have folders of their own', async () => {
    const common = `${world().folder}/common`;
    world().write('common/AGENTS.md', 'of the first');
    world().write('common/second/AGENTS.md', 'of the second');
    world().write('workspace-third/AGENTS.md', 'of the third');
    const list = ['First', 'Second', 'third', 'fourth'].map((id) => ({ id }));
    const report = await world().import({ agents: { defaults: { workspace: common }, list } });
    expect(agents().map(({ systemPrompt }) => systemPrompt)).toEqual([
      'of the first',
      'of the second',
      'of the third',
      undefined,
    ]);
    expect(report.to_do.join()).toContain('The workspace of the agent fourth is not inside the folder');
  });

  it('a name of several words is met with any space between them', async () => {
    await world().import({ agents: { list: [{ id: 'main', identity: { name: 'Molly  Two' } }] } });
    expect(agents()[0]!.groupChat?.mentionPatterns).toEqual(['\\b@?Molly\\s+Two\\b']);
  });

  it('the folder of an agent has its id in lower case', async () => {
    const profiles = { 'groq:a': { type: 'api_key', provider: 'groq', key: 'of-two' } };
    world().write('agents/two/agent/auth-profiles.json', { version: 1, profiles });
    await world().import({ agents: { list: [{ id: 'Two', model: 'groq/x' }] } });
    expect(world().secret('openclaw-agent-two-api-key')).toBe('of-two');
  });
});
