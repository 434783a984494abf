import { jest } from '@jest/globals';
import { Registry } from 'prom-client';
import { AgentsConfig } from '../config/index.js';
import { Assistant, type Turn } from './assistant.service.js';
import { type AssistantRuntime, RuntimeFailure, type TurnInput, type TurnPart } from './runtime.js';
import { TurnMetrics } from './usage/turn-metrics.js';

const NEVER = new AbortController().signal;
const turn: Turn = {
  turnId: 'trn_1',
  agentId: 'main',
  sessionKey: 's',
  history: [],
  message: { role: 'user', kind: 'turn', text: 'hi', at: 0 },
  alreadySaid: '',
};

const make = (
  run: (input: TurnInput, signal: AbortSignal) => AsyncIterable<TurnPart>,
  { timeoutMs = 60_000, maxConcurrentTurns = 64 } = {},
) => {
  const config = new AgentsConfig();
  const [agent] = config.list;
  Object.assign(agent!, { maxConcurrentTurns });
  Object.assign(agent!.runtime, { timeoutMs });
  const registry = new Registry();
  const runtime: AssistantRuntime = { type: 'echo', run };
  return { sut: new Assistant(config, [runtime], new TurnMetrics(registry)), registry };
};
const take = async (parts: AsyncIterable<TurnPart>) => {
  let text = '';
  for await (const part of parts) if (part.kind === 'text') text += part.text;
  return text;
};
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new RuntimeFailure('stopped', true))),
  );

