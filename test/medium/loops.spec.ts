import { Registry } from 'prom-client';
import { LoopBreaks } from '../../src/conversations/index.js';
import { DATABASES } from '../support/databases.js';
import { FakeClock } from '../support/fake-clock.js';
import { type Pipeline, type PipelineOptions, startPipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const BREAKER = { rounds: 8, windowMinutes: 10, pauseMs: 1_500, breakMinutes: 15 };

describe.each(DATABASES)('the loop breaker on %s', (_, open) => {
  const world = pipelineWorld(open);
  const { letIn, idle } = world;
  let clock: FakeClock;
  let [written, keys] = [0, 0];
  beforeEach(() => (clock = new FakeClock()));

  const begin = async (options: PipelineOptions = {}) => {
    const p = await world.start({ clock, config: { messages: { loopBreaker: BREAKER } }, ...options });
    await letIn(p);
    return p;
  };
  /** A sender who writes repeatedly, each time a pause after the answer. */
  const write = async (
    p: Pipeline,
    times: number,
    { pauseMs = 40, from = 'bot', text }: { pauseMs?: number; from?: string; text?: string } = {},
  ) => {
    for (let time = 0; time < times; time++) {
      clock.advance(pauseMs);
      const said = text ?? `thank you ${++written}`;
      await p.connector.receive(from, said, { inboxKey: `msg:${++keys}` });
      await idle(p);
    }
  };
  const answered = ({ runtime }: Pipeline) => runtime.asked.length;
  const breaksOf = ({ module }: Pipeline) => module.get(LoopBreaks, { strict: false });
  const counted = async ({ module }: Pipeline) => {
    const metric = module.get(Registry, { strict: false }).getSingleMetric('gatehouse_loop_breaks_total');
    return (await metric?.get())?.values.map(({ value }) => value);
  };

  it('row 12: cuts a loop off after 8 rounds, in its conversation only, for a time that doubles', async () => {
    const p = await begin();
    await write(p, 20);
    expect(answered(p)).toBe(8);
    expect(await counted(p)).toEqual([1]);
    const [cut] = await breaksOf(p).list();
    expect(cut).toMatchObject({
      conversationId: 'chat-bot',
      rounds: 8,
      endsAt: cut!.brokenAt + 15 * MINUTE_MS,
    });
    await write(p, 1, { from: 'ann' });
    expect(answered(p)).toBe(9);
    clock.advance(15 * MINUTE_MS);
    expect(await breaksOf(p).list()).toEqual([]);
    await write(p, 20);
    const [again] = await breaksOf(p).list();
    expect(answered(p)).toBe(17);
    expect(again!.endsAt - again!.brokenAt).toBe(30 * MINUTE_MS);
    // It is forgotten a day after its break has ended, not after that began.
    clock.advance(30 * MINUTE_MS + DAY_MS - 10 * MINUTE_MS);
    await write(p, 20);
    const [third] = await breaksOf(p).list();
    expect(third!.endsAt - third!.brokenAt).toBe(60 * MINUTE_MS);
    clock.advance(60 * MINUTE_MS + DAY_MS);
    await write(p, 20);
    const [first] = await breaksOf(p).list();
    expect(first!.endsAt - first!.brokenAt).toBe(15 * MINUTE_MS);
  });

  it('keeps a loop cut off over a restart, and its count too', async () => {
    const first = await begin();
    await write(first, 7);
    await first.stop();
    const second = await begin();
    await write(second, 20);
    expect(answered(first) + answered(second)).toBe(8);
    await second.stop();
    const third = await begin();
    await write(third, 5);
    expect(answered(third)).toBe(0);
  });

  it('counts the rounds of a loop across two replicas', async () => {
    const one = await begin();
    const other = await startPipeline(world.database, {
      clock,
      config: { messages: { loopBreaker: BREAKER } },
    });
    other.connector.settings = one.connector.settings;
    for (let round = 0; round < 12; round++) {
      await write(one, 1);
      await write(other, 1);
    }
    await other.stop();
    expect(answered(one) + answered(other)).toBe(8);
  });

  it('lets an operator end a loop break, and answers the next message', async () => {
    const p = await begin();
    await write(p, 12);
    const [cut] = await breaksOf(p).list();
    const noted: string[] = [];
    await breaksOf(p).end(cut!.id, async (_tx, { id }) => void noted.push(id));
    expect([noted, await breaksOf(p).list()]).toEqual([[cut!.id], []]);
    await expect(breaksOf(p).end(cut!.id, async () => undefined)).rejects.toThrow('No such loop break.');
    await write(p, 12);
    expect(answered(p)).toBe(16);
  });

  it('cuts off a slow loop whose messages repeat, also over a restart, and answers other words', async () => {
    const first = await begin();
    await write(first, 5, { pauseMs: 8_000, text: 'Out of office.' });
    await first.stop();
    const p = await begin();
    await write(p, 4, { pauseMs: 40 * MINUTE_MS, text: 'Out of office!' });
    expect(answered(first) + answered(p)).toBe(8);
    expect(await breaksOf(p).list()).toHaveLength(1);
    const ann = { pauseMs: 40 * MINUTE_MS, from: 'ann' };
    await write(p, 7, { ...ann, text: 'Any news?' });
    await write(p, 9, ann);
    expect(answered(first) + answered(p)).toBe(8 + 7 + 9);
  });

  it('cuts off a loop in which our answers come back 8 s later', async () => {
    const p = await begin();
    await write(p, 1);
    for (let round = 0; round < 20; round++)
      await write(p, 1, { pauseMs: 8_000, text: `echo: ${p.runtime.asked.at(-1)!.text}` });
    expect(answered(p)).toBe(8);
  });

  it('does nothing with rounds at 0, and never cuts off a person', async () => {
    const p = await begin();
    await write(p, 15, { pauseMs: 2_700, from: 'ann' });
    expect(answered(p)).toBe(15);
    await p.stop();
    const free = await begin({ config: { messages: { loopBreaker: { ...BREAKER, rounds: 0 } } } });
    await write(free, 15);
    expect(answered(free)).toBe(15);
  });
});
