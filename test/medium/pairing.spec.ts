import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { SYSTEM } from '../../src/access-control/index.js';
import { DEFAULT_ACCOUNT } from '../../src/channels/index.js';
import { InboundGate } from '../../src/conversations/gate/inbound-gate.service.js';
import { CODE_LIFETIME_MS, PairingService } from '../../src/pairing/index.js';
import { PairingRepository, type PairingRequest } from '../../src/pairing/pairing.repository.js';
import { DATABASES, type TestDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { only } from '../support/fake-channel.js';
import { FAKE } from '../support/fake-connector.js';
import { FakeClock } from '../support/fake-clock.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const CODE = /\b[A-Z0-9]{8}\b/;

describe.each(DATABASES)('pairing on %s', (_, open) => {
  const { start, idle } = pipelineWorld(open);

  it('gives an unknown sender one code, shows the model nothing, and answers once they are let in', async () => {
    const p = await start();
    await p.connector.receive('ann', 'hello?');
    await eventually(() => p.connector.sent.length === 1);
    await p.connector.receive('ann', 'anyone there?');
    await idle(p);
    expect(p.connector.textsTo('ann')).toHaveLength(1);
    expect(p.runtime.asked).toEqual([]);

    const code = CODE.exec(p.connector.textsTo('ann')[0]!)![0];
    await p.module
      .get(PairingService, { strict: false })
      .approve(SYSTEM, { channel: FAKE, code: code.toLowerCase() });
    await p.connector.receive('ann', 'and now?');
    await eventually(() => p.connector.sent.length === 2);
    expect(p.connector.textsTo('ann')[1]).toBe('echo: and now?');
    expect(p.runtime.asked.map(({ text, history }) => [text, history])).toEqual([['and now?', []]]);
  });

  it('logs the command that lists the request and the time of an answer, without a whole address or code', async () => {
    const log = jest.spyOn(Logger.prototype, 'log').mockReturnValue();
    // The texts; the field `conversation_id` names the conversation as its channel does (ADR 0097).
    const lines = () => log.mock.calls.map(([line]) => (line as { msg?: string }).msg ?? String(line));
    const p = await start();
    await p.connector.receive('+12025550143', 'hello?');
    await eventually(() => p.connector.sent.length === 1);
    await idle(p);
    const [code] = CODE.exec(p.connector.textsTo('+12025550143')[0]!)!;
    expect(lines()).toContain('+12025… requests access: gatehouse pairing list fake');
    await p.module.get(PairingService, { strict: false }).approve(SYSTEM, { channel: FAKE, code });
    await p.connector.receive('+12025550143', 'and now?');
    await idle(p);
    expect(lines()).toContainEqual(expect.stringMatching(/^answered on fake in \d+\.\d s$/));
    expect(lines().filter((line) => line.includes('2025550143') || line.includes(code))).toEqual([]);
    log.mockRestore();
  });

  it('gives out no code that another waiting request of the channel has', async () => {
    const p = await start();
    const repository = p.module.get(PairingRepository, { strict: false });
    const lookUp = jest.spyOn(repository, 'pendingBy').mockResolvedValueOnce({} as PairingRequest);
    await p.connector.receive('ann', 'hello?');
    await eventually(() => p.connector.sent.length === 1);
    const [taken, free] = lookUp.mock.calls.map(([, selector]) => selector);
    expect(taken).toEqual({ channel: FAKE, code: expect.stringMatching(CODE) });
    expect(free).toEqual({ channel: FAKE, code: CODE.exec(p.connector.textsTo('ann')[0]!)![0] });
    expect(free).not.toEqual(taken);
  });

  it('drops a message written before its sender got access, even when it arrives later', async () => {
    const p = await start();
    await p.connector.receive('ann', 'hello?');
    await eventually(() => p.connector.sent.length === 1);
    const pairing = p.module.get(PairingService, { strict: false });
    const [request] = await pairing.list({ status: 'pending', limit: 1 });
    await pairing.approve(SYSTEM, { id: request!.id });
    await p.connector.receive('ann', 'written while the gateway was down', {
      occurredAt: Date.now() - 60_000,
      isLate: true,
    });
    await p.connector.receive('ann', 'fresh');
    await eventually(() => p.runtime.asked.length === 1);
    await idle(p);
    expect(p.runtime.asked[0]!.text).toBe('fresh');
  });

  it("drops a message received before its sender got access, whatever time the sender's clock says", async () => {
    const p = await start();
    await p.connector.receive('ann', 'hello?');
    await eventually(() => p.connector.sent.length === 1);
    await idle(p);
    const gate = p.module.get(InboundGate, { strict: false });
    const approved = Promise.withResolvers<undefined>();
    const judge = gate.judge.bind(gate);
    jest.spyOn(gate, 'judge').mockImplementationOnce(async (stored) => {
      await approved.promise;
      return judge(stored);
    });
    await p.connector.receive('ann', 'too early', { occurredAt: Date.now() + 3_600_000, isLate: true });
    const pairing = p.module.get(PairingService, { strict: false });
    const [request] = await pairing.list({ status: 'pending', limit: 1 });
    await pairing.approve(SYSTEM, { id: request!.id });
    approved.resolve(undefined);
    await p.connector.receive('ann', 'fresh');
    await eventually(() => p.runtime.asked.length > 0);
    await idle(p);
    expect(p.runtime.asked.map(({ text }) => text)).toEqual(['fresh']);
  });

  it('expires a code after an hour, and gives a new one', async () => {
    const clock = new FakeClock(Date.now());
    const p = await start({ clock });
    await p.connector.receive('ann', 'one');
    await eventually(() => p.connector.sent.length === 1);
    const pairing = p.module.get(PairingService, { strict: false });
    const code = CODE.exec(p.connector.textsTo('ann')[0]!)![0];
    clock.advance(CODE_LIFETIME_MS);
    await expect(pairing.approve(SYSTEM, { channel: FAKE, code })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await pairing.list({ limit: 10 })).toMatchObject([{ status: 'expired' }]);
    await p.connector.receive('ann', 'two', { occurredAt: clock.now() });
    await eventually(() => p.connector.sent.length === 2);
    expect(CODE.exec(p.connector.textsTo('ann')[1]!)![0]).not.toBe(code);
  });

  it('uses the last request of a sender, although the clock was set back before it', async () => {
    const clock = new FakeClock(Date.now());
    const p = await start({ clock });
    const pairing = p.module.get(PairingService, { strict: false });
    const sender = { channel: FAKE, account: DEFAULT_ACCOUNT, senderId: 'ann' };
    const ask = () => p.db.transaction((tx) => pairing.requestAccess(tx, sender));
    await ask();
    const [first] = await pairing.list({ limit: 1 });
    await pairing.approve(SYSTEM, { id: first!.id });
    clock.advance(-CODE_LIFETIME_MS);
    expect([(await ask()).kind, await ask()]).toEqual([
      'created',
      { kind: 'ignored', reason: 'pairing-pending' },
    ]);
  });

  it('gives a code when three others have expired', async () => {
    const clock = new FakeClock(Date.now());
    const p = await start({ clock });
    for (const name of ['ann', 'ben', 'cem']) await p.connector.receive(name, 'hi').then(() => idle(p));
    clock.advance(CODE_LIFETIME_MS);
    await p.connector.receive('dan', 'hi', { occurredAt: clock.now() });
    await eventually(() => p.connector.textsTo('dan').length === 1);
    expect(p.connector.textsTo('dan')[0]).toMatch(CODE);
  });

  it('keeps three requests, one for each sender, when all ask at the same time', async () => {
    const p = await start();
    const pairing = p.module.get(PairingService, { strict: false });
    const ask = (senderId: string) =>
      p.db.transaction((tx) =>
        pairing.requestAccess(tx, { channel: FAKE, account: DEFAULT_ACCOUNT, senderId }),
      );
    const names = ['ann', 'ann', 'ben', 'ben', 'cem', 'cem', 'dan', 'dan'];
    const answers = await Promise.all(names.map(ask));
    expect(answers.filter(({ kind }) => kind === 'created')).toHaveLength(3);
    const asked = (await pairing.list({ limit: 9 })).map(({ senderId }) => senderId);
    expect([asked.length, new Set(asked).size]).toEqual([3, 3]);
  });

  it.each([
    ['channel', { channel: 'other' }],
    ['account', { account: 'other' }],
  ])('counts and remembers the requests of another %s apart', async (_field, other) => {
    const p = await start();
    const pairing = p.module.get(PairingService, { strict: false });
    const ask = async (senderId: string, place = {}) => {
      const sender = { channel: FAKE, account: DEFAULT_ACCOUNT, senderId, ...place };
      const answer = await p.db.transaction((tx) => pairing.requestAccess(tx, sender));
      return answer.kind === 'ignored' ? answer.reason : answer.kind;
    };
    await ask('ann');
    const [{ id }] = (await pairing.list({ limit: 1 })) as [PairingRequest];
    await pairing.deny(SYSTEM, { id });
    for (const name of ['ben', 'cem', 'dan']) expect(await ask(name)).toBe('created');
    expect([await ask('ann'), await ask('eve')]).toEqual(['pairing-denied', 'pairing-full']);
    for (const name of ['ann', 'ben', 'eve'])
      expect([name, await ask(name, other)]).toEqual([name, 'created']);
    expect(await ask('fay', other)).toBe('pairing-full');
  });

  it('takes a code only in its own channel', async () => {
    const p = await start();
    const pairing = p.module.get(PairingService, { strict: false });
    const sender = { channel: FAKE, account: DEFAULT_ACCOUNT, senderId: 'ann' };
    await p.db.transaction((tx) => pairing.requestAccess(tx, sender));
    const [{ code }] = (await pairing.list({ limit: 1 })) as [PairingRequest];
    await expect(pairing.approve(SYSTEM, { channel: 'other', code })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await pairing.approve(SYSTEM, { channel: FAKE, code })).toMatchObject({ status: 'approved' });
  });

  it('has one decision when two operators decide at the same time', async () => {
    const p = await start();
    const pairing = p.module.get(PairingService, { strict: false });
    const accounts = ['a', 'b', 'c', 'd', 'e'];
    for (const account of accounts)
      await p.db.transaction((tx) => pairing.requestAccess(tx, { channel: FAKE, account, senderId: 'ann' }));
    for (const { id } of await pairing.list({ limit: 9 })) {
      const ends = await Promise.allSettled([
        pairing.approve(SYSTEM, { id }),
        pairing.deny(SYSTEM, { id }),
        pairing.approve(SYSTEM, { id }),
      ]);
      expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    }
    expect(await pairing.list({ limit: 9, status: 'pending' })).toEqual([]);
  });

  it('keeps at most three open requests, and does not answer a denied sender', async () => {
    const p = await start();
    for (const name of ['ann', 'ben', 'cem', 'dan']) {
      await p.connector.receive(name, 'hi');
      await idle(p);
    }
    expect(p.connector.sent.map(({ conversation }) => conversation).sort()).toEqual([
      'chat-ann',
      'chat-ben',
      'chat-cem',
    ]);
    const pairing = p.module.get(PairingService, { strict: false });
    const [first] = await pairing.list({ limit: 1 });
    await pairing.deny(SYSTEM, { id: first!.id });
    await expect(pairing.approve(SYSTEM, { id: first!.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: expect.stringMatching(/^id is not pending: denied by system at 20.+Z$/),
    });
    const [denied] = await pairing.list({ limit: 1, status: 'denied' });
    expect(denied?.decision).toEqual({ by: 'system', at: expect.any(Number) });
    await p.connector.receive('ann', 'please');
    await p.connector.receive('dan', 'me?');
    await eventually(() => p.connector.textsTo('dan').length === 1);
    await idle(p);
    expect(p.connector.textsTo('ann')).toHaveLength(1);
  });

  it("gives an unknown sender a code while another sender's turn runs", async () => {
    const p = await start();
    p.connector.settings = {
      ...p.connector.settings,
      allowFrom: only('ann'),
    };
    const hang = Promise.withResolvers<string>();
    p.runtime.answer = () => hang.promise;
    await p.connector.receive('ann', 'a long question');
    await eventually(() => p.runtime.asked.length === 1);
    await p.connector.receive('ben', 'hello?');
    await eventually(() => p.connector.textsTo('ben').length === 1, {
      what: 'a code while the model is at work',
    });
    hang.resolve('done');
    await eventually(() => p.connector.textsTo('ann').length === 1);
  });

  it("answers a sender with access although the sender's clock is wrong", async () => {
    const p = await start();
    await p.connector.receive('ann', 'hello?');
    await eventually(() => p.connector.sent.length === 1);
    const pairing = p.module.get(PairingService, { strict: false });
    const [request] = await pairing.list({ status: 'pending', limit: 1 });
    await pairing.approve(SYSTEM, { id: request!.id });
    await p.connector.receive('ann', 'now', { occurredAt: Date.now() - 600_000 });
    await eventually(() => p.connector.sent.length === 2);
  });

  it('stores no text of a sender who is not admitted', async () => {
    const p = await start();
    await p.connector.receive('ann', 'my secret words');
    await idle(p);
    const rows = await p.db.on().selectFrom('inbound_events').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('my secret words');
    expect(await p.db.on().selectFrom('transcript').selectAll().execute()).toEqual([]);
  });
});

describe.each(DATABASES)('pairing requests on %s', (_, open) => {
  const NOW = 1_000_000;
  const PLACE = { channel: 'a', account: 'one' };
  const PENDING: PairingRequest = {
    ...PLACE,
    id: 'pair_1',
    senderId: 'ann',
    senderName: 'Ann',
    askedIn: { conversationId: 'chat', threadId: 'thread' },
    code: 'AAAAAAAA',
    status: 'pending',
    createdAt: NOW,
    expiresAt: NOW + CODE_LIFETIME_MS,
    decision: undefined,
  };
  const DECIDED = { at: NOW + 1, by: 'owner' };
  let database: TestDatabase;
  let sut: PairingRepository;

  beforeEach(async () => {
    database = await open();
    sut = new PairingRepository(database.db);
  });
  afterEach(() => database.close());

  const inTx = <T>(work: Parameters<typeof database.db.transaction<T>>[0]) => database.db.transaction(work);
  const insert = (...changes: Partial<PairingRequest>[]) =>
    inTx(async (tx) => {
      for (const change of changes) await sut.insert(tx, { ...PENDING, ...change });
    });
  const decide = (id: string, status: 'approved' | 'denied') =>
    inTx((tx) => sut.decide(tx, id, { status, ...DECIDED }));
  const idsOf = (requests: readonly PairingRequest[]) => requests.map(({ id }) => id);

  it('are read as they were asked, with the decision once there is one', async () => {
    await insert(PENDING, { id: 'pair_2', code: 'BBBBBBBB', askedIn: undefined, senderName: null });
    await insert({ id: 'pair_3', code: 'CCCCCCCC', askedIn: { conversationId: 'chat' } });
    await decide('pair_3', 'denied');
    expect(await sut.page({ limit: 9 }, NOW)).toEqual([
      PENDING,
      { ...PENDING, id: 'pair_2', code: 'BBBBBBBB', askedIn: undefined, senderName: null },
      {
        ...PENDING,
        id: 'pair_3',
        code: 'CCCCCCCC',
        askedIn: { conversationId: 'chat', threadId: undefined },
        status: 'denied',
        decision: DECIDED,
      },
    ]);
  });

  it.each([
    ['channel', { channel: 'b' }],
    ['account', { account: 'two' }],
    ['sender', { senderId: 'ben' }],
  ])('are distinguished by the %s of their sender', async (_field, other) => {
    await insert(PENDING, { ...other, id: 'pair_2', code: 'BBBBBBBB' });
    expect((await sut.latestOf(PENDING, NOW))?.id).toBe('pair_1');
    expect((await sut.latestOf({ ...PENDING, ...other }, NOW))?.id).toBe('pair_2');
  });

  it('are counted for a channel and account while they can be decided', async () => {
    await insert(
      { id: 'pair_1', code: '1' },
      { id: 'pair_2', code: '2', channel: 'b' },
      { id: 'pair_3', code: '3', account: 'two' },
      { id: 'pair_4', code: '4' },
      { id: 'pair_5', code: '5', expiresAt: NOW },
    );
    await decide('pair_4', 'approved');
    expect(await sut.countPending(PLACE, NOW)).toBe(1);
  });

  it('can be decided by their code in their channel, or by their id, while they are pending', async () => {
    await insert(
      PENDING,
      { id: 'pair_2', code: 'BBBBBBBB' },
      { id: 'pair_3', code: 'CCCCCCCC', channel: 'b' },
    );
    await decide('pair_2', 'denied');
    const by = (selector: Parameters<typeof sut.pendingBy>[1], now = NOW) =>
      inTx(async (tx) => (await sut.pendingBy(tx, selector, now))?.id);
    expect(await by({ channel: 'a', code: 'AAAAAAAA' })).toBe('pair_1');
    expect(await by({ channel: 'a', code: 'BBBBBBBB' })).toBeUndefined();
    expect(await by({ channel: 'a', code: 'CCCCCCCC' })).toBeUndefined();
    expect([await by({ id: 'pair_1' }), await by({ id: 'pair_3' })]).toEqual(['pair_1', 'pair_3']);
    expect([await by({ id: 'pair_2' }), await by({ id: 'pair_4' })]).toEqual([undefined, undefined]);
    expect(await by({ id: 'pair_1' }, PENDING.expiresAt - 1)).toBe('pair_1');
    expect(await by({ id: 'pair_1' }, PENDING.expiresAt)).toBeUndefined();
    const found = await inTx((tx) => sut.find(tx, 'pair_2', NOW));
    expect([found?.id, found?.status]).toEqual(['pair_2', 'denied']);
    expect(await inTx((tx) => sut.find(tx, 'pair_4', NOW))).toBeUndefined();
  });

  it('are listed by channel and status, page by page', async () => {
    await insert(
      { id: 'pair_3', code: '3', expiresAt: NOW },
      { id: 'pair_1', code: '1' },
      { id: 'pair_2', code: '2', channel: 'b' },
      { id: 'pair_4', code: '4' },
      { id: 'pair_5', code: '5' },
    );
    await decide('pair_4', 'approved');
    await decide('pair_5', 'denied');
    const list = async (filter: object) => idsOf(await sut.page({ limit: 9, ...filter }, NOW));
    expect(await list({ channel: 'a' })).toEqual(['pair_1', 'pair_3', 'pair_4', 'pair_5']);
    expect(await list({ status: 'pending' })).toEqual(['pair_1', 'pair_2']);
    expect(await list({ status: 'expired' })).toEqual(['pair_3']);
    expect(await list({ status: 'approved' })).toEqual(['pair_4']);
    expect(await list({ status: 'denied' })).toEqual(['pair_5']);
    expect(await list({ after: 'pair_2', limit: 2 })).toEqual(['pair_3', 'pair_4']);
  });

  it('have numbers in the order in which they were stored', async () => {
    expect([await sut.latest(), await sut.numberOf('pair_5')]).toEqual([undefined, 0]);
    await insert({ id: 'pair_2', code: '2' }, { id: 'pair_4', code: '4' }, { id: 'pair_1', code: '1' });
    const last = (await sut.latest())!;
    const since = await sut.since({ after: last - 2, upTo: last, limit: 9 }, NOW);
    expect(since.map(({ id, seq }) => [id, seq])).toEqual([
      ['pair_4', last - 1],
      ['pair_1', last],
    ]);
    expect(idsOf(await sut.since({ after: 0, upTo: last - 1, limit: 9 }, NOW))).toEqual(['pair_2', 'pair_4']);
    expect(idsOf(await sut.since({ after: 0, upTo: last, limit: 1 }, NOW))).toEqual(['pair_2']);
    const numbers = ['pair_4', 'pair_3', 'pair_0'].map((id) => sut.numberOf(id));
    expect(await Promise.all(numbers)).toEqual([last - 1, last - 2, 0]);
  });
});
