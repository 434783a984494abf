import { newId } from '../../src/common/index.js';
import { FIGURE_WINDOWS, Figures, type FigureWindow } from '../../src/operator/index.js';
import { RollUp } from '../../src/operator/figures/roll-up.service.js';
import { bucketOf, NOTHING, plus, type Sums } from '../../src/operator/figures/sums.js';
import { lengthOf, startOf, WINDOWS } from '../../src/operator/figures/steps.js';
import type { Database } from '../../src/persistence/index.js';
import { DATABASES } from '../support/databases.js';
import { FakeClock } from '../support/fake-clock.js';
import { FAKE } from '../support/fake-connector.js';
import type { Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const [SECOND, MINUTE, DAY] = [1_000, 60_000, 86_400_000];
const PLACE = { channel: FAKE, account: 'default', conversation_id: 'c' };
const NOW = Date.UTC(2026, 10, 20, 13, 37, 12);

type End = 'answered' | 'unsent' | 'dead answer' | 'failed' | 'dropped' | 'pending' | 'heard';

/** A message of the past, and a moment later what became of it. */
interface Message {
  readonly at: number;
  readonly end: End;
  /** The length of the turn, and of the sending. */
  readonly turnMs: number;
  readonly sendMs: number;
}

const reasonOf = ({ at }: Message): string => (at % 2 === 0 ? 'muted' : 'stranger');

/** Random messages, always the same. */
function messages(count: number, spanMs: number): Message[] {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const ends: readonly End[] = [
    'answered',
    'answered',
    'answered',
    'dead answer',
    'failed',
    'dropped',
    'heard',
  ];
  return Array.from({ length: count }, () => ({
    at: NOW - SECOND - random(spanMs),
    end: ends[random(ends.length)]!,
    turnMs: random(900),
    sendMs: random(90),
  }));
}

async function insert(db: Database, message: Message): Promise<string> {
  const { at, end, turnMs, sendMs } = message;
  const id = newId('evt', at);
  const hasTurn = ['answered', 'unsent', 'dead answer'].includes(end);
  await db.transaction(async (tx) => {
    const outcome = hasTurn ? 'turn' : end === 'pending' ? null : (end as 'failed' | 'dropped' | 'heard');
    await db
      .on(tx)
      .insertInto('inbound_events')
      .values({
        ...PLACE,
        id,
        inbox_key: id,
        session_key: 's',
        state: end === 'pending' ? 'pending' : 'done',
        outcome,
        payload: '',
        received_at: at,
        reason: end === 'dropped' ? reasonOf(message) : null,
      })
      .execute();
    if (!hasTurn) return;
    const delivery = newId('dlv', at + turnMs);
    await db
      .on(tx)
      .insertInto('deliveries')
      .values({
        ...PLACE,
        id: delivery,
        content: '{}',
        event_id: id,
        author: 'assistant',
        attempts: 1,
        failures: 0,
        state: ({ answered: 'sent', unsent: 'queued', 'dead answer': 'dead' } as const)[end as 'answered'],
        created_at: at + turnMs,
        sent_at: end === 'answered' ? at + turnMs + sendMs : null,
      })
      .execute();
    const entry = {
      ...PLACE,
      id: newId('msg', at + turnMs),
      session_key: 's',
      role: 'assistant',
      text: '',
    } as const;
    await db
      .on(tx)
      .insertInto('transcript')
      .values({ ...entry, event_id: id, delivery_id: delivery, created_at: at + turnMs })
      .execute();
  });
  return id;
}

/** The same by a straight computation. */
function expected(all: readonly Message[], window: FigureWindow, now: number): Sums[] {
  const { step, count } = WINDOWS[window];
  const first = startOf(step, now) - (count - 1) * lengthOf(step);
  return Array.from({ length: count }, (_, n) => {
    const from = first + n * lengthOf(step);
    const isIn = (at: number) => at >= from && at < from + lengthOf(step);
    return all.map((message) => sumsOf(message, isIn)).reduce(plus, NOTHING);
  });
}

function sumsOf(message: Message, isIn: (at: number) => boolean): Sums {
  const { at, end, turnMs, sendMs } = message;
  const [arrived, ended] = [isIn(at), isIn(at + turnMs)];
  const isAnswered = ended && end === 'answered';
  return {
    received: arrived ? 1 : 0,
    answered: isAnswered ? 1 : 0,
    tokens: {},
    failed: (arrived && end === 'failed') || (ended && end === 'dead answer') ? 1 : 0,
    dropped: arrived && end === 'dropped' ? { [reasonOf(message)]: 1 } : {},
    latencies: isAnswered ? { [bucketOf(turnMs + sendMs)]: 1 } : {},
  };
}

describe.each(DATABASES)('figures on %s', (_, open) => {
  const world = pipelineWorld(open);
  let clock: FakeClock;
  let p: Pipeline;

  beforeEach(async () => {
    clock = new FakeClock(NOW);
    p = await world.start({ clock });
  });

  const rollUp = ({ module }: Pipeline = p) =>
    module.get(RollUp, { strict: false }).countNew(new AbortController().signal);
  const read = async (window: FigureWindow, { module }: Pipeline = p) =>
    (await module.get(Figures, { strict: false }).read(window)).points.map(({ sums }) => sums);
  const add = async (all: readonly Message[]) => {
    for (const message of all) await insert(p.db, message);
  };
  const turn = (end: End, ago: number): Message => ({ at: NOW - ago, end, turnMs: 100, sendMs: 10 });

  it('are those of the rows, in every window, rolled up by two replicas at once and read after a restart', async () => {
    const all = messages(80, 50 * MINUTE);
    await add(all);
    await Promise.all([rollUp(), rollUp(await world.start({ clock }))]);
    await p.stop();
    const restarted = await world.start({ clock });
    for (const window of FIGURE_WINDOWS)
      expect([window, await read(window, restarted)]).toEqual([window, expected(all, window, NOW)]);
  });

  it('have the latest minutes before they are rolled up, and do not count them twice then', async () => {
    const all = [turn('answered', 90 * SECOND), turn('dropped', 2 * SECOND)];
    await add(all);
    expect(await read('24h')).toEqual(expected(all, '24h', NOW));
    await rollUp();
    expect(await read('24h')).toEqual(expected(all, '24h', NOW));
    expect(await read('1h')).toEqual(expected(all, '1h', NOW));
  });

  it('follow messages that end after their minute was rolled up', async () => {
    const id = await insert(p.db, turn('pending', 5 * MINUTE));
    const unsent = await insert(p.db, turn('unsent', 5 * MINUTE));
    await rollUp();
    await p.db
      .on()
      .updateTable('inbound_events')
      .set({ state: 'done', outcome: 'failed' })
      .where('id', '=', id)
      .execute();
    const sent = { state: 'sent', sent_at: NOW } as const;
    await p.db.on().updateTable('deliveries').set(sent).where('event_id', '=', unsent).execute();
    clock.advance(20 * MINUTE);
    await rollUp();
    const total = (await read('1h')).reduce(plus, NOTHING);
    expect(total).toMatchObject({
      received: 2,
      failed: 1,
      answered: 1,
      latencies: { [bucketOf(5 * MINUTE)]: 1 },
    });
    expect((await read('24h')).reduce(plus, NOTHING)).toEqual(total);
  });

  it('keep what was counted when its rows are deleted', async () => {
    const all = [turn('answered', 9 * MINUTE), turn('pending', 9 * MINUTE)];
    await add(all);
    await rollUp();
    await p.db.on().deleteFrom('inbound_events').execute();
    clock.advance(DAY / 4);
    await rollUp();
    expect((await read('24h')).reduce(plus, NOTHING)).toMatchObject({ received: 2, answered: 1 });
  });

  it('have the tokens of each agent', async () => {
    const call = {
      day: '',
      model: 'm',
      channel: '',
      sender: '',
      conversation: '',
      key_id: '',
      is_estimate: 0,
    };
    const none = { calls: 1, unpriced_calls: 0, cached: 0, cache_write: 0, reasoning: 0, cost: 0 };
    const calls = (['main', 'main', 'other'] as const).map((agent, n) => {
      const at = NOW - 3 * MINUTE - n;
      return { ...call, ...none, agent, id: newId('use', at), at, input: 10 ** n, output: 2 };
    });
    await p.db.on().insertInto('usage_calls').values(calls).execute();
    await rollUp();
    expect((await read('30d')).at(-1)!.tokens).toEqual({
      main: { input: 11, output: 4 },
      other: { input: 100, output: 2 },
    });
  });

  it('of an idle gateway write nothing, and old ones are deleted with the next message', async () => {
    const rows = () =>
      p.db.on().selectFrom('figures').select(['step', 'begins_at']).orderBy('step').execute();
    await insert(p.db, turn('answered', 3 * MINUTE));
    await rollUp();
    const before = await rows();
    clock.advance(40 * DAY);
    await rollUp();
    expect(await rows()).toEqual(before);
    await insert(p.db, { ...turn('answered', 0), at: NOW + 40 * DAY - 3 * MINUTE });
    await rollUp();
    expect((await rows()).map(({ step }) => step)).toEqual(['day', 'hour', 'minute']);
  });

  it('are those of a real message from its acceptance until it is sent', async () => {
    await world.letIn(p);
    p.connector.onSend = (_attempt, take) => {
      clock.advance(700);
      return { kind: 'sent', messageId: take(), at: clock.now() };
    };
    await p.connector.receive('ann', 'hello');
    await world.idle();
    const [total] = (await read('1h')).slice(-1);
    expect(total).toMatchObject({ received: 1, answered: 1, failed: 0, latencies: { [bucketOf(700)]: 1 } });
  });
});
