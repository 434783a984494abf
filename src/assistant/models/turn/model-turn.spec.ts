import { timeLimit } from '../../../../simulators/common/time-limit.js';
import { HistoryLine } from '../../prompt/history-line.js';
import { type AgentSettings, RuntimeFailure, type TurnInput, type TurnPart } from '../../runtime.js';
import { calls, says, ScriptedModel, silence, status, streamed } from '../../testing/scripted-model.js';
import { FakeToolBox, textOf, turnInput } from '../../testing/turns.js';
import { ModelRuntime } from '../model.runtime.js';
import { openAiCompatibleWire } from '../openai-compatible/openai-compatible.wire.js';
import type { AnswerReader, ModelWire } from '../wire.js';

const NEVER = new AbortController().signal;
const TOO_LONG = status(400, { error: { code: 'context_length_exceeded', message: 'secret prompt' } });

/** A reader that takes the field `refused` for an error of a file. */
function refusingReader(maxParts: number): AnswerReader {
  const reader = openAiCompatibleWire.reader(maxParts);
  const readEvent = reader.readEvent.bind(reader);
  reader.readEvent = (data) => {
    if (data.includes('refused')) throw new RuntimeFailure('a file was refused', false, { status: 400 });
    return readEvent(data);
  };
  return reader;
}

