import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ModelSimulator } from '../../simulators/index.js';
import { AgentConfig, AgentRuntimeConfig } from '../config/index.js';
import { tryAgent } from './trial.js';

const NEVER = new AbortController().signal;

describe('a trial of an agent', () => {
  let model: ModelSimulator;
  beforeEach(async () => {
    model = await ModelSimulator.start({ reply: () => 'ready' });
  });
  let other: Server | undefined;
  afterEach(async () => {
    await model.stop();
    other?.closeAllConnections();
    other?.close();
  });

  const agent = (runtime: Partial<AgentRuntimeConfig> = {}, more: Partial<AgentConfig> = {}): AgentConfig => {
    const reached = { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'm', ...runtime };
    const whole = Object.assign(new AgentRuntimeConfig(), reached);
    return Object.assign(new AgentConfig(), { id: 'main', ...more, runtime: whole });
  };
  const failureOf = async (tried = agent(), signal = NEVER) => {
    const trial = await tryAgent(tried, signal);
    if (trial.kind === 'answered') throw new Error(`it answered: ${trial.text}`);
    return trial.failure;
  };
  const answering = async (type: string, body: string): Promise<string> => {
    other = createServer((_, response) => response.writeHead(200, { 'content-type': type }).end(body));
    await new Promise<void>((resolve) => other?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  };

  it('is one turn with one tool, through the runtime itself', async () => {
    const trial = await tryAgent(agent({ apiKey: 'k' }), NEVER);
    expect(trial).toEqual({ kind: 'answered', ms: expect.any(Number), text: 'ready', refusesTools: false });
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]).toMatchObject({ hasAuthorization: true, body: { model: 'm', stream: true } });
    expect(model.requests[0]!.body.tools).toHaveLength(1);
  });

  it.each([400, 404, 422, 500, 501])('reports a model that refuses tools, by status %i', async (status) => {
    const effect = { kind: 'status', status } as const;
    model.faults.completions.all(effect, { when: ({ tools }) => tools !== undefined });
    expect(await tryAgent(agent(), NEVER)).toMatchObject({ kind: 'answered', refusesTools: true });
  });

  it('offers no tools to an agent that may use none', async () => {
    await tryAgent(agent({}, { tools: { allow: [] } }), NEVER);
    expect(model.requests.map(({ body }) => body.tools)).toEqual([undefined]);
  });

  it.each([
    [{ kind: 'status', status: 401 }, 1, { status: 401 }],
    [{ kind: 'status', status: 404 }, 2, { status: 404 }],
    [{ kind: 'empty' }, 2, { code: 'empty' }],
  ] as const)('fails as the model does: %j', async (fault, calls, expected) => {
    model.faults.completions.all(fault);
    expect(await failureOf()).toMatchObject(expected);
    expect(model.requests).toHaveLength(calls);
  });

  it('fails where nothing listens', async () => {
    await model.down();
    expect(await failureOf()).toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  it('fails when the agent has not answered within its timeoutMs', async () => {
    model.faults.completions.all({ kind: 'hang' });
    expect(await failureOf(agent({ timeoutMs: 20 }))).toMatchObject({ code: 'late' });
  });

  it('ends when it is aborted', async () => {
    const abort = new AbortController();
    const failed = failureOf(agent(), abort.signal);
    model.faults.completions.all({ kind: 'hang' });
    await model.waitFor(() => model.requests.length === 1);
    abort.abort();
    expect(await failed).toMatchObject({ message: expect.stringContaining('stopped') });
  });

  // LM Studio answers 200 with an error to a path that it does not know.
  it.each([
    ['application/json', '{"error":"Unexpected endpoint or method."}'],
    ['text/html', '<html><body>data: not a stream</body></html>'],
    ['application/json', '{"choices":[{"message":{"content":"ready"},"finish_reason":"stop"}]}'],
  ])('reports an answer that is no stream of events: %s %s', async (type, body) => {
    const baseUrl = await answering(type, body);
    expect(await failureOf(agent({ baseUrl }))).toMatchObject({ code: 'no-events' });
  });

  it('asks the runtime echo too', async () => {
    const trial = await tryAgent(agent({ type: 'echo' }), NEVER);
    expect(trial).toMatchObject({ kind: 'answered', text: expect.stringContaining('echo: ') });
  });
});
