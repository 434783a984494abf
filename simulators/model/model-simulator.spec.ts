import { ModelSimulator } from './model-simulator.js';

let sut: ModelSimulator;

beforeEach(async () => {
  sut = await ModelSimulator.start();
});
afterEach(() => sut.stop());

const messages = [{ role: 'user', content: 'hello  there' }];
const ask = (body: object = {}, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${sut.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model: 'm', messages, ...body }),
  });

interface Chunk {
  readonly choices: readonly {
    readonly delta: { readonly content?: string; readonly tool_calls?: readonly ToolDelta[] };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: object;
}
interface ToolDelta {
  readonly id?: string;
  readonly function: { readonly name?: string; readonly arguments: string };
}

async function events(response: Response): Promise<readonly string[]> {
  const text = await response.text();
  return text
    .split('\n\n')
    .filter(Boolean)
    .map((line) => line.replace(/^data: /, ''));
}
const chunksOf = async (response: Response): Promise<readonly Chunk[]> =>
  (await events(response)).filter((each) => each !== '[DONE]').map((each) => JSON.parse(each) as Chunk);

describe('answers', () => {
  it('come in one piece', async () => {
    const response = await ask();
    expect(await response.json()).toMatchObject({
      object: 'chat.completion',
      model: 'm',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'You said: hello  there' },
          finish_reason: 'stop',
        },
      ],
      usage: { completion_tokens: 4 },
    });
  });

  it('come as a stream that ends with [DONE] and joins to the same text', async () => {
    const response = await ask({ stream: true, stream_options: { include_usage: true } });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const all = await events(response);
    expect(all.at(-1)).toBe('[DONE]');
    const chunks = all.slice(0, -1).map((each) => JSON.parse(each) as Chunk);
    const text = chunks.map((each) => each.choices[0]?.delta.content ?? '').join('');
    expect(text).toBe('You said: hello  there');
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: 4 } });
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
  });

  it('come from a script first, then from the reply function', async () => {
    await sut.stop();
    sut = await ModelSimulator.start({ reply: ({ model }) => `I am ${model ?? '?'}`, tokenDelayMs: 1 });
    sut.script('first');
    const say = async () =>
      ((await (await ask()).json()) as { choices: { message: { content: string } }[] }).choices[0]?.message
        .content;
    expect([await say(), await say()]).toEqual(['first', 'I am m']);
  });

  it('call tools, whole and streamed', async () => {
    const reply = { text: 'Looking.', toolCalls: [{ name: 'search', arguments: { query: 'mulch' } }] };
    sut.script(reply, reply, { toolCalls: [{ name: 'search', arguments: '{"query":' }] });
    expect(await (await ask()).json()).toMatchObject({
      choices: [
        {
          finish_reason: 'tool_calls',
          message: {
            content: 'Looking.',
            tool_calls: [
              {
                id: 'call_1',
                type: 'function',
                function: { name: 'search', arguments: '{"query":"mulch"}' },
              },
            ],
          },
        },
      ],
    });
    const deltas = (await chunksOf(await ask({ stream: true }))).flatMap(
      (each) => each.choices[0]?.delta.tool_calls ?? [],
    );
    expect(deltas[0]).toMatchObject({ id: 'call_1', function: { name: 'search', arguments: '' } });
    expect(deltas.map((each) => each.function.arguments).join('')).toBe('{"query":"mulch"}');
    expect(await (await ask()).json()).toMatchObject({
      choices: [{ message: { content: null, tool_calls: [{ function: { arguments: '{"query":' } }] } }],
    });
  });

  it('the simulator lists its model and refuses a body that is not a conversation', async () => {
    expect(await (await fetch(`${sut.baseUrl}/models`)).json()).toMatchObject({
      data: [{ id: 'simulated' }],
    });
    expect((await ask({ messages: 'hello' })).status).toBe(400);
    expect((await fetch(`${sut.url}/v1/other`)).status).toBe(404);
  });
});

it('a recorded request shows that a key was sent, never the key', async () => {
  await ask({}, { authorization: 'Bearer sk-secret' });
  await ask();
  expect(sut.requests).toMatchObject([
    { body: { model: 'm', messages }, hasAuthorization: true },
    { hasAuthorization: false },
  ]);
  expect(JSON.stringify(sut.requests)).not.toContain('sk-secret');
});

it('only as many requests are kept as were asked for', async () => {
  await sut.stop();
  sut = await ModelSimulator.start({ requestsKept: 1 });
  await ask({ model: 'one' });
  await ask({ model: 'two' });
  expect(sut.requests).toMatchObject([{ body: { model: 'two' } }]);
});

describe('faults', () => {
  it.each([401, 429, 500, 503])('answer status %d to the next call only', async (status) => {
    sut.faults.completions.next({ kind: 'status', status, retryAfterSeconds: 2 });
    const response = await ask();
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, '2']);
    expect(await response.json()).toMatchObject({ error: { message: expect.any(String) as string } });
    expect((await ask()).status).toBe(200);
  });

  it('answer a status until cleared', async () => {
    sut.faults.completions.all({ kind: 'status', status: 503 });
    expect([(await ask()).status, (await ask()).status]).toEqual([503, 503]);
    sut.faults.clear();
    expect((await ask()).status).toBe(200);
  });

  it('cut a stream after some chunks', async () => {
    sut.faults.completions.next({ kind: 'cut-stream', afterChunks: 2 });
    const response = await ask({ stream: true });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const read = async (): Promise<void> => {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
        text += part.value;
    };
    await expect(read()).rejects.toThrow();
    expect(text).toContain('You');
    expect(text).toContain('said:');
    expect(text).not.toContain('hello');
    expect(text).not.toContain('[DONE]');
  });

  it('cut a connection, break a body, or send an empty answer', async () => {
    sut.faults.completions.next({ kind: 'cut' }).next({ kind: 'malformed' }).next({ kind: 'empty' });
    await expect(ask()).rejects.toThrow();
    await expect((await ask()).json()).rejects.toThrow();
    expect(await (await ask()).json()).toMatchObject({ choices: [{ message: { content: null } }] });
  });

  it('hang until the caller hangs up, which the simulator notices', async () => {
    sut.faults.completions.next({ kind: 'hang' });
    const body = JSON.stringify({ messages });
    const headers = { 'content-type': 'application/json' };
    const caller = new AbortController();
    const { signal } = caller;
    const call = fetch(`${sut.baseUrl}/chat/completions`, { method: 'POST', headers, body, signal });
    await sut.waitFor(() => sut.requests.length === 1);
    caller.abort();
    await expect(call).rejects.toThrow();
    await sut.waitFor(() => sut.requests[0]?.aborted);
  });

  it('hang for a while and then answer, or answer slowly', async () => {
    sut.faults.completions.next({ kind: 'hang', ms: 15 }).next({ kind: 'slow', tokenDelayMs: 5 });
    for (let call = 0; call < 2; call += 1) {
      const before = performance.now();
      expect((await ask()).status).toBe(200);
      expect(performance.now() - before).toBeGreaterThan(10);
    }
  });

  it('refuse connections while the server is down, which comes back on the same port', async () => {
    const { url } = sut;
    await sut.down();
    await expect(ask()).rejects.toThrow();
    await sut.up();
    expect(sut.url).toBe(url);
    expect((await ask()).status).toBe(200);
  });
});
