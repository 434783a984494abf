import { Conversations, OperatorMessages, Timelines } from '../../src/operator/index.js';
import {
  type AccountId,
  DEFAULT_ACCOUNT,
  type OwnActivity,
  type RemoteMessageId,
} from '../../src/channels/index.js';
import { HoldsInForce } from '../../src/conversations/holds/holds-in-force.js';
import { HoldsRepository } from '../../src/conversations/holds/holds.repository.js';
import { OwnActivities } from '../../src/inbound/sinks/own-activity.service.js';
import { Footprint } from '../../src/people/person.js';
import { DATABASES, type TestDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';
import { FAKE } from '../support/fake-channel.js';
import { at, holdWorld, OPEN_END, OPERATOR } from '../support/hold-world.js';
import { personalRows } from '../support/personal-rows.js';
import { hangingAnswer, type Pipeline, transcriptIn } from '../support/pipeline.js';

describe.each(DATABASES)('a held conversation on %s', (dialect, open) => {
  const holds = holdWorld(open);
  const { world, of, hold, release, say, outcomes, actions } = holds;
  let p: Pipeline;
  const start = async (...options: Parameters<typeof holds.start>) => (p = await holds.start(...options));
  const told = (text: string) =>
    p.runtime.asked
      .find((each) => each.text === text)!
      .history.map(({ role, kind, from, text: said }) => `${role} ${kind} ${from?.id ?? '-'}: ${said}`);

  it('gets no answer, receipt or typing; its messages are heard, and others are answered', async () => {
    await start();
    await hold();
    await say('anybody there?');
    await say('hello', 'ben');
    expect(p.connector.textsTo('ann')).toEqual([]);
    expect(p.connector.textsTo('ben')).toEqual(['echo: hello']);
    expect([p.connector.typed, p.connector.read]).toEqual([['chat-ben'], ['chat-ben']]);
    expect(await outcomes()).toEqual(['heard held', 'turn']);
    expect(p.runtime.asked.map(({ text }) => text)).toEqual(['hello']);
  });

  it('is explained by its last message, also once it is handed back', async () => {
    await start();
    await hold();
    await say('anybody there?');
    await release(true);
    await world.idle(p);
    const [conversation] = await p.module.get(Conversations, { strict: false }).list({ limit: 1 });
    const { event, steps } = await p.module.get(Timelines, { strict: false }).timelineOf(conversation!.id);
    expect(event.outcome).toBe('turn');
    expect(steps.map(({ step }) => step)).toContain('turn');
  });

  it('keeps pairing, refusals, commands and operators’ sends as they are', async () => {
    await start();
    p.connector.settings = { ...p.connector.settings, dmPolicy: 'pairing' };
    await hold('eve');
    await say('hi', 'eve');
    expect(p.connector.textsTo('eve')[0]).toContain('pairing code');
    await hold('ops');
    await say('/whoami', 'ops');
    expect(p.connector.textsTo('ops')[0]).toContain('sender: ops');
    await say('/new and a question', 'ops');
    expect(await outcomes()).toEqual(['pairing not-paired', 'command /whoami', 'heard held']);
    await p.module
      .get(OperatorMessages, { strict: false })
      .send(OPERATOR, { channel: FAKE, target: 'chat-ops', message: 'from a person' });
    await eventually(() => p.connector.textsTo('ops').includes('from a person'));
  });

  it('gives the assistant the messages with their authors afterwards, and a note about the handback', async () => {
    await start();
    await say('before');
    await hold();
    await say('is it you?');
    await p.module
      .get(OperatorMessages, { strict: false })
      .send(OPERATOR, { channel: FAKE, target: 'chat-ann', message: 'no, this is Ben' });
    await release();
    await world.idle(p);
    expect(p.connector.textsTo('ann')).toEqual(['echo: before', 'no, this is Ben']);
    await say('and now?');
    const [, , taken, asked, answered, back] = told('and now?');
    expect(taken).toMatch(/^user notice gateway: A person has taken over this conversation from you/);
    expect([asked, answered]).toEqual([
      'user heard ann: is it you?',
      'user heard token:ops: no, this is Ben',
    ]);
    expect(back).toMatch(
      /^user notice gateway: A person held .* from 20.* to 20.* UTC .*it is your turn again/,
    );
    expect(told('and now?')).toHaveLength(6);
    expect(p.connector.textsTo('ann').at(-1)).toBe('echo: and now?');
  });

  it('answers its last open message once when it is handed back so, however often and wherever', async () => {
    const other = await start();
    if (dialect === 'PostgreSQL') await start();
    await hold();
    await say('first');
    await say('last');
    const all = await Promise.all([release(true), release(true, other), release(true), release(true, other)]);
    expect(all.filter(({ answers }) => answers !== undefined)).toHaveLength(1);
    const both = [...new Set([p, other])];
    const answered = () => both.flatMap(({ connector }) => connector.textsTo('ann'));
    await eventually(() => answered().length > 0, { what: 'the answer' });
    await world.idle(p);
    expect(answered()).toEqual(['echo: last']);
    expect(await outcomes()).toEqual(['heard held', 'turn']);
    const asked = both.flatMap(({ runtime }) => runtime.asked)[0]!;
    expect(asked.history.map(({ text }) => text)).toContain('first');
    const kinds = (await transcriptIn(p.db)).filter(({ text }) => text === 'last').map(({ kind }) => kind);
    expect(kinds).toEqual(['turn']);
  });

  it('has nothing to answer when its last message was taken back, and answers an edited one as it is', async () => {
    await start();
    await hold();
    await p.connector.receive('ann', 'old', { messageId: 'm1' as RemoteMessageId });
    await world.idle(p);
    await p.connector.happens('ann', { type: 'edited', messageId: 'm1' as RemoteMessageId, text: 'new' });
    await world.idle(p);
    await release(true);
    await eventually(() => p.connector.textsTo('ann').length > 0);
    expect(p.connector.textsTo('ann')).toEqual(['echo: new']);
    await hold();
    await p.connector.receive('ann', 'oops', { messageId: 'm2' as RemoteMessageId });
    await world.idle(p);
    await p.connector.happens('ann', { type: 'unsent', messageId: 'm2' as RemoteMessageId });
    await world.idle(p);
    expect((await release(true)).answers).toBeUndefined();
  });

  it('ends a running turn, and those that wait behind it, on each replica within a second', async () => {
    await start();
    const { until } = hangingAnswer();
    p.runtime.answer = async (_, signal) => {
      await until(signal);
      return 'an answer';
    };
    await p.connector.receive('ann', 'one');
    await p.connector.receive('ann', 'two');
    await eventually(() => p.runtime.asked.length > 0);
    const running = p;
    const other = dialect === 'PostgreSQL' ? await start() : p;
    await of(other).hold(OPERATOR, at('ann'), OPEN_END);
    await eventually(async () => (await outcomes()).every((each) => each === 'heard held'), {
      what: 'the end of both',
    });
    expect(running.connector.textsTo('ann')).toEqual([]);
    expect(running.runtime.asked).toHaveLength(1);
    running.runtime.answer = ({ text }) => `echo: ${text}`;
    expect((await release(true)).answers).toBeDefined();
  });

  it('keeps what was said of an answer in blocks, as a stop does', async () => {
    await start();
    p.connector.settings = { ...p.connector.settings, blockStreaming: true };
    const { until } = hangingAnswer();
    p.runtime.stream = async function* (_, signal) {
      yield { kind: 'text', text: `${'a'.repeat(200)}\n\nrest` };
      await until(signal);
    };
    await p.connector.receive('ann', 'at length');
    await eventually(() => p.connector.textsTo('ann').length === 1);
    await hold();
    await eventually(async () => (await outcomes())[0] === 'stopped held');
    expect(p.connector.textsTo('ann')).toEqual(['a'.repeat(200)]);
    expect((await release(true)).answers).toBeUndefined();
  });

  it('is answered again when its time is over, with the line about it before the next message', async () => {
    await start();
    await hold('ann', { until: Date.now() + 400, note: null });
    // The next look fails, as in an outage of the database.
    const repository = p.module.get(HoldsRepository, { strict: false });
    const all = repository.all.bind(repository);
    let looks = 0;
    repository.all = () => (++looks === 1 ? Promise.reject(new Error('no connection')) : all());
    await say('too early');
    // Also where no one writes.
    await eventually(async () => (await actions())[0] === 'system conversation.released', {
      what: 'the recorded end of the hold',
    });
    await say('in time');
    expect(told('in time')).toEqual([
      expect.stringContaining('taken over this conversation'),
      'user heard ann: too early',
      expect.stringContaining('it is your turn again'),
    ]);
    expect(p.connector.textsTo('ann')).toEqual(['echo: in time']);
    expect(await actions()).toEqual(['system conversation.released', 'token:ops conversation.held']);
  });

  it('may be changed, keeps its beginning, and is audited and told once for each change', async () => {
    await start();
    const first = await hold();
    // Each field for itself: the end, by which most holds do not differ, is not all of a hold.
    expect(await hold('ann', { until: null, note: 'refund' })).toMatchObject({ until: null, note: 'refund' });
    const until = Date.now() + 60_000;
    expect(await hold('ann', { until, note: 'refund' })).toMatchObject({
      since: first.since,
      until,
      note: 'refund',
      by: 'token:ops',
    });
    await hold('ann', { until, note: 'refund' });
    expect(await actions()).toEqual(Array(3).fill('token:ops conversation.held'));
    await release();
    expect((await release()).hold).toBeUndefined();
    const notices = (await transcriptIn(p.db)).map(({ kind }) => kind);
    expect(notices).toEqual(['notice', 'notice']);
  });

  it('is taken and handed back by operators in the chat, and by no one else', async () => {
    await start();
    await say('/hold', 'ann');
    expect(p.connector.textsTo('ann')[0]).toContain('Only operators can use');
    await say('/hold 2h lunch', 'ops');
    expect(p.connector.textsTo('ops')[0]).toMatch(/is silent here until 20.* UTC or \/release/);
    expect(await of(p).list()).toMatchObject([{ by: 'sender:fake:ops', note: 'lunch' }]);
    await say('/hold soon', 'ops');
    await say('open question', 'ops');
    await say('/release answer', 'ops');
    await eventually(() => p.connector.textsTo('ops').includes('echo: open question'));
    expect(p.connector.textsTo('ops')[2]).toContain('answers the last message');
    await say('/release', 'ops');
    expect(p.connector.textsTo('ops').at(-1)).toBe('This conversation is not held.');
  });

  it('is listed among the held ones until it is released, and not for a chat of the same id elsewhere', async () => {
    await start();
    const heard = [at('ann'), { ...at('ann'), account: 'other' as AccountId }];
    for (const { account } of heard) {
      p.connector.settings = { ...p.connector.settings, account };
      await p.connector.receive('ann', 'hello', { account });
      await world.idle(p);
    }
    const list = async (filter: object = {}) =>
      (await p.module.get(Conversations, { strict: false }).list({ limit: 9, ...filter })).map(
        ({ account, conversation_id: conversation }) => ({ channel: FAKE, account, conversation }),
      );
    expect(await list()).toHaveLength(2);
    await hold();
    expect(await list({ heldAt: Date.now() })).toEqual([at('ann')]);
    await release();
    expect(await list({ heldAt: Date.now() })).toEqual([]);
  });

  describe('where the owner writes with the account', () => {
    let count = 0;
    const writeByHand = (text: string, occurredAt = Date.now()) => {
      const messageId = `own-${++count}` as RemoteMessageId;
      return act({ kind: 'message', messageId, text, attachments: [] }, messageId, occurredAt);
    };
    const act = (what: OwnActivity['what'], inboxKey: string, occurredAt = Date.now()) => {
      const conversation = { id: at('ann').conversation, kind: 'direct' } as const;
      return p.module.get(OwnActivities, { strict: false }).recordActivity({
        channel: FAKE,
        account: DEFAULT_ACCOUNT,
        inboxKey,
        conversation,
        occurredAt,
        isLate: false,
        what,
      });
    };

    it('is held for the configured time, which each message restarts', async () => {
      await start({ holdOnOwnMessage: 10 });
      await say('hello');
      const before = Date.now();
      expect(await writeByHand('I am here myself')).toBe(true);
      const [first] = await of(p).list();
      expect(first).toMatchObject({ by: 'account-owner' });
      expect(first!.until! - before).toBeGreaterThanOrEqual(599_000);
      await writeByHand('and again');
      expect(await actions()).toEqual(['account-owner conversation.held']);
      await writeByHand('right now', Date.now() + 120_000);
      expect((await of(p).list())[0]!.until! - first!.until!).toBeGreaterThanOrEqual(119_000);
      await eventually(() => p.module.get(HoldsInForce, { strict: false }).isHeld(at('ann')));
      await say('good');
      await release();
      await say('next');
      expect(told('next')).toContain('user heard account-owner: I am here myself');
      expect(p.connector.textsTo('ann')).toEqual(['echo: hello', 'echo: next']);
    });

    it.each([
      ['without an end', null],
      ['with a later end', Date.now() + 3_600_000],
    ])('stays held %s, as an operator holds it', async (_, until) => {
      await start({ holdOnOwnMessage: 10 });
      await say('hello');
      const held = await hold('ann', { until, note: 'refund' });
      expect(await writeByHand('I am here myself')).toBe(true);
      expect(await of(p).list()).toEqual([held]);
    });

    it('is held for longer, with the note of the operator who held it', async () => {
      await start({ holdOnOwnMessage: 10 });
      await say('hello');
      const { until } = await hold('ann', { until: Date.now() + 60_000, note: 'refund' });
      await writeByHand('I am here myself');
      const [held] = await of(p).list();
      expect(held).toMatchObject({ by: 'account-owner', note: 'refund' });
      expect(held!.until).toBeGreaterThan(until!);
    });

    it('is not held by default, by an old message, a change or a send of ours', async () => {
      await start();
      await writeByHand('hello');
      expect(await of(p).list()).toEqual([]);
      await start({ holdOnOwnMessage: 10 });
      await writeByHand('long ago', Date.now() - 3_600_000);
      await say('hello');
      await writeByHand('echo: hello');
      expect(await act({ kind: 'change', change: { type: 'renamed', name: 'Us' } }, 'renamed')).toBe(true);
      expect(await of(p).list()).toEqual([]);
    });
  });
});

describe.each(DATABASES)('the table of holds on %s', (_, open) => {
  let test: TestDatabase;
  beforeEach(async () => void (test = await open()));
  afterEach(() => test.close());

  it.each(['channel', 'account', 'conversation'])('has another one for another %s', async (field) => {
    const { db } = test;
    const sut = new HoldsRepository(db, new FakeClock());
    const [here, there] = [at('ann'), { ...at('ann'), [field]: 'other' }];
    await db.transaction(async (tx) => {
      for (const [id, { channel, account, conversation }] of Object.entries({ cnv_1: here, cnv_2: there }))
        await db
          .on(tx)
          .insertInto('conversations')
          .values({
            id,
            channel,
            account,
            conversation_id: conversation,
            kind: 'direct',
            created_at: 1,
            last_message_at: 1,
          })
          .execute();
      expect([await sut.idOf(tx, here), await sut.idOf(tx, there)]).toEqual(['cnv_1', 'cnv_2']);
      await sut.upsert(tx, here, 'token:one', OPEN_END);
      expect(await sut.find(tx, there)).toBeUndefined();
      await sut.upsert(tx, there, 'token:two', OPEN_END);
      expect([await sut.find(tx, here), await sut.find(tx, there)]).toMatchObject([
        { by: 'token:one' },
        { by: 'token:two' },
      ]);
      await sut.noteOpen(tx, there, { eventId: 'evt_1', sessionKey: 's', payload: '{}' });
      expect(await sut.remove(tx, there, 'any')).toMatchObject({
        by: 'token:two',
        open: { eventId: 'evt_1' },
      });
      const left = await sut.remove(tx, here, 'any');
      expect([left?.by, left?.open]).toEqual(['token:one', undefined]);
    });
  });
});

describe.each(DATABASES)('the holds about a person on %s', (_, open) => {
  let test: TestDatabase;
  beforeEach(async () => void (test = await open()));
  afterEach(() => test.close());

  const PHONE = '+12025550143';
  const placed = (conversation: string, account = 'a') => ({
    channel: 'imbridge',
    account,
    conversation_id: conversation,
  });
  type Place = ReturnType<typeof placed>;
  const holdAt = (place: Place, more: object = {}) => ({
    ...place,
    held_at: 1,
    ends_at: null,
    held_by: 'token:ops',
    note: null,
    open_event: null,
    open_session: null,
    open_payload: null,
    ...more,
  });
  const breakAt = (place: Place, id: string) => ({
    ...place,
    id,
    rounds: 1,
    times: 2,
    broken_at: 3,
    ends_at: 4,
  });
  const openOf = (event: string) => ({ open_event: event, open_session: 's', open_payload: '"hello"' });
  const nothing = { open_event: null, open_session: null, open_payload: null };

  it('are those of their chat; others keep neither their message nor their name', async () => {
    const { db } = test;
    const rows = {
      theirs: holdAt(placed('chat-1'), openOf('evt_0')),
      account: holdAt(placed('chat-1', 'b'), { note: 'of another account' }),
      waiting: holdAt(placed('group-1'), openOf('evt_1')),
      other: holdAt(placed('group-2'), openOf('evt_2')),
      taken: holdAt(placed('group-3'), { held_by: `sender:imbridge:${PHONE}` }),
      noted: holdAt(placed('group-4'), { note: `ask ${PHONE} first` }),
      longer: holdAt(placed('group-5'), { held_by: `sender:imbridge:${PHONE}4`, note: `not ${PHONE}4` }),
    };
    const breaks = [breakAt(placed('chat-1'), 'lpb_1'), breakAt(placed('group-1'), 'lpb_2')];
    await db.on().insertInto('holds').values(Object.values(rows)).execute();
    await db.on().insertInto('loop_breaks').values(breaks).execute();
    const addresses = [{ channel: 'imbridge', account: 'a', senderId: PHONE }];
    const footprint = new Footprint({ addresses, userId: null, pseudonym: 'erased_x' });
    footprint.addPlace({ channel: 'imbridge', account: 'a', conversation: 'chat-1' });
    footprint.events.add('evt_1');
    const sut = personalRows(db);
    const listed = async () => {
      const found: unknown[] = [];
      for await (const each of sut.list(footprint)) found.push(each);
      return found;
    };
    const { open_session: _session, ...shown } = rows.theirs;
    expect(await listed()).toEqual([
      { kind: 'holds', record: shown },
      { kind: 'loop_breaks', record: breaks[0] },
    ]);
    await sut.erase(footprint);
    expect(await listed()).toEqual([]);
    const left = db
      .on()
      .selectFrom('holds')
      .selectAll()
      .orderBy('account', 'desc')
      .orderBy('conversation_id');
    expect(await left.execute()).toEqual([
      rows.account,
      { ...rows.waiting, ...nothing },
      rows.other,
      { ...rows.taken, held_by: 'sender:imbridge:erased_x' },
      { ...rows.noted, note: 'ask erased_x first' },
      rows.longer,
    ]);
    expect(await db.on().selectFrom('loop_breaks').selectAll().execute()).toEqual([breaks[1]]);
  });
});
