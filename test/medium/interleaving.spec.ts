import { once } from 'node:events';
import { ApiKeys, Grants, SYSTEM, Users } from '../../src/access-control/index.js';
import { KeyAuthenticator } from '../../src/access-control/keys/key-authenticator.js';
import { ModelMeter } from '../../src/assistant/index.js';
import { type ConversationId, DEFAULT_ACCOUNT, type Target } from '../../src/channels/index.js';
import { Approvals, type Decider, type Decision, Holds } from '../../src/conversations/index.js';
import { InboundJob } from '../../src/inbound/inbound.job.js';
import { RateLimitRepository } from '../../src/data-api/limits/rate-limit.repository.js';
import { WindowStorage } from '../../src/data-api/limits/window-storage.js';
import { Deliveries } from '../../src/delivery/index.js';
import { RunningTurns } from '../../src/turns/running-turns.js';
import { ToolPins } from '../../src/mcp/tools/tool-pins.repository.js';
import { PairingService } from '../../src/pairing/index.js';
import { People, PeopleModule, PersonFinder } from '../../src/people/index.js';
import { JOB_KINDS } from '../../src/persistence/index.js';
import { approvalOf, ASKING, askApproval, withoutFollowUps } from '../support/asked-approval.js';
import { DATABASES, type TestDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FAKE } from '../support/fake-channel.js';
import { FakeClock } from '../support/fake-clock.js';
import { Interleaving, type Meeting } from '../support/interleave.js';
import { turnOf } from '../support/metered-model.js';
import { type Pipeline, type PipelineOptions, startPipeline } from '../support/pipeline.js';

const BOSS: Decider = { id: 'sender:fake:boss', role: 'operator', name: 'Boss' };
const NO: Decision = { kind: 'deny', reason: undefined };
const OPEN_END = { until: null, note: null };
const placeOf = (sender: string): Target => ({
  channel: FAKE,
  account: DEFAULT_ACCOUNT,
  conversation: `chat-${sender}` as ConversationId,
});
const statusesOf = (...ends: readonly PromiseSettledResult<unknown>[]) =>
  ends.map(({ status }) => status).sort();
const ONE_OF_TWO = ['fulfilled', 'rejected'];

