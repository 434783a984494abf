import { UNMETERED } from '../usage/usage-meter.js';
import { HistoryLine } from '../prompt/history-line.js';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ModelSimulator,
  type ModelFault,
  type ModelRequest,
  type ToolCall,
} from '../../../simulators/index.js';
import type { TurnInput, TurnPart } from '../runtime.js';
import { FakeToolBox, textOf, turnInput } from '../testing/turns.js';
import { ModelRuntime } from './model.runtime.js';
import { openAiCompatibleWire } from './openai-compatible/openai-compatible.wire.js';

const NEVER = new AbortController().signal;
const call = (input: ToolCall['arguments'], name = 'message'): ToolCall => ({ name, arguments: input });

describe('ModelRuntime', () => {
  const sut = new ModelRuntime(openAiCompatibleWire, UNMETERED, 2_000);
  let model: ModelSimulator;
  let box: FakeToolBox;

  afterAll(() => sut.onApplicationShutdown());
  beforeEach(async () => {
    model = await ModelSimulator.start();
    box = new FakeToolBox();
  });
  afterEach(async () => {
    await model.stop();
    expect(model.refusals).toEqual([]);
  });

  const input = (text: string, more: Partial<TurnInput> = {}) =>
    turnInput(
      text,
      { type: 'openai-compatible', baseUrl: model.baseUrl, apiKey: 'model-key', model: 'm' },
      { tools: () => box, ...more },
    );
  const run = async (given = input('hello there'), signal = NEVER) => {
    const parts: TurnPart[] = [];
    for await (const part of sut.run(given, signal)) parts.push(part);
    return parts;
  };
  const failure = (fault: ModelFault) => {
    model.faults.completions.next(fault);
    return expect(run()).rejects;
  };
  const asked = (index: number): ModelRequest => model.requests[index]!.body;
  const toolMessages = (index: number) =>
    asked(index)
      .messages.filter(({ role }) => role === 'tool')
      .map(({ content }) => content);

  it('answers, and reports the tokens used', async () => {
    const parts = await run(input('hello there', { tools: undefined }));
    expect(textOf(parts)).toBe('You said: hello there');
    expect(parts.at(-1)).toMatchObject({ kind: 'usage', outputTokens: 4 });
    expect(asked(0)).toMatchObject({ model: 'm', stream: true, stream_options: { include_usage: true } });
    expect(asked(0).tools).toBeUndefined();
  });

  describe('an image that the model refuses', () => {
    const picture = (name: string) => ({
      name,
      mimeType: 'image/png',
      bytes: 3,
      data: Buffer.from(`${model.baseUrl} ${name}`),
    });
    type Picture = ReturnType<typeof picture>;
    const place = { channel: 'c', account: 'a', conversation: { id: 'x', kind: 'direct' } } as const;
    const seeing = (...pictures: Picture[]) => {
      const { message, ...more } = input('look', { place });
      const [own, ...earlier] = pictures.toReversed();
      const history = earlier
        .toReversed()
        .map((each) => new HistoryLine({ ...message, attachments: [each] }));
      return { ...more, history, message: { ...message, attachments: own ? [own] : [] } };
    };
    const sees = async (...pictures: Picture[]) => {
      const before = model.requests.length;
      await run(seeing(...pictures));
      return model.requests
        .slice(before)
        .map(({ body }) => JSON.stringify(body).match(/"image_url":\{/g)?.length ?? 0);
    };
    const refuse = (status: number) => model.faults.completions.next({ kind: 'status', status });

    it.each([400, 404, 413, 415, 422])(
      'with %i is named without its bytes, in the repeated request and from then on',
      async (status) => {
        const [good, bad] = [picture('good.png'), picture('bad.png')];
        expect(await sees(good)).toEqual([1]);
        refuse(status);
        expect(await sees(good, bad)).toEqual([2, 1]);
        expect(await sees(good, bad)).toEqual([1]);
        expect(JSON.stringify(asked(model.requests.length - 1))).toContain(
          'with \\"bad.png\\" <image/png> 1 kB (not shown: the model rejected it)',
        );
      },
    );

    it('among other new ones is found one at a time', async () => {
      const [one, two] = [picture('one.png'), picture('two.png')];
      refuse(400);
      expect(await sees(one, two, one)).toEqual([3, 0]);
      refuse(400);
      expect(await sees(one, two)).toEqual([1, 0]);
      expect(await sees(one, two)).toEqual([1]);
      expect(await sees(one, two, picture('three.png'))).toEqual([2]);
    });

    it('is not blamed when the request fails without it too, or with 503', async () => {
      const one = picture('one.png');
      refuse(400);
      refuse(400);
      await expect(sees(one)).rejects.toThrow('the model answered 400');
      refuse(503);
      await expect(sees(one)).rejects.toThrow('the model answered 503');
      refuse(400);
      await expect(sees()).rejects.toThrow('the model answered 400');
      expect(await sees(one)).toEqual([1]);
      expect(model.requests).toHaveLength(5);
    });
  });

  it('offers the tools, runs the calls, and sends the results', async () => {
    model.when(/cheer/, {
      text: 'One moment.',
      calls: [call({ action: 'react', emoji: '👍' })],
      then: ([result]) => `It said ${result}`,
    });
    const parts = await run(input('cheer me up'));
    expect(textOf(parts)).toBe('One moment.|It said {"done":true}');
    expect(parts.filter(({ kind }) => kind === 'usage')).toHaveLength(2);
    expect(box.taken).toEqual([{ name: 'message', input: { action: 'react', emoji: '👍' } }]);
    expect(asked(0).tools).toEqual([
      {
        type: 'function',
        function: {
          name: 'message',
          description: 'Acts on messages.',
          parameters: expect.objectContaining({ required: ['action'] }) as unknown,
        },
      },
    ]);
  });

  it('makes the calls of one step one after another, in their order', async () => {
    const events: string[] = [];
    box.answer = async ({ input: given }) => {
      const { n } = given as { n: number };
      events.push(`begin ${n}`);
      await new Promise((resolve) => setTimeout(resolve, 10 - n));
      events.push(`end ${n}`);
      return { ok: true, value: n };
    };
    model.script({ toolCalls: [1, 2, 3].map((n) => call({ n })) }, 'done');
    await run();
    expect(events).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 3', 'end 3']);
    expect(toolMessages(1)).toEqual(['1', '2', '3']);
  });

  it("tells the model of the tool's refusal", async () => {
    box.answer = () => ({ ok: false, error: 'messageId 9 is no longer known' });
    model.script({ toolCalls: [call({ action: 'react' })] }, 'sorry');
    expect(textOf(await run())).toBe('|sorry');
    expect(toolMessages(1)).toEqual(['messageId 9 is no longer known']);
  });

  it.each([
    ['arguments that are cut off', call('{"action":"se'), /JSON/],
    ['arguments that are a list', call('[1]'), /must be a JSON object/],
    [
      'arguments nested too deeply',
      call(`{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}`),
      /of at most 100 levels/,
    ],
    ['arguments that are a word', call('"send"'), /must be a JSON object/],
    [
      'a tool that does not exist',
      call({}, 'format_disk'),
      /there is no tool format_disk; available tools: message/,
    ],
  ])('answers %s with an error and continues', async (_, wrong, expected) => {
    model.script({ toolCalls: [wrong, call({ action: 'send' })] }, 'better so');
    expect(textOf(await run())).toBe('|better so');
    expect(toolMessages(1)).toEqual([expect.stringMatching(expected), '{"done":true}']);
    expect(box.taken).toHaveLength(1);
  });

  it('passes missing arguments to the tool as {}', async () => {
    box.answer = ({ input: given }) => ({ ok: false, error: `got ${JSON.stringify(given)}` });
    model.script({ toolCalls: [call('')] }, 'oh');
    await run();
    expect(toolMessages(1)).toEqual(['got {}']);
  });

  it('asks once more without tools when the steps are used up', async () => {
    box = new FakeToolBox(2);
    const more = { toolCalls: [call({ action: 'send' })] };
    model.script(more, more, 'that was all');
    expect(textOf(await run())).toBe('||that was all');
    expect(model.requests.map(({ body }) => body.tools !== undefined)).toEqual([true, true, false]);
  });

  it('ignores calls when no tools are left', async () => {
    box = new FakeToolBox(1);
    const more = { text: 'and', toolCalls: [call({ action: 'send' })] };
    model.script(more, more, 'never said');
    expect(textOf(await run())).toContain('and|and');
    expect(box.taken).toHaveLength(1);
    expect(model.requests).toHaveLength(2);
  });

  it('runs at most 64 calls in one step', async () => {
    model.script({ toolCalls: Array.from({ length: 70 }, (_, n) => call({ n })) }, 'phew');
    expect(textOf(await run())).toBe('|phew');
    expect(box.taken).toHaveLength(64);
    expect(toolMessages(1).at(-1)).toMatch(/at most 64 calls/);
  });

  it('ends the turn, and sends the model nothing, when a tool fails for a reason of the gateway', async () => {
    const broken = new Error('database is locked');
    box.answer = () => {
      throw broken;
    };
    model.script({ toolCalls: [call({}), call({ second: true })] }, 'never said');
    await expect(run()).rejects.toBe(broken);
    expect(model.requests).toHaveLength(1);
    expect(box.taken).toHaveLength(1);
  });

  it('stops when it is aborted while a tool runs', async () => {
    const abort = new AbortController();
    box.answer = (_, signal) => {
      abort.abort(new Error('stopped by a command'));
      signal.throwIfAborted();
      return { ok: true, value: 0 };
    };
    model.script({ toolCalls: [call({})] }, 'never said');
    await expect(run(input('hi'), abort.signal)).rejects.toMatchObject({ name: 'RuntimeFailure' });
    expect(model.requests).toHaveLength(1);
  });

  describe('with an untrusted server', () => {
    let server: Server;
    let answer: (response: ServerResponse) => void;
    const paths: string[] = [];

    beforeAll(async () => {
      server = createServer(({ url = '' }, response) => {
        paths.push(url);
        answer(response);
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
    });
    beforeEach(() => paths.splice(0));
    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });

    const ask = () => {
      const { agent } = input('hi');
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
      return run(input('hi', { agent: { ...agent, runtime: { ...agent.runtime, baseUrl } } }));
    };
    const refused = () => expect(ask()).rejects;
    const failsWith = (text: string, isRetryable = false) => ({
      name: 'RuntimeFailure',
      isRetryable,
      message: expect.stringContaining(text) as unknown,
    });
    const event = (delta: object) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;
    /** Writes the same over and over until the line is cut. */
    const flood = (response: ServerResponse, text: string) => {
      const more = () => {
        while (!response.destroyed && response.write(text));
      };
      response.on('drain', more);
      more();
    };

    describe('that ends its answer before the response ends', () => {
      const END =
        'data: {"choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

      it('is called again on the same connection', async () => {
        const lines = new Set<unknown>();
        const answers: ServerResponse[] = [];
        answer = (response) => {
          lines.add(response.socket);
          answers.push(response);
          response.writeHead(200, { 'content-type': 'text/event-stream' }).write(END);
        };
        for (let n = 0; n < 10; n++) {
          expect(textOf(await ask())).toBe('hi');
          const ended = once(answers[n]!, 'close');
          answers[n]!.end();
          await ended;
        }
        // The end of the line before may reach us after the next call.
        expect(lines.size).toBeLessThan(4);
      });

      it('is cut off when it keeps sending', async () => {
        const cut = Promise.withResolvers<unknown>();
        answer = (response) => {
          response
            .on('close', () => cut.resolve(true))
            .writeHead(200, { 'content-type': 'text/event-stream' });
          response.write(END);
          flood(response, `: ${'x'.repeat(65_536)}\n\n`);
        };
        expect(textOf(await ask())).toBe('hi');
        await cut.promise;
      });
    });

    it('follows no redirect', async () => {
      answer = (response) => response.writeHead(307, { location: '/elsewhere' }).end();
      await refused().toMatchObject(failsWith('307, and redirects are not followed'));
      expect(paths).toEqual(['/v1/chat/completions']);
    });

    it.each([200, 500])('stops reading an endless body of %d', async (status) => {
      let sent = 0;
      answer = (response) => {
        response.writeHead(status, { 'content-type': 'text/event-stream' });
        response.on('close', () => (sent = response.socket?.bytesWritten ?? 0));
        flood(response, `: ${'x'.repeat(65_536)}\n\n`);
      };
      await refused().toMatchObject(
        status === 200 ? failsWith('larger than 33554432 bytes') : failsWith('500', true),
      );
      expect(sent).toBeLessThan(64 * 1024 * 1024);
    });

    it.each([
      ['parts', { content: 'a' }, '2000 parts'],
      ['calls', undefined, 'more than 256 calls'],
    ])('refuses endless %s', async (_, delta, text) => {
      const calls = Array.from({ length: 300 }, (__, index) => ({
        index,
        id: `c${index}`,
        function: { name: 'message', arguments: '{}' },
      }));
      answer = (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        if (delta) flood(response, event(delta).repeat(1_000));
        else
          response.end(
            `${event({ tool_calls: calls })}data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}\n\ndata: [DONE]\n\n`,
          );
      };
      await refused().toMatchObject(failsWith(text));
      expect(box.taken.length).toBeLessThanOrEqual(64);
    });
  });

  describe('with a failing model', () => {
    it.each([
      ['a busy one', { kind: 'status', status: 429, retryAfterSeconds: 7 }, true, /429/],
      ['a broken one', { kind: 'status', status: 500 }, true, /500/],
      ['one that refuses', { kind: 'status', status: 400 }, false, /400/],
      ['one that does not know us', { kind: 'status', status: 401 }, false, /401/],
      ['a cut connection', { kind: 'cut' }, true, /could not be reached/],
      ['a cut stream', { kind: 'cut-stream', afterChunks: 2 }, true, /./],
      ['a stream without an end', { kind: 'end-stream', afterChunks: 2 }, true, /./],
      [
        'an error as an event',
        { kind: 'error-in-stream', afterChunks: 2, form: 'event' },
        true,
        /server_error/,
      ],
      ['an error as bare JSON', { kind: 'error-in-stream', afterChunks: 2, form: 'json' }, true, /./],
      ['no answer at all', { kind: 'malformed' }, true, /./],
    ] as const)('fails for %s', async (_, fault, isRetryable, message) => {
      await failure(fault).toMatchObject({
        name: 'RuntimeFailure',
        isRetryable,
        message: expect.stringMatching(message) as unknown,
        ...('retryAfterSeconds' in fault ? { retryAfterMs: 7_000 } : {}),
      });
      expect(model.requests).toHaveLength(1);
    });

    it.each([1, 2, 3])('fails, and runs nothing, for a tool call cut off after %d pieces', async (pieces) => {
      model.script({ toolCalls: [call({ action: 'send', message: 'hello' })] });
      await failure({ kind: 'cut-stream', afterChunks: pieces }).toMatchObject({
        name: 'RuntimeFailure',
        isRetryable: true,
      });
      model.script({ toolCalls: [call({ action: 'send', message: 'hello' })] });
      await failure({ kind: 'end-stream', afterChunks: pieces }).toMatchObject({ isRetryable: true });
      expect(box.taken).toEqual([]);
    });

    it.each(['hang', 'hang-stream'] as const)('waits on %s until it is stopped', async (kind) => {
      model.faults.completions.next(kind === 'hang' ? { kind } : { kind, afterChunks: 1 });
      const abort = new AbortController();
      const running = run(input('hi'), abort.signal);
      await model.waitFor(() => model.requests[0]);
      abort.abort(new Error('stopped by a command'));
      await expect(running).rejects.toMatchObject({ isRetryable: true });
      await model.waitFor(() => model.requests[0]?.aborted);
    });

    it('accepts slow tokens', async () => {
      model.faults.completions.next({ kind: 'slow', tokenDelayMs: 2 });
      expect(textOf(await run())).toBe('You said: hello there');
    });

    it('keeps the prompt and the key out of errors', async () => {
      model.faults.completions.next({ kind: 'status', status: 500 }).next({ kind: 'cut' });
      for (let n = 0; n < 2; n++) {
        const error: unknown = await run(input('my secret wish')).catch((failure: unknown) => failure);
        expect((error as Error).message).not.toMatch(/wish|model-key/);
      }
    });
  });
});
