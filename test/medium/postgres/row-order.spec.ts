import type { InboundSink } from '../../../src/channels/index.js';
import { SystemClock } from '../../../src/common/index.js';
import { Inbox } from '../../../src/inbound/inbox.service.js';
import { PastEventsRepository } from '../../../src/conversations/inbox/past-events.repository.js';
import type { RowOrderTimings } from '../../../src/imbridge/service/messages/row-order.js';
import { GraphileJobQueue } from '../../../src/persistence/postgres/jobs/graphile-job-queue.js';
import { PostgresDatabase } from '../../../src/persistence/postgres/postgres-database.js';
import { BridgeSimulator, type MessageRow } from '../../../simulators/index.js';
import { webhookMessage } from '../../../simulators/bridge/messages/wire.js';
import { eventually } from '../../support/eventually.js';
import { FAKE } from '../../support/fake-connector.js';
import { type AccountFixture, accountOf, MemoryState, newMessageEvent } from '../../support/imbridge.js';
import { type Pipeline, startPipeline } from '../../support/pipeline.js';
import { borrowDatabase, type EmptyDatabase } from '../../support/postgres-databases.js';

const ANN = '+12025550143';
/** So long that a message which waits for anything but stored rows arrives too late. */
const PATIENT: RowOrderTimings = { askAfterMs: 60_000, askAgainMs: 60_000, maxWaitMs: 60_000, lookMs: 2 };
/** Asks no bridge either, but does not wait long. */
const HASTY: RowOrderTimings = { ...PATIENT, maxWaitMs: 50 };

/** An account of the real connector with a complete pipeline; answers go out through a fake channel. */
interface Replica {
  readonly pipeline: Pipeline;
  readonly account: AccountFixture['account'];
  readonly sink: Sink;
  readonly db: PostgresDatabase;
}

/** The gateway's own sink, for the fake channel; a dead one stores nothing. */
class Sink implements InboundSink {
  async approvalProblem(): Promise<undefined> {
    return undefined;
  }

  isDead = false;

  constructor(
    private readonly inbox: Inbox,
    private readonly past: PastEventsRepository,
  ) {}

  async accept(event: Parameters<InboundSink['accept']>[0]): Promise<'stored' | 'duplicate'> {
    if (this.isDead) throw new Error('killed');
    return this.inbox.accept({ ...event, channel: FAKE });
  }

  sequencesBetween: InboundSink['sequencesBetween'] = (account, after, before) =>
    this.past.sequencesBetween({ channel: FAKE, account, after, before });

  ownActivity = () => Promise.resolve(false);
  known = () => Promise.resolve(undefined);

  async voteProblem(): Promise<undefined> {
    return undefined;
  }
  receipt = () => Promise.resolve();
  state = () => undefined;
  dropped = () => undefined;
}