describe.each(DATABASES)('two units of work that meet at any statement on %s', (dialect, open) => {
  let database: TestDatabase;
  let interleaving: Interleaving;
  let pipelines: Pipeline[] = [];
  let p: Pipeline;

  beforeEach(async () => {
    database = await open();
    interleaving = new Interleaving(database);
  });
  afterEach(async () => {
    await Promise.all(pipelines.map((each) => each.stop()));
    pipelines = [];
    await database.close();
  });

  const start = async (options: PipelineOptions = {}) => {
    p = await startPipeline(interleaving.database, {
      ...options,
      settings: { dmPolicy: 'open', ...options.settings },
    });
    pipelines.push(p);
    interleaving.watchJobs(get(InboundJob));
    return p;
  };
  const get = <T>(type: abstract new (...args: never[]) => T): T => p.module.get<T>(type, { strict: false });
  const idle = (kind?: string) =>
    interleaving.aside(() =>
      eventually(async () => {
        const depth = await p.queue.depth();
        return kind === undefined ? depth.size === 0 : !depth.has(kind);
      }),
    );
  /** A person writes, and their message is judged and answered. */
  const write = async (sender: string, text = 'hello') => {
    await p.connector.receive(sender, text);
    await idle(JOB_KINDS.inbound);
  };
  const outcomesOf = async (sender: string) => {
    const rows = p.db.on().selectFrom('inbound_events').select(['outcome', 'reason']);
    const found = await rows.where('sender_id', '=', sender).orderBy('id').execute();
    return found.map(({ outcome, reason }) => reason ?? outcome);
  };
  /** More than one boundary, or the units have not met. */
  const meet = async <S, A, B>(meeting: Meeting<S, A, B>, least = 2) => {
    expect(await interleaving.each(meeting)).toBeGreaterThanOrEqual(least);
  };
  /** Of two equal units, also the other meets the one. */
  const leastIn = (sqlite: number, postgres: number) => (dialect === 'SQLite' ? sqlite : postgres);

  it.each<[string, Decision, Decision]>([
    ['allowed and denied', { kind: 'approve', forAnHour: false }, NO],
    ['denied and allowed for an hour', NO, { kind: 'approve', forAnHour: true }],
  ])('decide an approval once that is %s', async (_, one, other) => {
    const taken: string[] = [];
    await start({ config: ASKING, prepare: withoutFollowUps(taken) });
    const decide = (id: string, decision: Decision) =>
      p.db.transaction((tx) => get(Approvals).decide(tx, id, decision, BOSS));
    await meet(
      {
        prepare: (at) => askApproval(p, { code: `K7Q3WX${String(at).padStart(2, '2')}`, by: `ann${at}` }),
        first: ({ id }) => decide(id, one),
        second: ({ id }) => decide(id, other),
        check: async (asked, ...ends) => {
          const kinds = ends.map((end) => (end.status === 'fulfilled' ? end.value.kind : String(end.reason)));
          expect(kinds.toSorted()).toEqual(['already', 'decided']);
          const winner = kinds[0] === 'decided' ? one : other;
          const { state } = await approvalOf(p, asked);
          expect(state).toBe(winner.kind === 'approve' ? 'approved' : 'denied');
          await idle();
          expect(taken.includes(`call:${asked.id}`)).toBe(winner.kind === 'approve');
        },
      },
      leastIn(1, 4),
    );
    const permissions = await get(Approvals).listPermissions();
    const approved = (await get(Approvals).list({ limit: 99, states: ['approved'] })).length;
    expect(permissions).toHaveLength(other.kind === 'approve' && other.forAnHour ? approved : 0);
  });

  it('answer a message before it is held, or hold it back until it is released', async () => {
    await start({ config: { session: { dmScope: 'per-sender' } } });
    const answersTo = (sender: string) => p.connector.textsTo(sender);
    const stored = async (sender: string) => {
      const rows = p.db.on().selectFrom('deliveries').select('id').where('author', '=', 'assistant');
      return (await rows.where('conversation_id', '=', `chat-${sender}`).execute()).length;
    };
    await meet(
      {
        prepare: (at) => ({ sender: `ann${at}`, whenHeld: -1 }),
        first: ({ sender }) => write(sender),
        second: async (state) => {
          await get(Holds).hold(SYSTEM, placeOf(state.sender), OPEN_END);
          state.whenHeld = await stored(state.sender);
        },
        check: async ({ sender, whenHeld }, ...ends) => {
          expect(statusesOf(...ends)).toEqual(['fulfilled', 'fulfilled']);
          expect([await stored(sender), await outcomesOf(sender)]).toEqual([
            whenHeld,
            [whenHeld === 1 ? 'turn' : 'held'],
          ]);
          await get(Holds).release(SYSTEM, placeOf(sender), true);
          await idle();
          expect(answersTo(sender)).toEqual(['echo: hello']);
        },
      },
      leastIn(4, 8),
    );
  });

  it('answer a message once that is released while it is about to be held back', async () => {
    await start({ config: { session: { dmScope: 'per-sender' } } });
    await meet(
      {
        prepare: async (at) => {
          await get(Holds).hold(SYSTEM, placeOf(`ann${at}`), OPEN_END);
          return `ann${at}`;
        },
        first: (sender) => write(sender),
        second: (sender) => get(Holds).release(SYSTEM, placeOf(sender), true),
        check: async (sender, ...ends) => {
          expect(statusesOf(...ends)).toEqual(['fulfilled', 'fulfilled']);
          await idle();
          expect(p.connector.textsTo(sender)).toEqual(['echo: hello']);
        },
      },
      leastIn(3, 6),
    );
  });

  it('begin a hold once, and end it once', async () => {
    await start();
    const acted = async (action: string) =>
      (await p.db.on().selectFrom('audit_log').selectAll().execute()).filter((row) => row.action === action);
    const hold = (sender: string) =>
      p.db.transaction((tx) => get(Holds).holdIn(tx, SYSTEM, placeOf(sender), OPEN_END));
    const release = (sender: string) =>
      p.db.transaction((tx) => get(Holds).releaseIn(tx, SYSTEM, placeOf(sender), false));
    const all: string[] = [];
    await meet(
      {
        prepare: (at) => `ann${all.push(`${at}`)}`,
        first: hold,
        second: hold,
        check: (_state, ...ends) => expect(statusesOf(...ends)).toEqual(['fulfilled', 'fulfilled']),
      },
      leastIn(1, 5),
    );
    await meet(
      {
        prepare: async (at) => {
          await hold(`ben${all.push(`${at}`)}`);
          return `ben${all.length}`;
        },
        first: release,
        second: release,
        check: (_state, ...ends) => expect(statusesOf(...ends)).toEqual(['fulfilled', 'fulfilled']),
      },
      leastIn(1, 3),
    );
    expect(await acted('conversation.held')).toHaveLength(all.length);
  });

  it.each(['approve', 'deny'] as const)(
    'let a sender in once whose code two use: approve and %s',
    async (other) => {
      await start({ settings: { dmPolicy: 'pairing' } });
      const pairing = get(PairingService);
      await meet(
        {
          prepare: async (at) => {
            const sender = { channel: FAKE, account: DEFAULT_ACCOUNT, senderId: `sue${at}` };
            const asked = await p.db.transaction((tx) => pairing.requestAccess(tx, sender));
            return asked.kind === 'created' ? asked.request : undefined!;
          },
          first: ({ code }) => pairing.approve(SYSTEM, { channel: FAKE, code }),
          second: ({ code }) => pairing[other](SYSTEM, { channel: FAKE, code }),
          check: async ({ id, senderId }, ...ends) => {
            expect(statusesOf(...ends)).toEqual(ONE_OF_TWO);
            const isIn = ends[0].status === 'fulfilled' || other === 'approve';
            const [request] = (await pairing.list({ limit: 99 })).filter((each) => each.id === id);
            expect(request?.status).toBe(isIn ? 'approved' : 'denied');
            expect(await get(Grants).list({ limit: 9, senderId })).toHaveLength(isIn ? 1 : 0);
          },
        },
        leastIn(1, 6),
      );
    },
  );

  it('grant a sender access once', async () => {
    await start();
    const create = (senderId: string) =>
      get(Grants).create(SYSTEM, { channel: FAKE, account: DEFAULT_ACCOUNT, senderId });
    await meet(
      {
        prepare: (at) => `gil${at}`,
        first: create,
        second: create,
        check: async (senderId, ...ends) => {
          expect(statusesOf(...ends)).toEqual(ONE_OF_TWO);
          expect(await get(Grants).list({ limit: 9, senderId })).toHaveLength(1);
        },
      },
      leastIn(1, 3),
    );
  });

  it('refuse a key that was revoked while it was looked up', async () => {
    await start();
    const { id: userId } = await get(Users).create(SYSTEM, {
      email: 'robin@example.com',
      displayName: 'Robin',
    });
    await meet(
      {
        prepare: () => get(ApiKeys).create(SYSTEM, userId, {}),
        first: ({ key }) => get(KeyAuthenticator).authenticate(key),
        second: ({ apiKey: { id } }) => get(ApiKeys).revoke(SYSTEM, userId, id),
        check: async ({ key }, ...ends) => {
          expect(statusesOf(...ends)).toEqual(['fulfilled', 'fulfilled']);
          expect(await get(KeyAuthenticator).authenticate(key)).toBeUndefined();
        },
      },
      1,
    );
  });

  it('drop the next message of a sender whose access ends during a turn', async () => {
    await start({ settings: { dmPolicy: 'allowlist' } });
    await meet(
      {
        prepare: async (at) => ({
          sender: `gil${at}`,
          grant: await get(Grants).create(SYSTEM, { ...placeOf(`gil${at}`), senderId: `gil${at}` }),
        }),
        first: ({ sender }) => write(sender),
        second: ({ grant }) => get(Grants).remove(SYSTEM, grant.id),
        check: async ({ sender }, ...ends) => {
          expect(statusesOf(...ends)).toEqual(['fulfilled', 'fulfilled']);
          await write(sender, 'and?');
          await idle();
          expect((await outcomesOf(sender)).at(-1)).toBe('not-allowlisted');
          expect(p.connector.textsTo(sender)).not.toContain('echo: and?');
        },
      },
      leastIn(3, 6),
    );
  });

  it('send a message once that two take up again', async () => {
    await start();
    const retry = (id: string) => get(Deliveries).retry(id);
    await meet(
      {
        prepare: async (at) => {
          p.connector.onSend = () =>
            ({ kind: 'not-sent', code: 'rejected', retry: { kind: 'never' }, detail: 'no' }) as never;
          await p.connector.receive(`ann${at}`, 'hello');
          await idle();
          delete p.connector.onSend;
          const rows = p.db.on().selectFrom('deliveries').select(['id', 'conversation_id', 'state']);
          return rows.where('conversation_id', '=', `chat-ann${at}`).executeTakeFirstOrThrow();
        },
        first: ({ id }) => retry(id),
        second: ({ id }) => retry(id),
        check: async ({ conversation_id, state }, ...ends) => {
          expect([state, statusesOf(...ends)]).toEqual(['dead', ONE_OF_TWO]);
          await idle();
          expect(p.connector.textsIn(conversation_id)).toEqual(['echo: hello']);
        },
      },
      leastIn(2, 4),
    );
  });

  it('leave nothing of a person who is erased during a turn', async () => {
    await start({ modules: [PeopleModule], config: { session: { dmScope: 'per-sender' } } });
    let erasing: Promise<unknown> | undefined;
    // The erasing ends the turns that run here, and waits for their ends.
    const turns = get(RunningTurns);
    const endAll = turns.endAll.bind(turns);
    let ending = 0;
    turns.endAll = (ids) => {
      ending++;
      return endAll(ids).finally(() => ending--);
    };
    // The model answers when the erasing is over.
    p.runtime.answer = async ({ text }, signal) => {
      if (erasing) await Promise.race([erasing, once(signal, 'abort')]);
      return `echo: ${text}`;
    };
    await meet({
      isWaiting: () => ending > 0,
      // Each erasing waits for what is under way.
      before: /^(begin|commit|insert into "(transcript|deliveries)")/,
      prepare: async (at) => {
        await write(`robin${at}`, 'a secret');
        return { sender: `robin${at}`, heard: 0 };
      },
      first: ({ sender }) => write(sender, 'another secret'),
      second: async (state) => {
        const { sender } = state;
        state.heard = (await outcomesOf(sender)).length;
        erasing = get(PersonFinder)
          .find({ channel: FAKE, sender })
          .then((person) => get(People).erase(SYSTEM, person));
        await erasing.finally(() => (erasing = undefined));
      },
      check: async ({ sender, heard }, ...ends) => {
        expect(statusesOf(...ends)).toEqual(['fulfilled', 'fulfilled']);
        await idle();
        const lines = p.db.on().selectFrom('transcript').select('text');
        const left = await lines.where('conversation_id', '=', `chat-${sender}`).execute();
        // A message that comes after the erasing is one of a stranger.
        const expected = heard < 2 ? ['another secret', 'echo: another secret'] : [];
        expect(left.map(({ text }) => text)).toEqual(expected);
      },
    });
  });

  it('store the tool list of either of two replicas whole, and keep what was accepted', async () => {
    const pins = new ToolPins(interleaving.database.db, new FakeClock());
    const list = (server: string, definition: string) => ({
      server,
      origin: 'a',
      offered: new Map([['read', definition as never]]),
    });
    await meet(
      {
        prepare: async (at) => {
          await pins.note(list(`desk${at}`, 'old'));
          return `desk${at}`;
        },
        first: (server) => pins.note(list(server, 'one')),
        second: (server) => pins.note(list(server, 'two')),
        check: async (server, ...ends) => {
          expect(statusesOf(...ends)).toEqual(['fulfilled', 'fulfilled']);
          const [pin] = (await pins.all()).filter((each) => each.server === server);
          expect(pin).toMatchObject({ accepted: 'old', offered: expect.stringMatching(/^(one|two)$/) });
        },
      },
      leastIn(1, 4),
    );
  });

  it('count each request of a key once, whichever replica it reaches', async () => {
    const clock = new FakeClock(Date.now());
    const replica = () =>
      new WindowStorage(new RateLimitRepository(interleaving.database.db), interleaving.database.db, clock);
    const [one, other] = [replica(), replica()];
    const count = (storage: WindowStorage, key: string) => storage.increment(key, 60_000, 1, 0, 'minute');
    await meet(
      {
        prepare: (at) => `key_${at}`,
        first: (key) => count(one, key),
        second: (key) => count(other, key),
        check: (_key, ...ends) => {
          const blocked = ends.map((end) => end.status === 'fulfilled' && end.value.isBlocked);
          expect(blocked.toSorted()).toEqual([false, true]);
        },
      },
      1,
    );
  });

  it('never spend more than a budget has', async () => {
    const budgets = [{ name: 'each', per: 'sender', tokensPerDay: 2_000 }];
    const options = { config: { usage: { budgets } } };
    const meters = [
      (await start(options)).module.get(ModelMeter),
      (await start(options)).module.get(ModelMeter),
    ];
    const reserve = (replica: number, sender: string) => {
      const input = turnOf(sender, `evt_${sender}_${replica}`);
      const planned = { input, inputTokens: () => 500, maxOutputTokens: 1_000 };
      return meters[replica]!.reserve(planned, AbortSignal.timeout(200));
    };
    await meet(
      {
        prepare: (at) => `ann${at}`,
        first: (sender) => reserve(0, sender),
        second: (sender) => reserve(1, sender),
        check: async (sender, ...ends) => {
          const given = ends.map((end) => (end.status === 'fulfilled' ? 500 + end.value.maxOutputTokens : 0));
          expect(given.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(2_000);
          const counts = p.db
            .on()
            .selectFrom('budget_counts')
            .select('used')
            .where('subject', '=', `fake:${sender}`);
          const used = (await counts.execute()).map((count) => count.used);
          expect(used).not.toEqual([]);
          expect(Math.max(...used)).toBeLessThanOrEqual(2_000);
        },
      },
      1,
    );
  });
});
