import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Registry } from 'prom-client';
import { timeLimit } from '../../../simulators/common/time-limit.js';
import { AgentRuntimeConfig, AgentsConfig } from '../../config/index.js';
import { Assistant, type Turn } from '../assistant.service.js';
import { ModelRuntime } from '../models/model.runtime.js';
import { openAiCompatibleWire } from '../models/openai-compatible/openai-compatible.wire.js';
import { type AgentSettings, RuntimeFailure, type TurnPart } from '../runtime.js';
import {
  broken,
  busy,
  calls,
  says,
  type Scripted,
  ScriptedModel,
  silence,
  status,
  streamed,
} from '../testing/scripted-model.js';
import { ModelFailures } from './model-failures.js';
import { FakeToolBox, textOf } from '../testing/turns.js';
import { ModelMeter } from '../usage/model-meter.js';
import { TurnMetrics } from '../usage/turn-metrics.js';

const NEVER = new AbortController().signal;
const TURN: Turn = {
  turnId: 'evt_1',
  agentId: 'main',
  sessionKey: 's',
  history: [],
  message: { role: 'user', kind: 'turn', text: 'hi', at: 0 },
  alreadySaid: '',
};

describe('the models of an agent', () => {
  let first: ScriptedModel;
  let second: ScriptedModel;
  let runtime: ModelRuntime;
  let sut: Assistant;
  let registry: Registry;
  let parts: TurnPart[];
  let box: FakeToolBox;

  const modelAt = ({ baseUrl }: ScriptedModel, model: string) =>
    Object.assign(new AgentRuntimeConfig(), { type: 'openai-compatible', baseUrl, model, ...LIMITS });
  const LIMITS = { firstByteMs: 10_000, timeoutMs: 20_000 };

  beforeEach(async () => {
    [first, second] = await Promise.all([ScriptedModel.start(), ScriptedModel.start()]);
    runtime = new ModelRuntime(openAiCompatibleWire);
    box = new FakeToolBox();
    parts = [];
    sut = withSettings({});
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await runtime.onApplicationShutdown();
    first.stop();
    second.stop();
  });

  /** @param limits of the first model */
  const withSettings = (limits: Partial<AgentRuntimeConfig>, fallback = modelAt(second, 'two')) => {
    const config = new AgentsConfig();
    const primary = Object.assign(modelAt(first, 'one'), limits);
    Object.assign(config.list[0]!, {
      runtime: primary,
      fallbacks: [fallback],
    });
    registry = new Registry();
    return new Assistant(config, [runtime], new TurnMetrics(registry));
  };
  const run = async (more: Partial<Turn> = {}, signal = NEVER) => {
    for await (const part of sut.runTurn({ ...TURN, ...more }, signal)) parts.push(part);
    return textOf(parts.filter(({ kind }) => kind !== 'asked'));
  };
  const asked = () => parts.flatMap((part) => (part.kind === 'asked' ? part.model : []));
  const passedOver = () => sut.status()[0]!.passedOver.map(({ model, reason }) => [model, reason]);

  it('are asked in order, and the first that answers is the only one', async () => {
    first.next(says('hello'));
    expect(await run()).toBe('hello');
    expect(asked()).toEqual(['one']);
    expect(second.bodies).toEqual([]);
  });

  it('are counted by the one that answered', async () => {
    first.next(status(503));
    second.next(says('hello'));
    await run();
    expect(await registry.metrics()).toContain(
      'gatehouse_model_turns_total{agent="main",model="two",outcome="answered"} 1',
    );
  });

  it.each([
    ...[401, 402, 403, 404, 408, 409, 425, 429, 500, 503, 529].map(
      (code) => [`answers ${code}`, status(code), `the model answered ${code}`] as const,
    ),
    ['breaks the connection', (response) => response.destroy(), /could not be reached/],
    ['reports an error in its stream', streamed([], 'error'), /ended its answer early/],
    ['sends no stream', (response) => response.end('<html>'), /not an event stream/],
  ] satisfies (readonly [string, Scripted, string | RegExp])[])(
    'are asked one after another when the first %s',
    async (_, answer, reason) => {
      first.next(answer);
      second.next(says('from two'));
      expect(await run()).toBe('from two');
      expect(asked()).toEqual(['one', 'two']);
      expect(passedOver()).toEqual([['one', expect.stringMatching(reason)]]);
    },
  );

  it.each([401, 402, 403, 404, 503])(
    'are logged when one answers %d; a key that fails is a warning',
    async (code) => {
      const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
      first.next(status(code));
      second.next(says('ok'));
      await run();
      expect(warn).toHaveBeenCalledTimes(code === 503 ? 0 : 1);
    },
  );

  it('continue when one is silent', async () => {
    sut = withSettings({ firstByteMs: 30 });
    first.next(silence);
    second.next(says('from two'));
    expect(await run()).toBe('from two');
    expect(passedOver()).toEqual([['one', 'the model sent nothing within 30 ms']]);
  });

  it('continue after the text of a stream that stalls', async () => {
    sut = withSettings({ firstByteMs: timeLimit(200) });
    first.next(streamed([{ content: 'Roses are' }]));
    second.next(says(' red.'));
    expect(await run()).toBe('Roses are red.');
    const [said, goOn] = second.bodies[0]!.messages.slice(-2);
    expect(said).toEqual({ role: 'assistant', content: 'Roses are' });
    expect(goOn!.content).toContain('continue directly after it');
  });

  it('continue after the text of a stream that breaks', async () => {
    first.next(broken('Roses are'));
    second.next(says(' red.'));
    expect(await run()).toBe('Roses are red.');
  });

  it('continue after the sent text, without repeated parts', async () => {
    first.next(broken('Roses are'));
    second.next(says(' red.'));
    await run({ alreadySaid: 'Roses' });
    expect(second.bodies[0]!.messages.at(-2)).toEqual({ role: 'assistant', content: 'Roses are' });
  });

  it('each have their own timeoutMs', async () => {
    sut = withSettings({ timeoutMs: 30 });
    first.next(silence);
    second.next(says('from two'));
    expect(await run()).toBe('from two');
    expect(passedOver()).toEqual([['one', 'agent main had no complete answer within its timeoutMs of 30']]);
  });

  it('do not repeat a call that was made, nor get anything verbatim of another', async () => {
    first.next(calls({ action: 'send' }, { message: { reasoning_content: 'secret' } }), status(503));
    second.next(says('done'));
    expect(await run({ tools: () => box })).toBe('|done');
    expect(box.taken).toHaveLength(1);
    const sent = JSON.stringify(second.bodies[0]!.messages);
    expect(sent).toContain('what was done must not be done again');
    expect(sent).toContain('{\\"action\\":\\"send\\"}');
    expect(sent).not.toContain('secret');
  });

  it('share the steps of a turn: the next one has as many left as the first did', async () => {
    box = new FakeToolBox(2);
    first.next(calls({ action: 'send' }), status(503));
    second.next(calls({ action: 'react' }), says('done'));
    expect(await run({ tools: () => box })).toBe('||done');
    expect(second.bodies.map(({ tools }) => tools !== undefined)).toEqual([true, false]);
  });

  it.each([
    ['a refusal, even one with text', says('I will not', 'content_filter')],
    ['a request that is wrong', status(400)],
    ['a request that is too long', status(400, { error: { code: 'context_length_exceeded' } })],
  ])('are not asked after %s, which marks none as failing', async (_, answer) => {
    first.next(answer);
    await expect(run()).rejects.toMatchObject({ isRetryable: false });
    expect(second.bodies).toEqual([]);
    expect(passedOver()).toEqual([]);
  });

  it('are not asked after a stop', async () => {
    const stop = new AbortController();
    first.next(() => stop.abort(new Error('stopped by a command')));
    await expect(run({}, stop.signal)).rejects.toMatchObject({ name: 'RuntimeFailure' });
    expect(second.bodies).toEqual([]);
    expect(passedOver()).toEqual([]);
  });

  it('are not blamed for a fault of ours', async () => {
    const fault = new Error('database is locked');
    box.answer = () => Promise.reject(fault);
    first.next(calls({ action: 'send' }));
    await expect(run({ tools: () => box })).rejects.toBe(fault);
    expect(second.bodies).toEqual([]);
    expect(passedOver()).toEqual([]);
  });

  it('are not blamed for a tool that outlasts timeoutMs', async () => {
    sut = withSettings({ timeoutMs: 500 });
    box.answer = (_, signal) =>
      new Promise((resolve) =>
        signal.addEventListener('abort', () => resolve({ ok: true, value: 'after all' })),
      );
    first.next(calls({ action: 'send' }));
    await expect(run({ tools: () => box })).rejects.toMatchObject({ code: 'late' });
    expect(second.bodies).toEqual([]);
    expect(passedOver()).toEqual([]);
  });

  it('have all their time behind a wait for room in a budget', async () => {
    const meter = new ModelMeter();
    const room = Promise.withResolvers<undefined>();
    const reserve = async () => {
      // Five times as long as the model may take.
      setTimeout(() => room.resolve(undefined), 5 * LIMITS.timeoutMs);
      await room.promise;
      return { maxOutputTokens: 100, settle: () => undefined };
    };
    meter.use({ reserve });
    runtime = new ModelRuntime(openAiCompatibleWire, meter);
    sut = withSettings({});
    first.next(says('hello'));
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const answer = run();
    await jest.advanceTimersByTimeAsync(5 * LIMITS.timeoutMs);
    jest.useRealTimers();
    expect(await answer).toBe('hello');
    expect([asked(), passedOver()]).toEqual([['one'], []]);
  });

  it('are passed over for a minute after they failed, and asked again then', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    first.next(status(503), says('one is back'));
    second.next(says('two'), says('two again'));
    await run();
    now.mockReturnValue(59_999);
    await run();
    expect(first.bodies).toHaveLength(1);
    now.mockReturnValue(60_000);
    await run();
    expect(textOf(parts.filter(({ kind }) => kind === 'text'))).toBe('twotwo againone is back');
    expect(passedOver()).toEqual([]);
  });

  it('fail with the last one when all are down, and are all asked the next time', async () => {
    first.next(status(503), says('back'));
    second.next(status(429));
    await expect(run()).rejects.toMatchObject({ status: 429, isRetryable: true });
    expect(passedOver().map(([model]) => model)).toEqual(['one', 'two']);
    expect(sut.status()[0]).toMatchObject({ state: 'failing', reason: 'the model answered 429' });
    expect(await run()).toContain('back');
    expect(passedOver().map(([model]) => model)).toEqual(['two']);
  });

  describe('that all fail', () => {
    it.each([
      ['503, then 401', status(503), status(401), { status: 503 }],
      ['401, then 503', status(401), status(503), { status: 503 }],
      ['503, then 400', status(503), status(400), { status: 503 }],
      ['429 with a wait, then 429 with a longer one', busy(2), busy(60), { retryAfterMs: 2_000 }],
      ['429 with a wait, then 503 without', busy(60), status(503), { status: 503 }],
    ] satisfies (readonly [string, Scripted, Scripted, object])[])(
      'fail as the one that may be asked again first: %s',
      async (_, one, two, failure) => {
        jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
        first.next(one);
        second.next(two);
        await expect(run()).rejects.toMatchObject({ isRetryable: true, ...failure });
      },
    );

    it('fail for good when none may be asked again', async () => {
      jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
      first.next(status(401));
      second.next(status(403));
      await expect(run()).rejects.toMatchObject({ isRetryable: false, status: 403 });
    });

    it.each([401, 400, 503])('are asked even if passed over, when the others answer %d', async (code) => {
      jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
      first.next(status(503), says('back'));
      second.next(says('two, '), status(code));
      await run();
      await run();
      expect(textOf(parts.filter(({ kind }) => kind === 'text'))).toBe('two, back');
    });

    it('are not asked after a refusal, not even those passed over', async () => {
      first.next(status(503));
      second.next(says('two'), says('', 'content_filter'));
      await run();
      await expect(run()).rejects.toMatchObject({ code: 'refused' });
      expect(first.bodies).toHaveLength(1);
    });
  });

  it('are passed over by their own settings, so that one model may stand there with two keys', async () => {
    sut = withSettings({ apiKey: 'k1' }, Object.assign(modelAt(first, 'one'), { apiKey: 'k2' }));
    first.next(status(429), says('by k2'), says('by k2 again'));
    await run();
    expect(passedOver()).toEqual([['one', 'the model answered 429']]);
    expect(await run()).toContain('again');
    expect(first.bodies).toHaveLength(3);
  });

  it('get the files that they take themselves', async () => {
    const image = { name: 'a.png', mimeType: 'image/png', bytes: 3, data: new Uint8Array([1, 2, 3]) };
    sut = withSettings({ images: true });
    first.next(status(503));
    second.next(says('ok'));
    await run({ message: { ...TURN.message, attachments: [image] } });
    expect(JSON.stringify(first.bodies)).toContain('image_url');
    expect(JSON.stringify(second.bodies)).not.toContain('image_url');
  });
});

describe('a model that failed', () => {
  const placed = ({ id = 'main', model = 'one', position = 0 } = {}) => ({
    settings: { id, runtime: { type: 'echo', model } } as unknown as AgentSettings,
    position,
  });

  it.each<[string, boolean, Parameters<typeof placed>[0]]>([
    ['is passed over', true, {}],
    ['is asked for another agent', false, { id: 'other' }],
    ['is asked at another position', false, { position: 1 }],
    ['is asked with other settings', false, { model: 'two' }],
  ])('%s', (_, isPassedOver, change) => {
    const sut = new ModelFailures();
    sut.record(placed(), new RuntimeFailure('the model answered 503', true));
    expect(sut.isPassedOver(placed(change))).toBe(isPassedOver);
  });
});
