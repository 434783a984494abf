import { jest } from '@jest/globals';
import { RuntimeFailure, type TurnPart } from '../../src/assistant/index.js';
import { HistoryService } from '../../src/turns/history/history.service.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { only } from '../support/fake-channel.js';
import { type Pipeline, type PipelineOptions, stopped } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

/** The fake connector's interval for typing; no other timer of the program has it. */
const RENEWAL_MS = 48_000;

/** Answers nothing until it is aborted, then ends as slowly as models do. */
const hangs = (_asked: unknown, signal: AbortSignal) => stopped(signal);

describe.each(DATABASES)('typing on %s', (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  let running: Set<unknown>;
  let shown: number;
  const start = async (config: PipelineOptions['config'] = {}) => {
    p = await world.start({
      config: { messages: { apology: 'Sorry.', retryForMs: 0 }, ...config },
    });
    const allowFrom = only('ann');
    p.connector.settings = { ...p.connector.settings, dmPolicy: 'open', allowFrom };
  };
  const isShown = () => eventually(() => running.size === 1, { what: 'typing' });
  const isOver = () => eventually(() => running.size === 0, { what: 'the end of typing' });
  /** The queue is empty as soon as a turn has committed; typing ends a tick later. */
  const idle = async () => {
    await world.idle();
    await isOver();
  };

  beforeEach(async () => {
    [running, shown] = [new Set(), 0];
    const { setInterval: begin, clearInterval: end } = globalThis;
    jest.spyOn(globalThis, 'setInterval').mockImplementation((...wanted: Parameters<typeof begin>) => {
      const timer = begin(...wanted);
      if (wanted[1] === RENEWAL_MS) {
        running.add(timer);
        shown++;
      }
      return timer;
    });
    jest.spyOn(globalThis, 'clearInterval').mockImplementation((timer) => {
      running.delete(timer);
      end(timer);
    });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
  });

  it.each([
    ['an answer', () => 'hello', ['hello']],
    ['an empty one', () => '', []],
    ['NO_REPLY', () => 'NO_REPLY', []],
    [
      'a failure',
      () => {
        throw new RuntimeFailure('the model answered 401', false);
      },
      ['Sorry.'],
    ],
  ])('ends after %s', async (_name, answer, said) => {
    await start();
    p.runtime.answer = answer;
    await p.connector.receive('ann', 'hi');
    await idle();
    expect(shown).toBe(1);
    expect(p.connector.seenBy('ann')).toEqual(['typing', ...said]);
  });

  it("row 31: returns after each block of an answer and a tool's message, not after the end", async () => {
    await start();
    p.connector.settings = { ...p.connector.settings, blockStreaming: true };
    const [first, second] = ['a', 'b'].map((letter) => letter.repeat(150));
    const isBackBehind = (text: string) =>
      eventually(() => p.connector.seenBy('ann').join().includes(`${text},typing`), { what: 'typing again' });
    p.runtime.stream = async function* ({ tools }, signal) {
      yield { kind: 'text', text: `${first}\n\n` } satisfies TurnPart;
      await isBackBehind(first!);
      yield { kind: 'text', text: `${second}\n\n` } satisfies TurnPart;
      await isBackBehind(second!);
      await tools!()!.call('message', { action: 'send', message: 'by tool' }, signal);
      await isBackBehind('by tool');
      yield { kind: 'text', text: 'end' } satisfies TurnPart;
    };
    await p.connector.receive('ann', 'hi');
    await idle();
    expect(p.connector.seenBy('ann')).toEqual(
      [first, second, 'by tool', 'end'].flatMap((text) => ['typing', text]),
    );
  });

  it('returns once after many messages, and not after one to another conversation', async () => {
    await start();
    const text = { chunkLimit: 20, chunkMode: 'length' } as const;
    p.connector.settings = { ...p.connector.settings, text };
    const isOut = (conversation: string, count: number) =>
      eventually(() => p.connector.textsIn(conversation).length === count, { what: 'the messages' });
    p.runtime.answer = async ({ tools }, signal) => {
      const send = (input: object) => tools!()!.call('message', { action: 'send', ...input }, signal);
      await send({ message: 'for ben', target: 'chat-ben' });
      await isOut('chat-ben', 1);
      await send({ message: 'word '.repeat(40) });
      await isOut('chat-ann', 10);
      await eventually(() => p.connector.seenBy('ann').at(-1) === 'typing', { what: 'typing again' });
      return '';
    };
    await p.connector.receive('ann', 'hi');
    await idle();
    expect(p.connector.seenBy('ben')).toEqual(['for ben']);
    const times = p.connector.seenBy('ann').filter((what) => what === 'typing').length;
    expect(times).toBeGreaterThan(1);
    expect(times).toBeLessThan(10);
  });

  it('ends when the context fails, and begins again with the next try', async () => {
    await start();
    const history = p.module.get(HistoryService, { strict: false });
    jest.spyOn(history, 'before').mockRejectedValueOnce(new Error('as planned'));
    await p.connector.receive('ann', 'hi');
    await eventually(async () => {
      await p.queue.expedite('inbound');
      return p.connector.sent.length === 1;
    });
    await idle();
    expect(shown).toBe(2);
  });

  it('ends when /stop ends the turn, whether or not the model stops', async () => {
    await start();
    const late = Promise.withResolvers<string>();
    p.runtime.answer = () => late.promise;
    await p.connector.receive('ann', 'hi');
    await isShown();
    await p.connector.receive('ann', '/stop');
    await isOver();
    late.resolve('too late');
    await idle();
    expect(p.connector.textsTo('ann')).toEqual(['Stopped.']);
  });

  it('ends at the time-out of the turn', async () => {
    await start({ agents: { list: [{ id: 'main', runtime: { type: 'echo', timeoutMs: 100 } }] } });
    p.runtime.answer = hangs;
    await p.connector.receive('ann', 'hi');
    await idle();
    expect([shown, p.connector.textsTo('ann')]).toEqual([1, ['Sorry.']]);
  });

  it('ends when a stream breaks off, and begins again with the next try', async () => {
    await start({ messages: { retryForMs: 60_000 } });
    let runs = 0;
    p.runtime.stream = async function* () {
      yield { kind: 'text', text: 'one ' } satisfies TurnPart;
      if (runs++ === 0) throw new RuntimeFailure('cut', true);
      yield { kind: 'text', text: 'two' } satisfies TurnPart;
    };
    await p.connector.receive('ann', 'hi');
    await eventually(async () => {
      await p.queue.expedite('inbound');
      return p.connector.sent.length === 1;
    });
    await idle();
    expect([shown, p.connector.textsTo('ann')]).toEqual([2, ['one two']]);
  });

  it('ends when the gateway stops', async () => {
    await start();
    p.runtime.answer = hangs;
    await p.connector.receive('ann', 'hi');
    await isShown();
    await p.queue.stop(0);
    await isOver();
  });

  it('does not fail a turn when it fails itself', async () => {
    await start();
    p.connector.courtesyFault = new Error('no such chat');
    await p.connector.receive('ann', 'hi');
    await idle();
    expect(p.connector.textsTo('ann')).toEqual(['echo: hi']);
  });
});
