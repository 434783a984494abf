import { SYSTEM } from '../../src/access-control/index.js';
import { RuntimeFailure } from '../../src/assistant/index.js';
import type { ConversationId, InboundMessage, RemoteMessageId, SenderId } from '../../src/channels/index.js';
import { CODE_LIFETIME_MS, PairingService } from '../../src/pairing/index.js';
import { DATABASES, type TestDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FAKE } from '../support/fake-connector.js';
import { FakeClock } from '../support/fake-clock.js';
import { type Pipeline, startPipeline } from '../support/pipeline.js';

const CODE = /\b[A-Z0-9]{8}\b/;

describe.each(DATABASES)('the way of a message on %s', (_, open) => {
  let database: TestDatabase;
  let pipeline: Pipeline | undefined;
  const start = async (options: Parameters<typeof startPipeline>[1] = {}) =>
    (pipeline = await startPipeline(database, options));
  const letIn = async ({ connector }: Pipeline) => {
    connector.settings = { ...connector.settings, dmPolicy: 'open' };
  };
  const idle = ({ queue }: Pipeline) =>
    eventually(async () => (await queue.depth()).size === 0, { what: 'an idle queue' });

  beforeEach(async () => {
    database = await open();
  });
  afterEach(async () => {
    await pipeline?.stop();
    await database.close();
  });

  describe('pairing', () => {
    it('gives a stranger one code, shows the model nothing, and answers after the approval', async () => {
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

    it('never shows the model what was written before the approval, even if it is judged after it', async () => {
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

    it('lets a code die after an hour and gives a new one', async () => {
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

    it('keeps at most three requests open, and a denied sender silent', async () => {
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
      await expect(pairing.approve(SYSTEM, { id: first!.id })).rejects.toMatchObject({ code: 'CONFLICT' });
      await p.connector.receive('ann', 'please');
      await p.connector.receive('dan', 'me?');
      await eventually(() => p.connector.textsTo('dan').length === 1);
      await idle(p);
      expect(p.connector.textsTo('ann')).toHaveLength(1);
    });
  });

  it.each([
    ['disabled', { dmPolicy: 'disabled' }],
    ['allowlist with an empty list', { dmPolicy: 'allowlist' }],
  ] as const)('answers nobody under %s', async (_name, settings) => {
    const p = await start();
    p.connector.settings = { ...p.connector.settings, ...settings };
    await p.connector.receive('ann', 'hi');
    await idle(p);
    expect(p.connector.sent).toEqual([]);
    expect(p.runtime.asked).toEqual([]);
  });

  it('answers the listed under allowlist', async () => {
    const p = await start();
    const allowFrom = { anyone: false, keys: new Set(['sender:ann']) };
    p.connector.settings = { ...p.connector.settings, dmPolicy: 'allowlist', allowFrom };
    await p.connector.receive('ben', 'hi');
    await p.connector.receive('ann', 'hi');
    await eventually(() => p.connector.sent.length === 1);
    await idle(p);
    expect(p.connector.textsTo('ann')).toEqual(['echo: hi']);
  });

  it('answers nothing from a group, even to the paired', async () => {
    const p = await start();
    await letIn(p);
    await p.connector.receive('ann', 'hi', { conversation: { id: 'room' as ConversationId, kind: 'group' } });
    await idle(p);
    expect(p.connector.sent).toEqual([]);
  });

  it('drops what it sent itself, however it comes back', async () => {
    const p = await start();
    await letIn(p);
    await p.connector.receive('ann', 'hi');
    await eventually(() => p.connector.sent.length === 1);
    await idle(p);
    await p.connector.receive('ann', 'echo: hi', { messageId: p.connector.sent[0]!.messageId });
    await idle(p);
    expect(p.connector.sent).toHaveLength(1);
  });

  describe('a chat with oneself', () => {
    /** A message in it: what the user writes and what is reflected look the same. */
    const receive = ({ connector }: Pipeline, text: string, more: Partial<InboundMessage> = {}) =>
      connector.receive('me', text, { sender: { id: 'me' as SenderId, isSelf: true }, ...more });
    const open = async (options: Parameters<typeof startPipeline>[1] = {}) => {
      const p = await start(options);
      await letIn(p);
      return p;
    };
    const asked = ({ runtime }: Pipeline) => runtime.asked.map(({ text }) => text);

    it('does not answer its answers, however long, and each explains one copy', async () => {
      const p = await open();
      p.connector.settings = { ...p.connector.settings, text: { chunkLimit: 10, chunkMode: 'length' } };
      p.runtime.answer = () => 'aaaa bbbb cccc';
      await receive(p, 'hi');
      await eventually(() => p.connector.sent.length === 2);
      await idle(p);
      // As a service may change them on their way.
      await receive(p, ' aaaa\u00a0bbbb\ufffc');
      await receive(p, 'cccc\n');
      await idle(p);
      expect(asked(p)).toEqual(['hi']);
      await receive(p, 'cccc');
      await eventually(() => p.runtime.asked.length === 2);
    });

    it('knows them after a restart, also when they are fetched long after and announced twice', async () => {
      const first = await open();
      await receive(first, 'hi');
      await eventually(() => first.connector.sent.length === 1);
      await idle(first);
      const sentAt = Date.now();
      await first.stop();
      const p = await open({ clock: new FakeClock(sentAt + 7_200_000) });
      const copy = { inboxKey: 'msg:copy', occurredAt: sentAt, isLate: true };
      expect(await receive(p, 'echo: hi', copy)).toBe('stored');
      expect(await receive(p, 'echo: hi', copy)).toBe('duplicate');
      await idle(p);
      await receive(p, 'echo: hi');
      await eventually(() => asked(p).length === 1);
      await idle(p);
      expect(asked(p)).toEqual(['echo: hi']);
    });

    it('knows them before the send has ended, on the replica that does not send', async () => {
      const sending = await open();
      const other = await startPipeline(database);
      let isOver = false;
      other.connector.settings = sending.connector.settings;
      for (const { connector } of [sending, other])
        connector.onSend = async (_attempt, take) => {
          if (!isOver) await receive(other, 'echo: hi', { inboxKey: 'msg:copy' });
          await eventually(() => isOver);
          return { kind: 'sent', messageId: take(), at: Date.now() };
        };
      await receive(sending, 'hi');
      await eventually(async () => {
        const rows = database.db.on().selectFrom('inbound_events').select('reason');
        return (await rows.where('inbox_key', '=', 'msg:copy').execute())[0]?.reason === 'self-echo';
      });
      isOver = true;
      await idle(sending);
      expect([...asked(sending), ...asked(other)]).toEqual(['hi']);
      await other.stop();
    });

    it('answers the same words a minute later, and of anybody else at once', async () => {
      const clock = new FakeClock(Date.now());
      const p = await open({ clock });
      await receive(p, 'hi');
      await p.connector.receive('ann', 'hi');
      await eventually(() => p.connector.sent.length === 2);
      await idle(p);
      await p.connector.receive('ann', 'echo: hi');
      await eventually(() => p.connector.sent.length === 3);
      await idle(p);
      clock.advance(70_000);
      await receive(p, 'echo: hi');
      await eventually(() => p.connector.sent.length === 4);
      await idle(p);
      // Those of hers are no copies of ours.
      await receive(p, 'echo: hi', { sender: { id: 'me' as SenderId, isSelf: false } });
      await eventually(() => p.connector.sent.length === 5);
    });
  });

  it('stores an event of one inbox key once, also when both come together', async () => {
    const p = await start();
    await letIn(p);
    const inboxKey = 'msg:same';
    const answers = await Promise.all([1, 2, 3].map(() => p.connector.receive('ann', 'hi', { inboxKey })));
    expect(answers.sort()).toEqual(['duplicate', 'duplicate', 'stored']);
    await idle(p);
    expect(p.connector.sent).toHaveLength(1);
    expect(await p.connector.receive('ann', 'hi', { inboxKey })).toBe('duplicate');
  });

  it('gives the assistant what was said before, and shows that it is at work', async () => {
    const p = await start({ config: { session: { dmScope: 'per-sender' } } });
    await letIn(p);
    await p.connector.receive('ann', 'one');
    await p.connector.receive('ben', 'other');
    await p.connector.receive('ann', 'two');
    await eventually(() => p.connector.sent.length === 3);
    expect(p.runtime.asked.find(({ text }) => text === 'two')!.history).toMatchObject([
      { role: 'user', text: 'one', from: { id: 'ann' } },
      { role: 'assistant', text: 'echo: one' },
    ]);
    expect(p.connector.typed).toHaveLength(3);
    expect(p.connector.read).toHaveLength(3);
  });

  it('keeps the order of a conversation and splits long answers', async () => {
    const p = await start();
    p.connector.settings = {
      ...p.connector.settings,
      dmPolicy: 'open',
      text: { chunkLimit: 10, chunkMode: 'length' },
    };
    p.runtime.answer = ({ text }) => `${text} aaaa bbbb cccc`;
    for (const n of [1, 2, 3]) await p.connector.receive('ann', String(n));
    await idle(p);
    expect(p.connector.textsTo('ann')).toEqual([1, 2, 3].flatMap((n) => [`${n} aaaa`, 'bbbb cccc']));
  });

  describe('when the model fails', () => {
    const outage = () => {
      throw new RuntimeFailure('model answered 503', true);
    };

    it('asks again and answers once', async () => {
      const p = await start();
      await letIn(p);
      let failures = 0;
      p.runtime.answer = ({ text }) => (failures++ < 2 ? outage() : `echo: ${text}`);
      await p.connector.receive('ann', 'hi');
      await eventually(async () => {
        await p.queue.expedite('inbound');
        return p.connector.sent.length === 1;
      });
      expect(p.connector.textsTo('ann')).toEqual(['echo: hi']);
    });

    it('apologises once when it does not come back, without a word of the error', async () => {
      const clock = new FakeClock(Date.now());
      const p = await start({ clock, config: { messages: { apology: 'Sorry.', retryForMs: 60_000 } } });
      await letIn(p);
      p.runtime.answer = outage;
      await p.connector.receive('ann', 'hi', { occurredAt: clock.now() });
      await eventually(() => p.runtime.asked.length === 1);
      await eventually(async () => {
        clock.advance(61_000);
        await p.queue.expedite('inbound');
        return p.connector.sent.length === 1;
      });
      await idle(p);
      expect(p.connector.textsTo('ann')).toEqual(['Sorry.']);
    });

    it('gives what waited over a restart of everything its time, and each message behind a long outage one try', async () => {
      const clock = new FakeClock(Date.now());
      const p = await start({ clock, config: { messages: { apology: 'Sorry.', retryForMs: 60_000 } } });
      await letIn(p);
      p.runtime.answer = () => {
        clock.advance(50_000);
        return outage();
      };
      for (const text of ['one', 'two']) await p.connector.receive('ann', text);
      await eventually(async () => {
        clock.advance(20_000);
        await p.queue.expedite('inbound');
        return p.connector.sent.length === 2;
      });
      const tries = (text: string) => p.runtime.asked.filter((each) => each.text === text).length;
      expect(tries('one')).toBeGreaterThan(1);
      expect(tries('two')).toBe(1);
    });

    it('apologises at once when asking again cannot help', async () => {
      const p = await start({ config: { messages: { apology: 'Sorry.' } } });
      await letIn(p);
      p.runtime.answer = () => {
        throw new RuntimeFailure('the model answered 401', false);
      };
      await p.connector.receive('ann', 'hi');
      await eventually(() => p.connector.sent.length === 1);
      expect(p.connector.textsTo('ann')).toEqual(['Sorry.']);
      expect(p.runtime.asked).toHaveLength(1);
    });
  });

  it('lets no stranger wait for the turn of somebody else', async () => {
    const p = await start();
    p.connector.settings = {
      ...p.connector.settings,
      allowFrom: { anyone: false, keys: new Set(['sender:ann']) },
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

  it('answers after the approval even when the clock of the sender is wrong', async () => {
    const p = await start();
    await p.connector.receive('ann', 'hello?');
    await eventually(() => p.connector.sent.length === 1);
    const pairing = p.module.get(PairingService, { strict: false });
    const [request] = await pairing.list({ status: 'pending', limit: 1 });
    await pairing.approve(SYSTEM, { id: request!.id });
    await p.connector.receive('ann', 'now', { occurredAt: Date.now() - 600_000 });
    await eventually(() => p.connector.sent.length === 2);
  });

  it('sends nothing for an empty answer', async () => {
    const p = await start();
    await letIn(p);
    p.runtime.answer = () => '';
    await p.connector.receive('ann', 'hi');
    await eventually(() => p.runtime.asked.length === 1);
    await idle(p);
    expect(p.connector.sent).toEqual([]);
  });

  it('keeps no text of those who are not let in', async () => {
    const p = await start();
    await p.connector.receive('ann', 'my secret words');
    await idle(p);
    const rows = await p.db.on().selectFrom('inbound_events').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('my secret words');
    expect(await p.db.on().selectFrom('transcript').selectAll().execute()).toEqual([]);
  });

  it('marks a remote id it has never seen as not its own', async () => {
    const p = await start();
    await letIn(p);
    await p.connector.receive('ann', 'hi', { messageId: 'foreign' as RemoteMessageId });
    await eventually(() => p.connector.sent.length === 1);
  });
});
