import {
  AGENTS,
  checkConfig,
  ConfigInvalidError,
  CORE_SECTIONS,
  GATEWAY,
  readEnvironment,
  section,
} from '../index.js';

const THIS_FILE = import.meta.filename;
/** A value within a valid one still gets the list. */
const RUNTIME_CHOICES =
  /^must be one of echo, openai-compatible, anthropic, openai, gemini, ollama, http; it is "opnai"$/;
const SERVICE = { type: 'http', baseUrl: 'http://127.0.0.1:1' };
const ENV = readEnvironment({ GATEHOUSE_STATE_DIR: '/nonexistent/gatehouse' });

/** Path → message of everything wrong with `raw`; empty when it is fine. */
function problemsOf(raw: Record<string, unknown>): Record<string, string> {
  try {
    checkConfig(CORE_SECTIONS, raw, ENV);
    return {};
  } catch (error) {
    if (!(error instanceof ConfigInvalidError)) throw error;
    return Object.fromEntries(error.problems.map(({ path, message }) => [path, message]));
  }
}

describe('checkConfig', () => {
  it.each([
    ['gateway', { port: '3000' }, 'gateway.port', /must be a number/],
    ['gateway', { port: 3000.5 }, 'gateway.port', /integer/],
    ['gateway', { port: 70_000 }, 'gateway.port', /not be greater than 65535/],
    ['gateway', { host: '' }, 'gateway.host', /IP address or a host name/],
    ['gateway', { host: 'two words' }, 'gateway.host', /IP address or a host name/],
    ['gateway', { host: '127.0.0.300' }, 'gateway.host', /IP address or a host name/],
    ['gateway', { publicUrl: 'http://example.org' }, 'gateway.publicUrl', /https origin/],
    ['gateway', { publicUrl: 'https://example.org/path' }, 'gateway.publicUrl', /https origin/],
    ['gateway', { trustedProxies: '10.0.0.1' }, 'gateway.trustedProxies', /must be a list/],
    ['gateway', { trustedProxies: ['10.0.0.1', '10.0.0.0/33'] }, 'gateway.trustedProxies', /item 1 .* CIDR/],
    ['gateway', { tls: { certFile: '/nonexistent' } }, 'gateway.tls.certFile', /readable/],
    ['gateway', { tls: { certFile: '/', keyFile: THIS_FILE } }, 'gateway.tls.certFile', /readable/],
    ['gateway', { tls: { certFile: THIS_FILE, keyFile: '/dev/null' } }, 'gateway.tls.keyFile', /readable/],
    ['gateway', { tls: { certFile: THIS_FILE } }, 'gateway.tls.keyFile', /together/],
    ['gateway', { tls: [] }, 'gateway.tls', /must be an object/],
    ['gateway', [], 'gateway', /must be an object/],
    ['gateway', { prot: 1 }, 'gateway.prot', /unknown setting, did you mean "port"\?/],
    ['gateway', { somethingElse: 1 }, 'gateway.somethingElse', /^unknown setting$/],
    ['chanels', {}, 'chanels', /unknown setting, did you mean "channels"\?/],
    ['channels', { defalts: {} }, 'channels.defalts', /did you mean "defaults"\?/],
    ['channels', 'all', 'channels', /must be an object/],
    ['agents', { list: {} }, 'agents.list', /must be a list/],
    ['agents', { list: [] }, 'agents.list', /at least one/],
    ['agents', { list: [null] }, 'agents.list[0]', /must be an object/],
    ['agents', { list: [{}] }, 'agents.list[0].id', /is required/],
    ['agents', { list: [{ id: 'My Agent' }] }, 'agents.list[0].id', /lower-case/],
    ['agents', { list: [{ id: 'a' }, { id: 'a' }] }, 'agents.list[1].id', /unique/],
    [
      'agents',
      {
        list: [
          { id: 'a', default: true },
          { id: 'b', default: true },
        ],
      },
      'agents.list[1].default',
      /one/,
    ],
    ['agents', { list: [{ id: 'a', default: 'yes' }] }, 'agents.list[0].default', /true or false/],
    ['agents', agent({ type: 'opnai' }), 'agents.list[0].runtime.type', RUNTIME_CHOICES],
    [
      'agents',
      agent({ type: 'openai-compatible', baseUrl: 'https://model.example/v1', model: 'm', files: true }),
      'agents.list[0].runtime.files',
      /is only for runtime type http/,
    ],
    [
      'agents',
      agent({ type: 'http' }),
      'agents.list[0].runtime.baseUrl',
      /is required for runtime type http/,
    ],
    [
      'agents',
      agent({ type: 'http', baseUrl: 'https://agent.example/turn' }),
      'agents.list[0].runtime.apiKey',
      /for signing calls/,
    ],
    [
      'agents',
      agent({ type: 'openai-compatible', baseUrl: 'http://m' }),
      'agents.list[0].runtime.model',
      /required/,
    ],
    ['agents', agent({ baseUrl: 'ftp://m' }), 'agents.list[0].runtime.baseUrl', /http or https/],
    ['agents', agent({ baseUrl: 'http://me:pw@m' }), 'agents.list[0].runtime.baseUrl', /without credentials/],
    ['agents', agent({ headers: { 'x-a': 5 } }), 'agents.list[0].runtime.headers.x-a', /must be a string/],
    [
      'agents',
      agent({ headers: { 'x-a': 'b\r\nc: d' } }),
      'agents.list[0].runtime.headers.x-a',
      /a line break/,
    ],
    ['agents', agent({ headers: { 'x-a': 'b\0' } }), 'agents.list[0].runtime.headers.x-a', /a line break/],
    [
      'agents',
      agent({ headers: { a: 'b', 'c d': 'e' } }),
      'agents.list[0].runtime.headers',
      /^name 2 is not a valid HTTP header name/,
    ],
    [
      'agents',
      agent({ headers: { Expect: 'x' } }),
      'agents.list[0].runtime.headers.Expect',
      /gateway itself/,
    ],
    [
      'agents',
      agent({ type: 'openai-compatible', baseUrl: 'http://m', model: 'm', apiKey: 'a\nb' }),
      'agents.list[0].runtime.apiKey',
      /a line break/,
    ],
    ['agents', agent({ headers: ['x'] }), 'agents.list[0].runtime.headers', /must be an object/],
    ['agents', agent({ apiKey: { path: '/x' } }), 'agents.list[0].runtime.apiKey', /string or { file/],
    [
      'agents',
      agent({ apiKey: { file: '/nonexistent' } }),
      'agents.list[0].runtime.apiKey',
      /read \(ENOENT\)/,
    ],
    [
      'messages',
      { groupChat: { mentionPatterns: ['ok', '(a+)+'] } },
      'messages.groupChat.mentionPatterns',
      /item 1/,
    ],
    [
      'messages',
      { groupChat: { mentionPatterns: [5] } },
      'messages.groupChat.mentionPatterns',
      /item 0 .* string/,
    ],
    ['session', { dmScope: 'everyone' }, 'session.dmScope', /main, per-sender/],
    ['commands', { config: 'true' }, 'commands.config', /true or false/],
    ['logging', { level: 7 }, 'logging.level', /must be a string/],
    ['logging', { level: 'loud' }, 'logging.level', /^must be one of fatal, error, .*silent; it is "loud"$/],
  ])('reports %s %j by its path', (area, value, path, message) => {
    const problems = problemsOf({ [area]: value });

    expect(Object.keys(problems)).toEqual([path]);
    expect(problems[path]).toMatch(message);
  });

  it.each([
    [{ type: 'ollama', model: 'm', files: true }, 'files', /PDFs with anthropic, openai and gemini/],
    [{ type: 'ollama' }, 'model', /required for runtime type ollama/],
    [{ type: 'anthropic', model: 'm' }, 'apiKey', /required for runtime type anthropic/],
    [{ type: 'gemini', model: 'm', apiKey: 'k', reasoning: 'a lot' }, 'reasoning', /must be one of/],
    [{ type: 'openai', model: 'm', apiKey: 'k', maxOutputTokens: 1 }, 'maxOutputTokens', /less than 16/],
    [{ type: 'openai', model: 'm', apiKey: 'k', contextWindow: 1_000.5 }, 'contextWindow', /integer/],
    [{ ...SERVICE, reasoning: 'low' }, 'reasoning', /not allowed for runtime type http/],
    [{ ...SERVICE, firstByteMs: 5 }, 'firstByteMs', /not allowed for runtime type http/],
    [{ maxOutputTokens: 500 }, 'maxOutputTokens', /not allowed for runtime type echo/],
    [{ contextWindow: 5_000 }, 'contextWindow', /not allowed for runtime type echo/],
  ])('reports what the runtime %j cannot honour, or lacks', (runtime, key, message) => {
    expect(problemsOf({ agents: agent(runtime) })).toEqual({
      [`agents.list[0].runtime.${key}`]: expect.stringMatching(message) as unknown,
    });
  });

  it.each([
    { type: 'anthropic', model: 'm', apiKey: 'k', files: true, images: true, reasoning: 'high' },
    { type: 'gemini', model: 'm', baseUrl: 'https://proxy.example' },
    { type: 'ollama', model: 'm', contextWindow: 32_768, reasoning: 'off', firstByteMs: 120_000 },
  ])('takes the model %j', (runtime) => {
    expect(problemsOf({ agents: agent(runtime) })).toEqual({});
  });

  it('reports everything at once', () => {
    const raw = {
      gatway: {},
      gateway: { port: 'x', tls: { keyFile: '/nonexistent' } },
      agents: { list: [{ id: 'a', runtime: { type: 'http', tiemoutMs: 1 } }] },
    };

    expect(Object.keys(problemsOf(raw)).sort()).toEqual([
      'agents.list[0].runtime.baseUrl',
      'agents.list[0].runtime.tiemoutMs',
      'gateway.port',
      'gateway.tls.keyFile',
      'gatway',
    ]);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('refuses the name %s at any depth', (name) => {
    const own = (value: unknown) => Object.defineProperty({}, name, { value, enumerable: true });

    expect(problemsOf(own({}) as Record<string, unknown>)).toEqual({ [name]: 'this name is not allowed' });
    expect(problemsOf({ agents: { list: [{ id: 'a', runtime: { headers: own('x') } }] } })).toEqual({
      [`agents.list[0].runtime.headers.${name}`]: 'this name is not allowed',
    });
  });

  it('treats null as not set', () => {
    const sut = checkConfig(CORE_SECTIONS, { gateway: { port: null, tls: null }, agents: null }, ENV);

    expect(sut.get(GATEWAY).port).toBe(3000);
    expect(sut.present('gateway.port')).toBe(false);
    expect(sut.get(AGENTS).defaultAgent.id).toBe('main');
  });
});

describe('GatehouseConfig', () => {
  const sut = checkConfig([GATEWAY], {}, ENV);

  it('has the sections it was loaded with', () => {
    expect(sut.has(GATEWAY)).toBe(true);
    expect(sut.has(AGENTS)).toBe(false);
  });

  it('refuses an unregistered section', () => {
    expect(() => sut.get(section('channels.other', class Other {}))).toThrow(
      'channels.other is not registered',
    );
  });
});

function agent(runtime: object): object {
  return { list: [{ id: 'a', runtime }] };
}
