import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ModelSimulator, type ModelSimulatorOptions, type WireName } from '../../../../simulators/index.js';
import { AgentRuntimeConfig } from '../../../config/index.js';
import { probeRuntime } from './probe-runtime.js';

const WIRES = ['openai-compatible', 'anthropic', 'openai', 'gemini', 'ollama'] as const;
const SECRET = 'sk-very-secret';

let model: ModelSimulator;
afterEach(async () => model.stop());

const started = async (options: ModelSimulatorOptions = {}) =>
  (model = await ModelSimulator.start({ models: ['m', 'mighty-2', 'o'], apiKey: SECRET, ...options }));

/** The notes as `topic state: message`, the server's address left out. */
async function probed(type: WireName | 'http', more: Partial<AgentRuntimeConfig> = {}, timeoutMs = 3_000) {
  const baseUrl = type === 'http' ? `${model.url}/turn` : model.baseUrlOf(type);
  const settings = { type, baseUrl, apiKey: SECRET, model: 'm', ...more };
  const report = await probeRuntime(Object.assign(new AgentRuntimeConfig(), settings), timeoutMs);
  expect(JSON.stringify(report)).not.toContain('secret');
  return (report?.notes ?? []).map(
    ({ about, state, message }) => `${about} ${state}: ${message.replaceAll(report?.server ?? '', '@')}`,
  );
}
const remedyOf = async (type: WireName, more: Partial<AgentRuntimeConfig> = {}) => {
  const settings = { type, baseUrl: model.baseUrlOf(type), apiKey: SECRET, model: 'm', ...more };
  const report = await probeRuntime(Object.assign(new AgentRuntimeConfig(), settings), 3_000);
  const note = report?.notes.find(({ state }) => state !== 'ok');
  return [note?.setting, note?.remedy];
};