describe('a turn of a model', () => {
  let model: ScriptedModel;
  let sut: ModelRuntime;
  let parts: TurnPart[];

  beforeEach(async () => {
    model = await ScriptedModel.start();
    sut = new ModelRuntime(openAiCompatibleWire);
    parts = [];
  });
  afterEach(async () => {
    await sut.onApplicationShutdown();
    model.stop();
  });

  const input = (runtime: Partial<AgentSettings['runtime']> = {}, more: Partial<TurnInput> = {}) =>
    turnInput('hi', { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'm', ...runtime }, more);
  const run = async (given: TurnInput, runtime = sut) => {
    for await (const part of runtime.run(given, NEVER)) parts.push(part);
    return textOf(parts);
  };
  const withImage = (more: Partial<TurnInput> = {}) => {
    const given = input({ images: true }, more);
    const image = { name: 'a.png', mimeType: 'image/png', bytes: 3, data: new Uint8Array([1, 2, 3]) };
    return { ...given, message: { ...given.message, attachments: [image] } };
  };
  const historyOf = (count: number, words = 1) => ({
    history: Array.from(
      { length: count },
      (_, n) =>
        new HistoryLine({
          role: n % 2 === 0 ? 'user' : 'assistant',
          kind: 'turn',
          text: `${n}. ${'word '.repeat(words)}`,
          at: n,
        }),
    ),
  });
  /** The numbers of the history's messages in a call. */
  const sent = (call: number) =>
    model.bodies[call]!.messages.flatMap(({ content }) => /^(\d+)\. /.exec(String(content))?.[1] ?? []).map(
      Number,
    );

  describe('whose tool brings an image', () => {
    const withImages = (images: boolean) => {
      const box = new FakeToolBox();
      const shown = [{ mimeType: 'image/png', base64: 'AQID' }];
      box.answer = () => ({ ok: true, value: '[image 1]', images: shown });
      return input({ images }, { tools: () => box });
    };
    const seen = () => model.bodies.map((body) => JSON.stringify(body).includes('AQID'));

    it.each([
      [true, [false, true]],
      [false, [false, false]],
    ])('and that sees images: %s, is shown it in the calls %j', async (images, expected) => {
      model.next(calls({ action: 'send' }), says('seen'));
      expect(await run(withImages(images))).toBe('|seen');
      expect(seen()).toEqual(expected);
    });

    it('and that refuses it, is asked without it, now and in further steps', async () => {
      const refused = status(400, { error: { message: 'bad image' } });
      model.next(calls({ action: 'send' }), refused, calls({ action: 'send' }), says('done'));
      expect(await run(withImages(true))).toBe('||done');
      expect(seen()).toEqual([false, true, false, false]);
    });

    it('is not taken for longer than its window by the bytes of the image', async () => {
      const given = withImages(true);
      const box = given.tools?.() as FakeToolBox;
      const large = [{ mimeType: 'image/png', base64: 'A'.repeat(100_000) }];
      box.answer = () => ({ ok: true, value: '[image 1]', images: large });
      const agent = { ...given.agent, runtime: { ...given.agent.runtime, contextWindow: 16_000 } };
      model.next(calls({ action: 'send' }), says('done'));
      await run({ ...given, ...historyOf(10), agent });
      expect(sent(1)).toEqual(sent(0));
    });
  });

  describe('with tools', () => {
    const withTools = () => input({}, { tools: () => new FakeToolBox() });

    it('gives the model back what the wire does not know, of the message and of its calls', async () => {
      const message = { reasoning_content: 'hmm ' };
      const signed = { extra_content: { google: { thought_signature: 'sig' } } };
      model.next(calls({ action: 'send' }, { message, call: signed }), says('done'));
      expect(await run(withTools())).toBe('|done');
      expect(model.bodies[1]!.messages.at(-2)).toMatchObject({
        role: 'assistant',
        reasoning_content: 'hmm ',
        tool_calls: [{ id: 'c1', ...signed, function: { name: 'message' } }],
      });
    });

    it('fails when the messages to be given back exceed 8 MB', async () => {
      const message = { reasoning_content: 'x'.repeat(5 * 1024 * 1024) };
      model.next(calls({ action: 'send' }, { message }), calls({ action: 'send' }, { message }));
      await expect(run(withTools())).rejects.toMatchObject({
        message: expect.stringContaining('exceed') as unknown,
        isRetryable: false,
      });
    });
  });

  it('never shows reasoning', async () => {
    model.next(streamed([{ reasoning_content: 'secret' }, { content: 'hello' }], 'stop'));
    await run(input());
    expect(parts).toEqual([{ kind: 'text', text: 'hello' }]);
  });

  it('says that an answer was cut off', async () => {
    model.next(says('half an ans', 'length'));
    await run(input());
    expect(parts.at(-1)).toEqual({ kind: 'cut-off' });
  });

  it('ends with a refusal, which is not asked again', async () => {
    model.next(says('', 'content_filter'));
    await expect(run(input())).rejects.toMatchObject({ code: 'refused', isRetryable: false });
    expect(model.bodies).toHaveLength(1);
  });

  it("gives a refusal in the model's own words as its answer", async () => {
    const refused = { choices: [{ delta: { refusal: 'I must not say.' }, finish_reason: 'stop' }] };
    model.next((response) => response.end(`data: ${JSON.stringify(refused)}\n\ndata: [DONE]\n\n`));
    expect(await run(input())).toBe('I must not say.');
    expect(model.bodies).toHaveLength(1);
  });

  it('reports the tokens of an answer that breaks off', async () => {
    const { reader } = openAiCompatibleWire;
    const wire: ModelWire = {
      ...openAiCompatibleWire,
      reader: (max) => {
        const usage = {
          inputTokens: 7,
          cachedTokens: 0,
          cacheWriteTokens: 0,
          outputTokens: 1,
          reasoningTokens: 0,
        };
        return Object.defineProperty(reader(max), 'usage', { value: usage });
      },
    };
    const runtime = new ModelRuntime(wire);
    model.next((response) => {
      response.writeHead(200).write('data: {"choices":[]}\n\n', () => response.destroy());
    });
    await expect(run(input(), runtime)).rejects.toThrow();
    expect(parts).toMatchObject([{ kind: 'usage', inputTokens: 7 }]);
    await runtime.onApplicationShutdown();
  });

  describe('that the model finds too long', () => {
    it('is asked once more with half the history, which the next steps keep', async () => {
      const more = { ...historyOf(8), tools: () => new FakeToolBox() };
      model.next(TOO_LONG, calls({ action: 'send' }), says('done'));
      expect(await run(input({}, more))).toBe('|done');
      expect([0, 1, 2].map((call) => sent(call).length)).toEqual([8, 4, 4]);
      expect(sent(1)).toEqual([4, 5, 6, 7]);
    });

    it('begins at a question, at the same one for several turns', async () => {
      const begins: (number | undefined)[] = [];
      for (let count = 6; count <= 40; count += 2) {
        model.next(TOO_LONG, says('ok'));
        // A model of another name: what was learnt of the one before does not count.
        await run(input({ model: `m${count}` }, historyOf(count)));
        begins.push(sent(model.bodies.length - 1)[0]);
      }
      expect(begins.every((begin = 1) => begin % 2 === 0)).toBe(true);
      expect(new Set(begins).size).toBeLessThanOrEqual(begins.length / 2);
    });

    it('fails when a quarter is too long as well, without the words of the model', async () => {
      model.next(TOO_LONG, TOO_LONG, TOO_LONG);
      await expect(run(input({}, historyOf(8)))).rejects.toMatchObject({
        message: 'the model answered 400',
        code: 'too-long',
      });
      expect(model.bodies).toHaveLength(3);
    });

    it('fails when a quarter is too long as well, and blames no file', async () => {
      model.next(TOO_LONG, TOO_LONG, TOO_LONG, says('later'));
      await expect(run(withImage(historyOf(4)))).rejects.toMatchObject({ code: 'too-long' });
      await run(withImage());
      expect(JSON.stringify(model.bodies.at(-1))).toContain('image_url');
      expect(model.bodies).toHaveLength(4);
    });

    it('is not asked again without a history, or for another 400', async () => {
      model.next(TOO_LONG);
      await expect(run(input())).rejects.toMatchObject({ code: 'too-long' });
      model.next(status(400, { error: { message: 'no' } }));
      await expect(run(input({}, historyOf(8)))).rejects.toMatchObject({ code: undefined });
      expect(model.bodies).toHaveLength(2);
    });

    it('is known for its window in the next turns, until its settings change', async () => {
      const told = status(400, { error: { message: 'maximum context length is 3000 tokens' } });
      model.next(told, says('ok'), says('ok'), says('ok'), says('ok'));
      const long = historyOf(40, 60);
      for (const settings of [{}, {}, { maxOutputTokens: 100 }, { contextWindow: 200_000 }])
        await run(input(settings, long));
      const [first, , next, other, set] = [0, 1, 2, 3, 4].map((call) => sent(call).length);
      expect([first, other, set]).toEqual([40, 40, 40]);
      expect(next).toBeLessThan(20);
      expect(model.bodies[2]).toMatchObject({ max_tokens: 1_500 });
      expect(sut.learntWindow(input().agent.runtime)).toBe(3_000);
    });

    it('is asked for a shorter answer where that makes room, also without a history', async () => {
      model.next(status(400, { error: { message: 'maximum context length is 4096 tokens' } }), says('ok'));
      expect(await run(input({ maxOutputTokens: 4_096 }))).toBe('ok');
      expect(model.bodies).toMatchObject([{ max_tokens: 4_096 }, { max_tokens: 2_048 }]);
    });

    it('is sent as much as it takes in the next turn when it said no number', async () => {
      model.next(TOO_LONG, says('ok'), says('ok'));
      for (const _ of [1, 2]) await run(input({}, historyOf(40, 60)));
      const [all, taken, next] = [0, 1, 2].map((call) => sent(call).length);
      expect([all, taken]).toEqual([40, 16]);
      expect(next).toBeGreaterThan(10);
      expect(next).toBeLessThan(28);
    });
  });

  it('finds a request too large by its files first, then by its history', async () => {
    const large = status(413, {});
    model.next(large, large, says('ok'));
    expect(await run(withImage(historyOf(8)))).toBe('ok');
    expect(model.bodies.map((body) => JSON.stringify(body).includes('image_url'))).toEqual([
      true,
      false,
      false,
    ]);
    expect([0, 1, 2].map((call) => sent(call).length)).toEqual([8, 8, 4]);
    // It said nothing about the image.
    model.next(says('ok'));
    await run(withImage());
    expect(JSON.stringify(model.bodies.at(-1))).toContain('image_url');
  });

  it('is not asked for the tokens of its answer once its server has refused the field', async () => {
    const refused = {
      detail: [{ type: 'extra_forbidden', loc: ['body', 'stream_options', 'include_usage'] }],
    };
    model.next(status(422, refused), says('one'), says('two'));
    expect([await run(withImage()), await run(input({ images: true }))]).toEqual(['one', 'onetwo']);
    expect(model.bodies.map((body) => 'stream_options' in body)).toEqual([true, false, false]);
    expect(JSON.stringify(model.bodies[1])).toContain('image_url');
  });

  it('is asked without the file that is refused in its stream', async () => {
    const runtime = new ModelRuntime({ ...openAiCompatibleWire, reader: refusingReader });
    model.next(streamed([{ refused: true }]), says('without'));
    expect(await run(withImage(), runtime)).toBe('without');
    expect(JSON.stringify(model.bodies[1])).not.toContain('image_url');
    await runtime.onApplicationShutdown();
  });

  it('is not asked again for a file that is refused behind its first words', async () => {
    const runtime = new ModelRuntime({ ...openAiCompatibleWire, reader: refusingReader });
    model.next(streamed([{ content: 'Roses' }, { refused: true }]), says('Roses again'));
    await expect(run(withImage(), runtime)).rejects.toThrow('a file was refused');
    expect([textOf(parts), model.bodies.length]).toEqual(['Roses', 1]);
    await runtime.onApplicationShutdown();
  });

  it('sends the newest messages that fit the window beside the answer', async () => {
    model.next(says('ok'), says('ok'));
    await run(input({ contextWindow: 2_000 }, historyOf(20, 60)));
    const kept = sent(0);
    expect(kept.length).toBeGreaterThan(3);
    expect(kept.length).toBeLessThan(15);
    expect(kept.at(-1)).toBe(19);
    expect(model.bodies[0]).toMatchObject({ max_tokens: 1_000 });
    await run(input({ contextWindow: 200_000 }, historyOf(20, 60)));
    expect(sent(1)).toHaveLength(20);
  });

  it('begins at the same question for several turns in a window that is full', async () => {
    const begins: (number | undefined)[] = [];
    for (let count = 20; count < 60; count += 2) {
      model.next(says('ok'));
      await run(input({ contextWindow: 3_000 }, historyOf(count, 60)));
      begins.push(sent(model.bodies.length - 1)[0]);
    }
    expect(begins.every((begin = 1) => begin % 2 === 0)).toBe(true);
    expect(new Set(begins).size).toBeLessThan(begins.length / 2);
  });

  it('keeps the beginning of its history in all its steps that fit, and then drops to less', async () => {
    const box = new FakeToolBox();
    model.next(calls({ action: 'send' }), calls({ action: 'send', text: 'word '.repeat(350) }), says('done'));
    await run(input({ contextWindow: 3_000 }, { ...historyOf(30, 60), tools: () => box }));
    const begins = [0, 1, 2].map((call) => sent(call)[0]);
    expect(begins[1]).toBe(begins[0]);
    expect(begins[2]).toBeGreaterThan(begins[0]!);
  });

  describe('of a model that falls silent', () => {
    it('fails when no byte has come within firstByteMs', async () => {
      model.next(silence);
      await expect(run(input({ firstByteMs: 30 }))).rejects.toMatchObject({
        code: 'silent',
        isRetryable: true,
        message: 'the model sent nothing within 30 ms',
      });
    });

    it('fails when nothing follows the text', async () => {
      model.next(streamed([{ content: 'well' }]));
      await expect(run(input({ firstByteMs: timeLimit(200) }))).rejects.toMatchObject({ code: 'stalled' });
      expect(textOf(parts)).toBe('well');
    });

    it('fails when nothing follows the beginning of a call', async () => {
      const half = { index: 0, id: 'c1', function: { name: 'message', arguments: '{"act' } };
      model.next(streamed([{ tool_calls: [half] }]));
      await expect(run(input({ firstByteMs: timeLimit(200) }))).rejects.toMatchObject({ code: 'stalled' });
    });

    it('fails when nothing follows the first byte, and it was told not to reason', async () => {
      model.next(streamed([{ role: 'assistant' }]));
      const told = input({ firstByteMs: timeLimit(200), reasoning: 'off' });
      await expect(run(told)).rejects.toMatchObject({ code: 'stalled' });
    });
  });

  it('fails with our own fault, not as the model does, when its request can not be written', async () => {
    const fault = new TypeError('a fault of ours');
    const request = () => {
      throw fault;
    };
    const runtime = new ModelRuntime({ ...openAiCompatibleWire, request });
    await expect(run(input(), runtime)).rejects.toBe(fault);
    await runtime.onApplicationShutdown();
  });

  it('reads a stream of lines to its last one', async () => {
    const wire: ModelWire = { ...openAiCompatibleWire, stream: 'lines' };
    const runtime = new ModelRuntime(wire);
    const line = (choice: object) => JSON.stringify({ choices: [choice] });
    model.next((response) => {
      response.write(`${line({ delta: { content: 'hel' } })}\n\n${line({ delta: { content: 'lo' } })}\n`);
      response.end(line({ delta: {}, finish_reason: 'stop' }));
    });
    expect(await run(input(), runtime)).toBe('hello');
    await runtime.onApplicationShutdown();
  });
});