describe('Assistant', () => {
  afterEach(() => jest.useRealTimers());

  it('names the agent and its timeoutMs in the error of a turn that took too long', async () => {
    const { sut, registry } = make(
      async function* (_, signal) {
        yield { kind: 'text', text: 'so far' };
        await untilAborted(signal);
      },
      { timeoutMs: 20 },
    );
    await expect(take(sut.runTurn(turn, NEVER))).rejects.toMatchObject({
      message: 'agent main had no complete answer within its timeoutMs of 20',
      isRetryable: true,
    });
    expect(await registry.metrics()).toContain(
      'gatehouse_turn_duration_seconds_count{agent="main",outcome="timed-out"} 1',
    );
  });

  it('reports the agents whose last turn failed and why; an aborted turn does not count', async () => {
    let isAway = true;
    const { sut } = make(async function* (_, signal) {
      if (signal.aborted) throw new RuntimeFailure('stopped', true);
      if (isAway) throw new RuntimeFailure('the model cannot be reached (ECONNREFUSED)', true);
      yield { kind: 'text', text: 'done' };
    });
    const main = { id: 'main', isDefault: true, runtime: 'echo', passedOver: [] };
    await expect(take(sut.runTurn(turn, AbortSignal.abort()))).rejects.toThrow();
    expect(sut.status()).toEqual([{ ...main, state: 'unknown' }]);
    await expect(take(sut.runTurn(turn, NEVER))).rejects.toThrow();
    const reason = 'the model cannot be reached (ECONNREFUSED)';
    expect(sut.status()).toEqual([
      { ...main, state: 'failing', reason, failure: 'model-error', since: expect.any(Number) },
    ]);
    isAway = false;
    await take(sut.runTurn(turn, NEVER));
    expect(sut.status()).toEqual([{ ...main, state: 'ok' }]);
  });

  const question = { agentId: 'main', sessionKey: 's', text: 'hi', caller: { userId: 'usr_1' } };
  const arrival = { agentId: 'main', turnId: 'trn_1', since: 0 };

  it('lets turns wait for a slot, and does not count the wait against their time-out', async () => {
    jest.useFakeTimers();
    let running = 0;
    let most = 0;
    const { sut } = make(
      async function* () {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 30));
        running--;
        yield { kind: 'text', text: 'done' };
      },
      { timeoutMs: 55, maxConcurrentTurns: 1 },
    );
    const asked = Promise.all([1, 2, 3, 4].map(() => sut.answer(question, NEVER)));
    await jest.advanceTimersByTimeAsync(4 * 30);
    const answers = await asked;
    expect(answers).toEqual(['done', 'done', 'done', 'done']);
    expect(most).toBe(1);
  });

  it('lets 64 turns wait, then answers that it is full; a question waits all the same', async () => {
    const { sut, registry } = make(
      async function* () {
        yield { kind: 'text', text: 'done' };
      },
      { maxConcurrentTurns: 2 },
    );
    const asked = Array.from({ length: sut.maxTurns + 2 }, (_, n) =>
      sut.enter({ ...arrival, turnId: `trn_${n}`, since: n }, NEVER),
    );
    const patient = sut.answer(question, NEVER);
    expect((await Promise.all(asked.slice(-2))).map(({ kind }) => kind)).toEqual(['full', 'full']);
    expect(await registry.metrics()).toContain('gatehouse_turns_waiting{agent="main"} 65');
    const inside = await Promise.all(asked.slice(0, 2));
    expect(inside.map(({ kind }) => kind)).toEqual(['in', 'in']);
    for (const each of asked) void each.then((entry) => entry.kind === 'in' && entry.leave());
    expect(await patient).toBe('done');
  });

  it('frees the slot when a question fails or is stopped while it waits', async () => {
    const { sut } = make(
      async function* ({ message }) {
        if (message.text === 'fail') throw new RuntimeFailure('no', false);
        yield { kind: 'text', text: 'one' };
      },
      { maxConcurrentTurns: 1 },
    );
    await expect(sut.answer({ ...question, text: 'fail' }, NEVER)).rejects.toThrow('no');
    const first = await sut.enter(arrival, NEVER);
    const abort = new AbortController();
    const second = sut.answer(question, abort.signal);
    abort.abort(new Error('stopped by a command'));
    await expect(second).rejects.toMatchObject({ name: 'RuntimeFailure', isRetryable: true });
    if (first.kind === 'in') first.leave();
    expect(await sut.answer(question, NEVER)).toBe('one');
  });

  it('records how turns end in metrics', async () => {
    const { sut, registry } = make(async function* ({ message }) {
      if (message.text === 'fail') throw new RuntimeFailure('no', false);
      yield { kind: 'text', text: 'one' };
      yield { kind: 'text', text: 'two' };
    });
    await expect(
      take(sut.runTurn({ ...turn, message: { ...turn.message, text: 'fail' } }, NEVER)),
    ).rejects.toThrow('no');
    const first = sut.runTurn(turn, NEVER);
    await first.next();
    await first.return(undefined);
    expect(await take(sut.runTurn(turn, NEVER))).toBe('onetwo');
    const metrics = await registry.metrics();
    for (const outcome of ['failed', 'abandoned', 'answered'])
      expect(metrics).toContain(`gatehouse_turn_duration_seconds_count{agent="main",outcome="${outcome}"} 1`);
    expect(metrics).toContain('gatehouse_turns_in_progress{agent="main"} 0');
  });

  it('ends a turn by its time-out even if the runtime ignores it', async () => {
    const { sut } = make(
      async function* () {
        yield { kind: 'text', text: 'so far' };
        await new Promise(() => undefined);
      },
      { timeoutMs: 20 },
    );
    await expect(take(sut.runTurn(turn, NEVER))).rejects.toThrow('within its timeoutMs of 20');
  });

  it('counts the tokens of every step, each by one kind', async () => {
    const { sut, registry } = make(async function* () {
      yield { kind: 'usage', inputTokens: 10, outputTokens: 2 };
      yield { kind: 'usage', inputTokens: 30, outputTokens: 5 };
      const ofCache = { cachedTokens: 60, cacheWriteTokens: 30 };
      yield { kind: 'usage', inputTokens: 100, ...ofCache, outputTokens: 20, reasoningTokens: 12 };
    });
    await take(sut.runTurn(turn, NEVER));
    const metrics = await registry.metrics();
    expect(metrics.split('\n').filter((line) => line.startsWith('gatehouse_model_tokens_total'))).toEqual([
      'gatehouse_model_tokens_total{agent="main",direction="input",kind="input"} 50',
      'gatehouse_model_tokens_total{agent="main",direction="output",kind="output"} 15',
      'gatehouse_model_tokens_total{agent="main",direction="input",kind="cached"} 60',
      'gatehouse_model_tokens_total{agent="main",direction="input",kind="cache-written"} 30',
      'gatehouse_model_tokens_total{agent="main",direction="output",kind="reasoning"} 12',
    ]);
  });

  it('stops an answer longer than 2,000,000 characters', async () => {
    const { sut } = make(async function* () {
      for (;;) yield { kind: 'text', text: 'word '.repeat(10_000) };
    });
    await expect(take(sut.runTurn(turn, NEVER))).rejects.toMatchObject({
      message: 'the answer is longer than 2000000 characters',
      isRetryable: false,
    });
  });

  it("takes the session's model instead of the agent's own", async () => {
    const { sut } = make(async function* ({ agent }) {
      yield { kind: 'text', text: agent.runtime.model ?? 'none' };
    });
    expect(await take(sut.runTurn({ ...turn, model: 'other' }, NEVER))).toBe('other');
    await expect(take(sut.runTurn({ ...turn, agentId: 'nobody' }, NEVER))).rejects.toThrow(/no runtime/);
  });
});