describe.each(WIRES)('a model of the wire %s', (type) => {
  it('is well: its server answers, takes the key and knows the name; no turn is asked for', async () => {
    await started();
    const notes = await probed(type);
    expect(notes.filter((note) => !note.startsWith('tools'))).toEqual([
      'server ok: @ answers',
      'key ok: @ accepts the key',
      'name ok: @ knows m',
    ]);
    expect(model.requests).toEqual([]);
    expect(model.reported()).toEqual([]);
  });

  it('has another key than its server takes', async () => {
    await started();
    const status = type === 'gemini' ? 400 : 401;
    const notes = ['server ok: @ answers', `key failed: @ rejects the key (${status})`];
    expect(await probed(type, { apiKey: 'other-secret' })).toEqual(notes);
    expect(await probed(type, { apiKey: undefined })).toEqual([
      notes[0],
      `key failed: @ requires a key, and none is set (${status})`,
    ]);
    expect(await remedyOf(type, { apiKey: 'other-secret' })).toEqual([
      'model.apiKey',
      'Give it a valid key: `gatehouse config set {setting} -` (paste it, then Ctrl-D)',
    ]);
  });

  it('suggests the nearest name for an unknown model', async () => {
    await started();
    const [server, key, name] = await probed(type, { model: 'mighty-1' });
    const isOnlyListed = type === 'openai-compatible';
    expect([server, key]).toEqual(['server ok: @ answers', 'key ok: @ accepts the key']);
    expect(name).toBe(
      isOnlyListed
        ? 'name warning: @ does not list mighty-1; it has mighty-2'
        : 'name failed: @ has no model mighty-1; it has mighty-2',
    );
    const [setting, remedy] = await remedyOf(type, { model: 'mighty-1' });
    expect(setting).toBe('model.model');
    expect(remedy).toContain('`gatehouse config set {setting} mighty-2`');
    expect(remedy?.startsWith('`ollama pull mighty-1`')).toBe(type === 'ollama');
  });

  it('has a server that is down', async () => {
    await started();
    await model.down();
    expect(await probed(type)).toEqual(['server failed: @ cannot be reached (ECONNREFUSED)']);
    const [setting, remedy] = await remedyOf(type);
    expect([setting, remedy]).toEqual([
      'model.baseUrl',
      expect.stringMatching(/^Start the server that \{setting\} names/),
    ]);
  });

  it.each([
    [{ kind: 'status', status: 429 }, 'key warning: @ gets too many requests with this key (429)'],
    [{ kind: 'status', status: 402 }, 'key failed: @ requires payment (402)'],
    [{ kind: 'status', status: 403 }, 'key failed: @ rejects the key (403)'],
    [{ kind: 'status', status: 503 }, 'server failed: @ reports a failure (503)'],
    [{ kind: 'page' }, 'server failed: @ answers, but not like TYPE'],
    [{ kind: 'page', status: 403 }, 'server failed: @ answers, but not like TYPE'],
  ] as const)('has a server that answers with %j', async (fault, expected) => {
    await started();
    model.faults.listing.all(fault);
    expect(await probed(type)).toContain(expected.replace('TYPE', type));
  });

  it('has a server that sends callers elsewhere, where the key does not go', async () => {
    await started();
    let asked = 0;
    const counting = createServer((_, response) => (asked++, response.end()));
    await once(counting.listen(0, '127.0.0.1'), 'listening');
    const { port } = counting.address() as AddressInfo;
    model.faults.listing.all({ kind: 'redirect', to: `http://127.0.0.1:${port}/` });
    const notes = await probed(type);
    counting.close();
    expect(notes).toEqual(['server failed: @ redirects to another address (302), where no key is sent']);
    expect(asked).toBe(0);
  });

  it('has a server that is silent', async () => {
    await started();
    model.faults.listing.all({ kind: 'hang' });
    expect(await probed(type, {}, 50)).toEqual(['server failed: @ did not answer within 0.05 s']);
  });

  it('is known by how its server refuses a call without a body, where that tells no models', async () => {
    await started({ listing: 'none' });
    expect(await probed(type)).toEqual([
      'server ok: @ answers',
      'key ok: @ accepts the key',
      'name unknown: @ does not list its models',
    ]);
    expect(await probed(type, { apiKey: 'other-secret' })).toEqual([
      'server ok: @ answers',
      `key failed: @ rejects the key (${type === 'gemini' ? 400 : 401})`,
    ]);
    expect(model.requests).toEqual([]);
  });

  it('has an address with another API at it', async () => {
    await started();
    const baseUrl = `${model.url}/nowhere`;
    expect(await probed(type, { baseUrl })).toEqual([
      `server failed: @ does not know the API of ${type} (404)`,
    ]);
  });

  it('has an address of a host that does not exist', async () => {
    await started();
    const [note] = await probed(type, { baseUrl: 'http://no-such-host.invalid' });
    expect(note).toMatch(/^server failed: no address was found for no-such-host\.invalid \(E/);
  });
});

describe.each(['openai-compatible', 'gemini', 'ollama', 'anthropic'] as const)(
  'the context of a model of %s',
  (type) => {
    it('is compared with the setting', async () => {
      await started({ contextWindow: 1_000_000 });
      expect(await probed(type, { contextWindow: 8_000 })).toContainEqual(
        expect.stringMatching(/^context ok: /),
      );
      expect(await probed(type, { contextWindow: 2_000_000 })).toContainEqual(
        expect.stringMatching(/^context warning: m accepts 10\d+ tokens, but 2000000 are configured$/),
      );
    });
  },
);

describe('a server with /chat/completions', () => {
  const type = 'openai-compatible';

  it('that lists its models without a key has its key checked elsewhere', async () => {
    await started({ listing: 'open' });
    expect(await probed(type)).toContain('key ok: @ accepts the key');
    expect(await probed(type, { apiKey: 'other-secret' })).toEqual([
      'server ok: @ answers',
      'key failed: @ rejects the key (401)',
      'name ok: @ knows m',
    ]);
    expect(model.requests).toEqual([]);
  });

  it('that answers every name knows each', async () => {
    await started({ models: undefined });
    expect(await probed(type, { model: 'whatever' })).toContain('name ok: @ knows whatever');
  });

  it('takes a variant of a name that it lists', async () => {
    await started();
    expect(await probed(type, { model: 'mighty-2:free' })).toContain('name ok: @ knows mighty-2:free');
  });

  it('takes the key in a header of the operator', async () => {
    await started();
    const headers = { Authorization: `Bearer ${SECRET}` };
    expect(await probed(type, { apiKey: undefined, headers })).toEqual([
      'server ok: @ answers',
      'name ok: @ knows m',
    ]);
    expect(
      await probed(type, { apiKey: undefined, headers: { Authorization: 'Bearer secret-2' } }),
    ).toContain('key failed: @ rejects the headers (401)');
  });
});

it.each(['openai-compatible', 'anthropic', 'openai', 'ollama'] as const)(
  'suggests the address with or without /v1 for %s',
  async (type) => {
    await started();
    const right = model.baseUrlOf(type);
    const baseUrl = right.endsWith('/v1') ? right.slice(0, -3) : `${right}/v1`;
    const [setting, remedy] = await remedyOf(type, { baseUrl });
    expect([setting, remedy]).toEqual(['model.baseUrl', `\`gatehouse config set {setting} ${right}\``]);
  },
);

it('a name that a proxy has in its list is known', async () => {
  await started();
  const isOne = (path: string) => path.endsWith('/m');
  model.faults.listing.all({ kind: 'status', status: 404 }, { when: isOne });
  expect(await probed('anthropic')).toContain('name ok: @ knows m');
});

describe('a key of OpenAI', () => {
  it('that may write and not read the models is taken', async () => {
    await started();
    const message = 'You have insufficient permissions for this operation. Missing scopes: api.model.read.';
    model.faults.listing.all({ kind: 'status', status: 401, message });
    expect(await probed('openai')).toEqual([
      'server ok: @ answers',
      'key ok: @ accepts the key, but the key may not list models',
      'name unknown: @ does not list its models',
    ]);
  });

  it('whose quota is used up asks for a payment, not for patience', async () => {
    await started();
    model.faults.listing.all({ kind: 'status', status: 429, code: 'insufficient_quota' });
    expect(await probed('openai')).toContain('key failed: @ requires payment (429)');
  });
});

describe('a model', () => {
  it('that its vendor retires is reported', async () => {
    await started({ description: { lifecycle: 'deprecated' } });
    expect(await probed('anthropic')).toContain('name warning: m will be retired by its vendor');
    expect(await probed('openai')).toContain('name warning: m will be retired by its vendor');
    await model.stop();
    await started({ description: { lifecycle: 'retired' } });
    expect(await probed('anthropic')).toContain('name failed: m is retired by its vendor');
  });

  it('that makes vectors writes no answers', async () => {
    await started({ description: { answers: false } });
    expect(await probed('gemini')).toContain('name failed: m of @ cannot write answers');
    expect(await probed('ollama')).toContain('name failed: m of @ cannot write answers');
  });

  it('of Ollama that refuses tools is reported', async () => {
    await started({ description: { takesTools: false } });
    expect(await probed('ollama')).toContain('tools failed: m rejects tools, and every call to it has tools');
  });

  it('has a server whose clock is read', async () => {
    await started({ clockAheadMs: 600_000 });
    const settings = { type: 'anthropic' as const, baseUrl: model.baseUrlOf('anthropic'), model: 'm' };
    const report = await probeRuntime(Object.assign(new AgentRuntimeConfig(), settings), 3_000);
    const { theirs, ours } = report!.clock!;
    expect(Math.abs(Date.parse(theirs) - ours - 600_000)).toBeLessThan(5_000);
  });
});

describe('a service of the operator', () => {
  let server: Server | undefined;
  afterEach(() => void server?.close());

  const answering = async (status: number, headers: Record<string, string> = {}) => {
    await started();
    const methods: string[] = [];
    const seen: string[] = [];
    server = createServer(({ method = '', headers: sent }, response) => {
      methods.push(method);
      seen.push(...Object.keys(sent));
      response.writeHead(status, headers).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/turn`;
    return { notes: await probed('http', { baseUrl }), methods, seen };
  };

  it.each([200, 401, 404, 405, 500])('is there when it answers %d, and gets no turn', async (status) => {
    const { notes, methods, seen } = await answering(status);
    expect(notes).toEqual(['server ok: @ answers']);
    expect(methods).toEqual(['HEAD']);
    expect(seen).not.toContain('x-gatehouse-signature');
  });

  it.each([
    [502, 'the proxy at @ does not reach the service (502)'],
    [301, '@ redirects to another address (301), where no key is sent'],
  ])('is not there when what stands before it answers %d', async (status, message) => {
    const { notes } = await answering(status, { location: 'http://127.0.0.1:1/' });
    expect(notes).toEqual([`server failed: ${message}`]);
  });
});

it('the echo has nothing to be asked', async () => {
  await started();
  expect(await probeRuntime(new AgentRuntimeConfig(), 100)).toBeUndefined();
});
