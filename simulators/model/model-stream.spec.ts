import { ModelSimulator } from './model-simulator.js';
import { toolResults } from './scene.js';
import type { ModelMessage } from './types.js';

let sut: ModelSimulator;

beforeEach(async () => {
  sut = await ModelSimulator.start();
});
afterEach(() => sut.stop());

const TOOLS = [
  { type: 'function', function: { name: 'message', parameters: { type: 'object', properties: {} } } },
];
const user = (content: string): ModelMessage => ({ role: 'user', content });
const ask = (messages: readonly object[], body: object = {}): Promise<Response> =>
  fetch(`${sut.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', messages, ...body }),
  });
const events = async (response: Response): Promise<unknown[]> =>
  (await response.text())
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice('data: '.length)) as unknown);
const stream = async (body: object = {}): Promise<unknown[]> =>
  events(await ask([user('one two three')], { stream: true, ...body }));

describe('a stream of tool calls', () => {
  it('begins without content, has an index for each call, and ends with the reason', async () => {
    sut.script({ toolCalls: ['a', 'b'].map((name) => ({ name, arguments: { x: 1 } })) });
    const chunks = await stream();
    expect(chunks[0]).toMatchObject({ choices: [{ delta: { role: 'assistant', content: null } }] });
    expect(JSON.stringify(chunks)).toContain('"index":1,"id":"call_2","type":"function"');
    expect(chunks.at(-1)).toMatchObject({ choices: [{ delta: {}, finish_reason: 'tool_calls' }] });
  });

  it('says in every chunk that usage comes, and gives it in the last', async () => {
    const chunks = await stream({ stream_options: { include_usage: true } });
    expect(chunks.slice(0, -1).map((each) => (each as { usage: unknown }).usage)).toEqual(
      chunks.slice(0, -1).map(() => null),
    );
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: 5 } });
    expect(await stream()).not.toEqual(expect.arrayContaining([expect.objectContaining({ usage: null })]));
  });
});

describe('a scene', () => {
  const call = { id: 'call_1', type: 'function', function: { name: 'message', arguments: '{}' } };
  const called = { role: 'assistant', content: null, tool_calls: [call] };

  it('calls its tool when a message matches, and answers from the result', async () => {
    sut.when(/cheer/, { calls: [{ name: 'message', arguments: {} }], then: ([result]) => `got ${result}` });
    expect(await (await ask([user('cheer up')])).json()).toMatchObject({
      choices: [{ finish_reason: 'tool_calls' }],
    });
    const result = { role: 'tool', tool_call_id: 'call_1', content: 'done' };
    expect(await (await ask([user('cheer up'), called, result])).json()).toMatchObject({
      choices: [{ message: { content: 'got done' } }],
    });
    expect(toolResults({ messages: [user('a'), result, user('b')] as ModelMessage[] })).toEqual([]);
  });

  it.each([
    ['a call without its result', [user('a'), called, user('b')]],
    ['a call at the end', [user('a'), called]],
    ['a result without a call', [user('a'), { role: 'tool', tool_call_id: 'x', content: '' }]],
    [
      'arguments that are no object',
      [{ ...called, tool_calls: [{ ...call, function: { name: 'm', arguments: '"x"' } }] }],
    ],
    ['an unknown role', [{ role: 'robot', content: '' }]],
  ])('refuses %s', async (_, messages) => {
    expect((await ask(messages)).status).toBe(400);
    expect(sut.refusals).toHaveLength(1);
  });

  it('refuses tools that are malformed or an empty list', async () => {
    expect((await ask([user('a')], { tools: [] })).status).toBe(400);
    expect((await ask([user('a')], { tools: [{ name: 'message' }] })).status).toBe(400);
    expect((await ask([user('a')], { tools: TOOLS })).status).toBe(200);
  });
});

describe('faults in the middle of a stream', () => {
  it('end it without a finish reason or [DONE]', async () => {
    sut.faults.completions.next({ kind: 'end-stream', afterChunks: 2 });
    const response = await ask([user('one two')], { stream: true });
    const text = await response.text();
    expect(text).toContain('said:');
    expect(text).not.toContain('[DONE]');
  });

  it.each([
    ['event', /data: \{"error"/],
    ['json', /\n\n\{"error".*\}\n$/],
  ] as const)('send an error as %s', async (form, expected) => {
    sut.faults.completions.next({ kind: 'error-in-stream', afterChunks: 1, form });
    expect(await (await ask([user('one two')], { stream: true })).text()).toMatch(expected);
  });

  it('hang until the caller aborts', async () => {
    sut.faults.completions.next({ kind: 'hang-stream', afterChunks: 1 });
    const abort = new AbortController();
    const response = await fetch(`${sut.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [user('one two')], stream: true }),
      signal: abort.signal,
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ''; !text.includes('You');) text += (await reader.read()).value ?? '';
    abort.abort();
    await sut.waitFor(() => sut.requests[0]?.aborted);
  });

  it('send as many words as asked', async () => {
    sut.faults.completions.next({ kind: 'huge', words: 3_000 });
    expect(await stream()).toHaveLength(3_000 + 3);
  });
});
