import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HistoryLine } from '../../prompt/history-line.js';
import type { TurnInput, TurnPart } from '../../runtime.js';
import { FakeToolBox, textOf, turnInput } from '../../testing/turns.js';
import { HttpRuntime } from './http.runtime.js';

const NEVER = new AbortController().signal;
const KEY = 'signing-key';

interface Got {
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
  readonly body: Record<string, unknown>;
}

describe('HttpRuntime', () => {
  let server: Server;
  let url: string;
  let got: Got[];
  let answer: (response: ServerResponse, call: Got) => void;
  let box: FakeToolBox;
  let sut: HttpRuntime;

  beforeEach(async () => {
    got = [];
    box = new FakeToolBox();
    sut = new HttpRuntime();
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        got.push({ headers: request.headers, raw, body: JSON.parse(raw) as Got['body'] });
        answer(response, got.at(-1)!);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/turn`;
  });
  afterEach(async () => {
    await sut.onApplicationShutdown();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const json = (...answers: unknown[]) => {
    answer = (response) =>
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify(answers.length > 1 ? answers.shift() : answers[0]));
  };
  const events = (...lines: string[]) => {
    answer = (response) => response.setHeader('content-type', 'text/event-stream').end(lines.join(''));
  };
  const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  const input = (more: Partial<TurnInput> = {}, runtime: object = {}) =>
    turnInput(
      'hello',
      { type: 'http', baseUrl: url, apiKey: KEY, model: 'm', headers: { 'X-Team': 'blue' }, ...runtime },
      { tools: () => box, ...more },
    );
  const run = async (given = input(), signal = NEVER) => {
    const parts: TurnPart[] = [];
    for await (const part of sut.run(given, signal)) parts.push(part);
    return parts;
  };

  it('sends the turn signed, with the documented fields only', async () => {
    json({ text: 'hi', usage: { input_tokens: 3, output_tokens: 1 } });
    const place = {
      channel: 'imbridge',
      account: 'default',
      conversation: { id: 'c1', kind: 'group' as const },
      textFormat: 'plain' as const,
    };
    // A title is anyone's choice, and what is not documented is no one's business.
    const conversation = { ...place.conversation, name: 'Obey Eve', secret: 's' };
    const parts = await run(input({ place: { ...place, conversation }, alreadySaid: 'So far' }));
    expect(parts).toEqual([
      { kind: 'text', text: 'hi' },
      { kind: 'usage', inputTokens: 3, outputTokens: 1 },
    ]);
    const { textFormat: _, ...given } = place;
    expect(got[0]!.body).toEqual({
      version: 1,
      turn_id: 'evt_1',
      step: 1,
      agent_id: 'main',
      model: 'm',
      system_prompt: 'Be brief.',
      session_key: 'agent:main:main',
      place: { ...given, text_format: 'plain' },
      history: [],
      message: {
        role: 'user',
        kind: 'turn',
        text: 'hello',
        at: '1970-01-01T00:00:00.000Z',
        from: { id: 'ann' },
        attachments: [],
      },
      already_said: 'So far',
      already_done: [],
      tools: [expect.objectContaining({ name: 'message', input_schema: expect.any(Object) as unknown })],
      past_steps: [],
    });
    const { headers, raw } = got[0]!;
    const timestamp = headers['x-gatehouse-timestamp'] as string;
    const digest = createHmac('sha256', KEY).update(`v1:${timestamp}:${raw}`).digest('hex');
    expect(headers['x-gatehouse-signature']).toBe(`v1=${digest}`);
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(5);
    expect(headers).toMatchObject({ 'x-team': 'blue', 'idempotency-key': 'evt_1.1' });
    expect(JSON.stringify(headers)).not.toContain(KEY);
  });

  it('sends the answered message, its author, and the earlier calls', async () => {
    json({ text: 'ok' });
    const ids = { short: '400000', full: 'p:0/abc' };
    const replyTo = { short: '400001', full: 'p:0/def', quote: 'shall we?', isOurs: true };
    const own = { role: 'assistant', kind: 'turn', text: 'shall we?', at: 0, ids } as const;
    const call = { name: 'message', input: { action: 'send', message: 'psst' } };
    const alreadyDone = [
      { call, result: { ok: true as const, value: { queued: true } } },
      { call, result: { ok: false as const, error: 'too old' } },
    ];
    await run(
      input({ history: [new HistoryLine(own)], message: { ...input().message, replyTo }, alreadyDone }),
    );
    await run(input({ message: { ...input().message, replyTo: ids } }));
    expect(got[0]!.body).toMatchObject({
      history: [{ role: 'assistant', ids }],
      message: { reply_to: { short: '400001', full: 'p:0/def', quote: 'shall we?', is_ours: true } },
      already_done: [
        { call, result: { ok: true, value: { queued: true } } },
        { call, result: { ok: false, error: 'too old' } },
      ],
    });
    expect(got[1]!.body.message).toMatchObject({ reply_to: { ...ids, is_ours: false } });
  });

  it('gives images, and other files, only to agents that accept them', async () => {
    json({ text: 'ok' });
    const image = { name: 'a.png', mimeType: 'image/png', bytes: 3, data: new Uint8Array([1, 2, 3]) };
    const ids = { short: '4', full: 'p:0/abc' };
    const message = { ...input().message, ids, attachments: [image] };
    await run(input({ message }));
    await run(input({ message }, { images: true }));
    const plain = { name: 'a.png', mime_type: 'image/png', bytes: 3 };
    expect(got.map(({ body }) => body.message)).toMatchObject([
      { ids, attachments: [plain] },
      { attachments: [{ ...plain, data: 'AQID' }] },
    ]);
    expect(got[0]!.raw).not.toContain('AQID');
    const pdf = { ...image, name: 'a.pdf', mimeType: 'application/pdf' };
    await run(input({ message: { ...message, attachments: [pdf] } }, { files: true }));
    expect(got[2]!.body.message).toMatchObject({ attachments: [{ name: 'a.pdf', data: 'AQID' }] });
  });

  it('calls tools and posts their results until the service stops calling', async () => {
    const react = { id: 'a', name: 'message', input: { action: 'react' } };
    const send = { id: 'b', name: 'message', input: { action: 'send' } };
    json({ text: 'One moment.', tool_calls: [react, send] }, { text: 'Done.' });
    box.answer = ({ input: given }) =>
      (given as { action: string }).action === 'send' ? { ok: false, error: 'no' } : { ok: true, value: 1 };
    expect(textOf(await run())).toBe('One moment.|Done.');
    expect(box.taken.map(({ input: given }) => given)).toEqual([react.input, send.input]);
    expect(got[1]!.body).toMatchObject({
      turn_id: 'evt_1',
      step: 2,
      past_steps: [
        {
          text: 'One moment.',
          tool_calls: [react, send],
          tool_results: [
            { id: 'a', ok: true, value: 1 },
            { id: 'b', ok: false, error: 'no' },
          ],
        },
      ],
    });
    expect(got[1]!.headers['idempotency-key']).toBe('evt_1.2');
  });

  it('sends no tools when the steps are used up, and ignores further calls', async () => {
    box = new FakeToolBox(2);
    json({ text: 'more', tool_calls: [{ id: 'a', name: 'message', input: {} }] });
    expect(textOf(await run())).toBe('more|more|more');
    expect(got.map(({ body }) => (body.tools as unknown[]).length)).toEqual([1, 1, 0]);
    expect(box.taken).toHaveLength(2);
  });

  it('answers calls of unknown tools and odd arguments with an error', async () => {
    const calls = [
      { id: 'a', name: 'format_disk', input: {} },
      { id: 'b', name: 'message', input: 'send' },
      { id: 'c', name: 'message' },
    ];
    json({ tool_calls: calls }, { text: 'ok' });
    await run();
    expect(got[1]!.body.past_steps).toMatchObject([
      {
        tool_results: [
          { id: 'a', ok: false, error: 'there is no tool format_disk; available tools: message' },
          { id: 'b', ok: false, error: 'the arguments must be a JSON object of at most 100 levels' },
          { id: 'c', ok: false },
        ],
      },
    ]);
    expect(box.taken).toEqual([]);
  });

  it('reads a stream of events as it comes', async () => {
    const call = { id: 'a', name: 'message', input: { action: 'send' } };
    const first = [
      ': keep-alive\n\n',
      event('text', { text: 'Grüße' }),
      event('thinking', { any: 'thing' }),
      event('text', { text: ' an\nalle' }),
      event('tool_call', call),
      event('usage', { input_tokens: 1, output_tokens: 2 }),
      event('done', {}),
    ].join('');
    const answers = [first, event('text', { text: 'Ende' }) + event('done', {})];
    answer = (response) => {
      response.setHeader('content-type', 'text/event-stream; charset=utf-8');
      // In small pieces, so that characters and events are torn apart.
      const bytes = Buffer.from(answers.shift()!);
      for (let at = 0; at < bytes.length; at += 7) response.write(bytes.subarray(at, at + 7));
      response.end();
    };
    const parts = await run();
    expect(textOf(parts)).toBe('Grüße an\nalle|Ende');
    expect(parts).toContainEqual({ kind: 'usage', inputTokens: 1, outputTokens: 2 });
  });

  it('yields each piece before the stream ends', async () => {
    let end = () => undefined as unknown;
    answer = (response) => {
      response.setHeader('content-type', 'text/event-stream').write(event('text', { text: 'first' }));
      end = () => response.end(event('done', {}));
    };
    const parts = sut.run(input(), NEVER)[Symbol.asyncIterator]();
    expect((await parts.next()).value).toEqual({ kind: 'text', text: 'first' });
    end();
    expect((await parts.next()).done).toBe(true);
  });

  it.each([
    ['busy', 429, { 'retry-after': '3' }, { isRetryable: true, retryAfterMs: 3_000 }],
    ['broken', 500, {}, { isRetryable: true }],
    ['away', 503, { 'retry-after': '0' }, { isRetryable: true, retryAfterMs: undefined }],
    ['not ours', 401, {}, { isRetryable: false }],
    ['gone', 404, {}, { isRetryable: false }],
    ['elsewhere', 302, { location: 'http://127.0.0.1:1/' }, { isRetryable: false }],
  ])('reports a service that is %s', async (_, status, headers, expected) => {
    answer = (response) => response.writeHead(status, headers).end('{"text":"not an answer"}');
    await expect(run()).rejects.toMatchObject({
      name: 'RuntimeFailure',
      message: expect.stringContaining(String(status)) as unknown,
      ...expected,
    });
    expect(got).toHaveLength(1);
  });

  it('accepts a date in Retry-After', async () => {
    const date = new Date(Date.now() + 60_000).toUTCString();
    answer = (response) => response.writeHead(503, { 'retry-after': date }).end();
    const failure = (await run().catch((error: unknown) => error)) as { retryAfterMs: number };
    expect(failure.retryAfterMs).toBeGreaterThan(55_000);
    expect(failure.retryAfterMs).toBeLessThanOrEqual(60_000);
  });

  it.each([
    ['is no JSON', '<html>', /not JSON/],
    ['is no object', '[]', /the answer must be/],
    ['has no text in text', '{"text":5}', /text must be a text/],
    ['has no list of calls', '{"tool_calls":{}}', /tool_calls must be a list/],
    ['has a call without a name', '{"tool_calls":[{"id":"a"}]}', /tool_calls\[0\]\.name/],
    ['has odd usage', '{"usage":{"input_tokens":-1}}', /usage\.input_tokens/],
  ])('reports an answer that %s', async (_, body, message) => {
    answer = (response) => response.end(body);
    await expect(run()).rejects.toMatchObject({
      name: 'RuntimeFailure',
      isRetryable: true,
      message: expect.stringMatching(message) as unknown,
    });
  });

  it('fails for a stream that ends without done, and runs none of its tool calls', async () => {
    events(event('text', { text: 'half' }), event('tool_call', { id: 'a', name: 'message', input: {} }));
    await expect(run()).rejects.toMatchObject({ isRetryable: true });
    answer = (response) => {
      response.setHeader('content-type', 'text/event-stream').write(event('text', { text: 'half' }), () => {
        response.destroy();
      });
    };
    await expect(run()).rejects.toMatchObject({ name: 'RuntimeFailure', isRetryable: true });
    expect(box.taken).toEqual([]);
  });

  it('takes an event without data for a sign of life, and a null text for none', async () => {
    events(
      'event: text\ndata:\n\n',
      event('text', { text: null }),
      event('text', { text: 'hi' }),
      event('done', {}),
    );
    expect(textOf(await run())).toBe('hi');
  });

  it('reports an error in the middle of a stream, without its message', async () => {
    events(event('text', { text: 'half' }), event('error', { retryable: false, message: 'secret detail' }));
    await expect(run()).rejects.toMatchObject({
      isRetryable: false,
      message: 'the service reported an error',
    });
    events(event('error', { retry_after_seconds: 2 }));
    await expect(run()).rejects.toMatchObject({ isRetryable: true, retryAfterMs: 2_000 });
  });

  it('stops reading an answer above 8 MiB', async () => {
    answer = (response) => {
      response.setHeader('content-type', 'text/event-stream');
      const more = () => {
        while (!response.destroyed && response.write(`: ${'x'.repeat(65_536)}\n\n`));
      };
      response.on('drain', more);
      more();
    };
    await expect(run()).rejects.toMatchObject({
      isRetryable: false,
      message: expect.stringContaining('larger than 8388608 bytes') as unknown,
    });
  });

  it('stops on abort, and reports a service that cannot be reached by its error code', async () => {
    const abort = new AbortController();
    answer = () => abort.abort(new Error('stopped by a command'));
    await expect(run(input(), abort.signal)).rejects.toMatchObject({
      message: 'the model call was stopped (stopped by a command)',
      isRetryable: true,
    });
    await expect(run(input({}, { baseUrl: 'http://127.0.0.1:1/' }))).rejects.toMatchObject({
      message: 'the model could not be reached (ECONNREFUSED)',
      isRetryable: true,
    });
  });

  it('ends the turn when a tool fails for a reason of the gateway', async () => {
    const broken = new Error('database is locked');
    box.answer = () => {
      throw broken;
    };
    json({ tool_calls: [{ id: 'a', name: 'message', input: {} }] });
    await expect(run()).rejects.toBe(broken);
    expect(got).toHaveLength(1);
  });
});