describe('the row order of one account on two replicas', () => {
  let database: EmptyDatabase;
  let bridge: BridgeSimulator;
  let state: MemoryState;
  let rowId: number;
  /** The assistant's questions, in order. */
  let asked: string[];
  const replicas: Replica[] = [];

  beforeEach(async () => {
    database = await borrowDatabase();
    bridge = await BridgeSimulator.start({ deliveryReceipts: false });
    [state, rowId, asked] = [new MemoryState(), 1_000, []];
  });
  afterEach(async () => {
    await Promise.all(replicas.splice(0).map(stop));
    await bridge.stop();
    await database.release();
  });

  async function start(rowTimings: RowOrderTimings, isOnDuty = false): Promise<Replica> {
    const db = await PostgresDatabase.open(database.url);
    const makeQueue = () => new GraphileJobQueue(db, new SystemClock());
    const pipeline = await startPipeline({ db, makeQueue });
    const { connector, runtime } = pipeline;
    connector.settings = { ...connector.settings, dmPolicy: 'open' };
    // Our own messages have row ids among those of people.
    connector.onSend = (_attempt, take) => ({
      kind: 'sent',
      messageId: take(),
      sequence: rowId++,
      at: Date.now(),
    });
    runtime.answer = ({ text }) => {
      asked.push(text);
      return `echo: ${text}`;
    };
    const { account } = accountOf(bridge, { rowTimings }, state);
    account.setUpkeep(isOnDuty);
    const { module } = pipeline;
    const sink = new Sink(
      module.get(Inbox, { strict: false }),
      module.get(PastEventsRepository, { strict: false }),
    );
    account.connect(sink);
    const replica = { pipeline, account, sink, db };
    replicas.push(replica);
    return replica;
  }

  async function stop({ pipeline, account, db }: Replica): Promise<void> {
    await account.disconnect();
    await pipeline.queue.stop(1_000);
    await pipeline.stop();
    await db.close();
  }

  const two = async (rowTimings: RowOrderTimings) =>
    [await start(rowTimings), await start(rowTimings)] as const;
  const say = ({ account }: Replica, text: string, originalROWID = rowId++) => {
    const { type, data } = newMessageEvent();
    return account.receive(type, { ...data, guid: `GUID-${text}`, text, originalROWID });
  };
  const answered = (...texts: string[]) =>
    eventually(() => asked.length >= texts.length, { timeoutMs: 20_000, what: texts.join() }).then(() =>
      expect(asked).toEqual(texts),
    );

  it('waits for no row that the other replica has stored or sent', async () => {
    const [one, other] = await two(PATIENT);
    const texts = Array.from({ length: 8 }, (_, n) => `message ${n}`);
    for (const [n, text] of texts.entries()) {
      await say(n % 2 === 0 ? one : other, text);
      // The row id is known at the end of the send.
      const sent = one.pipeline.db.on().selectFrom('deliveries').select('id').where('state', '=', 'sent');
      await eventually(async () => (await sent.execute()).length > n, { what: `the answer to ${text}` });
    }
    await answered(...texts);
  });

  it('is kept for messages that arrive in another order', async () => {
    const [one, other] = await two(PATIENT);
    await say(one, 'first', 10);
    await say(other, 'second', 11);
    const early = [say(one, 'sixth', 15), say(other, 'fourth', 13), say(one, 'fifth', 14)];
    await eventually(async () => (await one.pipeline.queue.depth()).size === 0, { what: 'an idle queue' });
    expect(asked).toEqual(['first', 'second']);
    await say(other, 'third', 12);
    await Promise.all(early);
    await answered('first', 'second', 'third', 'fourth', 'fifth', 'sixth');
  });

  it('does not wait forever for a missing row', async () => {
    const [one, other] = await two(HASTY);
    await say(one, 'first', 10);
    await say(other, 'second', 11);
    await Promise.all([say(one, 'third', 13), say(other, 'fourth', 15)]);
    await eventually(() => asked.length === 4, { what: 'all' });
    expect([...asked].sort()).toEqual(['first', 'fourth', 'second', 'third']);
    // A row that fills the gap afterwards is late, not lost.
    await say(one, 'late', 12);
    await eventually(() => asked.at(-1) === 'late', { what: 'the late one' });
  });

  it('loses no message when a replica dies that holds one', async () => {
    const write = (text: string): MessageRow => bridge.receiveUnseen({ from: ANN, text });
    // So that the cursor knows where the rows begin. The bridge's clock, in whole seconds, decides whether it is answered.
    write('before');
    const theirs = () => asked.filter((text) => text !== 'before');
    const survivor = await start(HASTY, true);
    await eventually(() => state.values.has('default/cursor'), { what: 'the first catch-up' });
    const victim = await start(PATIENT);
    const bring = ({ account }: Replica, row: MessageRow) =>
      account.receive('new-message', webhookMessage(row, { chats: true }));
    await bring(survivor, write('first'));
    await bring(victim, write('second'));
    write('never announced');
    const held = bring(victim, write('held')).catch(() => undefined);
    const last = write('last');
    // The replica dies without storing or sending anything.
    victim.sink.isDead = true;
    await bring(survivor, last);
    await survivor.account.receive('hello-world', null);
    await eventually(() => theirs().length === 5, { timeoutMs: 30_000, what: 'all five' });
    expect(theirs().slice(0, 2)).toEqual(['first', 'second']);
    expect(asked.filter((text) => text === 'never announced' || text === 'held')).toEqual([
      'never announced',
      'held',
    ]);
    await victim.account.disconnect();
    await held;
    expect(theirs()).toHaveLength(5);
  }, 60_000);
});
