import { sql } from 'kysely';
import { type Actor, AuditLog } from '../../src/access-control/index.js';
import { RuntimeFailure, type TurnPart } from '../../src/assistant/index.js';
import {
  type AccountId,
  type ChannelId,
  type ConversationId,
  DEFAULT_ACCOUNT,
  type RemoteMessageId,
  type Target,
} from '../../src/channels/index.js';
import {
  Conversations,
  Holds,
  type HoldTerms,
  OperatorMessages,
  Timelines,
} from '../../src/conversations/index.js';
import { HoldsInForce } from '../../src/conversations/holds/holds-in-force.js';
import { HoldsRepository } from '../../src/conversations/holds/holds.repository.js';
import { OwnActivities } from '../../src/conversations/inbound/sinks/own-activity.service.js';
import type { Clock } from '../../src/common/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FAKE, only } from '../support/fake-channel.js';
import { FakeClock } from '../support/fake-clock.js';
import {
  hangingAnswer,
  inboundEventsIn,
  type Pipeline,
  type PipelineOptions,
  transcriptIn,
} from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const OPERATOR: Actor = { id: 'token:ops', role: 'operator' };
const at = (from: string): Target => ({
  channel: FAKE,
  account: DEFAULT_ACCOUNT,
  conversation: `chat-${from}` as ConversationId,
});
const OPEN_END: HoldTerms = { until: null, note: null };

describe.each(DATABASES)('a held conversation on %s', (dialect, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  const start = async (config: PipelineOptions['config'] = {}, clock?: Clock) => {
    const session = { dmScope: 'per-sender', ...config };
    const started = await world.start({ config: { session }, ...(clock && { clock }) });
    started.connector.settings = { ...started.connector.settings, dmPolicy: 'open', allowFrom: only('ops') };
    return (p = started);
  };
  const of = (each: Pipeline) => each.module.get(Holds, { strict: false });
  const hold = (from = 'ann', terms = OPEN_END) => of(p).hold(OPERATOR, at(from), terms);
  const release = (isAnswered = false, each = p) => of(each).release(OPERATOR, at('ann'), isAnswered);
  const say = async (text: string, from = 'ann') => {
    await p.connector.receive(from, text);
    await world.idle(p);
  };
  const outcomes = async () =>
    (await inboundEventsIn(p.db)).map(({ outcome, reason }) => `${outcome}${reason ? ` ${reason}` : ''}`);
  const told = (text: string) =>
    p.runtime.asked
      .find((each) => each.text === text)!
      .history.map(({ role, kind, from, text: said }) => `${role} ${kind} ${from?.id ?? '-'}: ${said}`);
  const actions = async () =>
    (await p.module.get(AuditLog, { strict: false }).list(99)).map(
      ({ actor, action }) => `${actor} ${action}`,
    );

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

  it('tells the assistant afterwards what was said, by whom, and that it is its turn again', async () => {
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
    expect(taken).toMatch(/^user notice gateway: A person has taken this conversation over from you/);
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

  it.each<[string, () => TurnPart]>([
    ['the answer', () => ({ kind: 'text', text: 'an answer' })],
    ['the first block of the answer', () => ({ kind: 'text', text: `${'a'.repeat(200)}\n\nrest` })],
    [
      'the apology',
      () => {
        throw new RuntimeFailure('the model is gone', false);
      },
    ],
  ])('refuses %s of a turn that does not know of the hold yet, and keeps its message', async (_, part) => {
    await start();
    p.connector.settings = { ...p.connector.settings, blockStreaming: true };
    const { until, letGo } = hangingAnswer();
    p.runtime.stream = async function* (_asked, signal) {
      await until(signal);
      yield part();
    };
    await p.connector.receive('ann', 'one');
    await eventually(() => p.runtime.asked.length > 0);
    // As on a replica that has not read it: `isHeld` and the end of the turn do not know.
    const inForce = p.module.get(HoldsInForce, { strict: false });
    inForce.isHeld = () => false;
    await p.db.transaction((tx) => of(p).holdIn(tx, OPERATOR, at('ann'), OPEN_END));
    letGo();
    await eventually(async () => (await outcomes())[0] === 'heard held', { what: 'the refusal' });
    await world.idle(p);
    expect(p.connector.textsTo('ann')).toEqual([]);
    expect((await release(true)).answers).toBeDefined();
  });

  it.each([
    ['message', { action: 'send', target: 'chat-ann', message: 'from the model' }],
    ['reaction', { action: 'react', target: 'chat-ann', messageId: 'in-1', emoji: '👍' }],
  ])('gets no %s of a tool that is used elsewhere', async (_, input) => {
    await start();
    p.connector.features = { react: 'full' };
    p.connector.settings = { ...p.connector.settings, allowFrom: only('ops', 'ann') };
    await say('hello');
    await hold();
    const results: unknown[] = [];
    p.runtime.answer = async (asked, signal) => {
      results.push(await asked.tools!()!.call('message', input, signal));
      return 'ok';
    };
    await say('write to ann', 'ops');
    expect(results).toEqual([
      { ok: false, error: expect.stringContaining('a person holds that conversation') },
    ]);
    expect([p.connector.textsTo('ann'), p.connector.acted]).toEqual([['echo: hello'], []]);
    expect(p.connector.textsTo('ops')).toEqual(['ok']);
  });

  it('leaves nothing open of a turn that has used a tool, which would be used again', async () => {
    await start();
    const { until } = hangingAnswer();
    p.runtime.answer = async (asked, signal) => {
      await asked.tools!()!.call('message', { action: 'send', message: 'done' }, signal);
      await until(signal);
      return 'an answer';
    };
    await p.connector.receive('ops', 'do it');
    await eventually(() => p.connector.textsTo('ops').includes('done'));
    await hold('ops');
    await eventually(async () => (await outcomes())[0] === 'stopped held');
    expect((await of(p).release(OPERATOR, at('ops'), true)).answers).toBeUndefined();
  });

  it('answers a message that was judged as held while another replica handed the conversation back', async () => {
    await start();
    await hold();
    // As on a replica that has not read the end of the hold yet.
    p.module.get(HoldsInForce, { strict: false }).read = () => Promise.resolve();
    await p.db.transaction((tx) =>
      p.module.get(HoldsRepository, { strict: false }).remove(tx, at('ann'), 'any'),
    );
    await say('hello');
    expect(p.connector.textsTo('ann')).toEqual(['echo: hello']);
    expect(await outcomes()).toEqual(['turn']);
  });

  it('begins again, without what was open, when its time is over and nobody has ended it yet', async () => {
    const clock = new FakeClock(Date.now());
    await start({}, clock);
    await hold('ann', { until: clock.now() + 60_000, note: null });
    await say('too early');
    // As on a replica that does not look for holds that are over.
    p.module.get(HoldsInForce, { strict: false }).read = () => Promise.resolve();
    clock.advance(60_000);
    expect(await hold()).toMatchObject({ since: clock.now(), until: null });
    expect((await release(true)).answers).toBeUndefined();
    expect(await actions()).toEqual([
      'token:ops conversation.released',
      'token:ops conversation.held',
      'system conversation.released',
      'token:ops conversation.held',
    ]);
  });

  it.each([
    ['channel', { channel: 'other' as ChannelId }],
    ['account', { account: 'other' as AccountId }],
    ['conversation', { conversation: at('ben').conversation }],
  ])('is none of another %s', async (_field, other) => {
    await start();
    const elsewhere = { ...at('ann'), ...other };
    await of(p).hold(OPERATOR, elsewhere, OPEN_END);
    await say('one');
    expect(p.connector.textsTo('ann')).toEqual(['echo: one']);
    await hold();
    await say('two');
    expect(await of(p).list()).toHaveLength(2);
    expect((await of(p).release(OPERATOR, elsewhere, true)).answers).toBeUndefined();
    expect(await of(p).list()).toMatchObject([at('ann')]);
    expect((await release(true)).answers).toBeDefined();
    await world.idle(p);
    expect(p.connector.textsTo('ann')).toEqual(['echo: one', 'echo: two']);
  });

  it('leaves the message open that was accepted last, in whatever order they are noted', async () => {
    await start();
    await hold();
    const repository = p.module.get(HoldsRepository, { strict: false });
    const open = ['evt_2', 'evt_1'].map((eventId) => ({ eventId, sessionKey: 's', payload: eventId }));
    for (const each of open) await p.db.transaction((tx) => repository.noteOpen(tx, at('ann'), each));
    const ended = await p.db.transaction((tx) => repository.remove(tx, at('ann'), 'any'));
    expect(ended!.open).toEqual(open[0]);
  });

  if (dialect === 'PostgreSQL')
    describe('while transactions of turns are open', () => {
      const tables = ['inbound_events', 'deliveries', 'turn_progress', 'turn_steps'] as const;
      type Table = (typeof tables)[number];

      /** A transaction as that with which a turn commits something; the audit log shows that it is over. */
      const commitOf = async (name: string, table: Table) => {
        const [begun, end] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
        const over = p.db.transaction(async (tx) => {
          await p.db
            .on(tx)
            .deleteFrom(table)
            .where(sql<boolean>`false`)
            .execute();
          const entry = { action: 'turn.committed', subject: name };
          await p.module.get(AuditLog, { strict: false }).record(tx, OPERATOR, entry);
          begun.resolve(undefined);
          await end.promise;
        });
        await begun.promise;
        return { over, end: () => end.resolve(undefined) };
      };
      /** @param step called before each look at the transactions, with its number */
      const onLook = (step: (look: number) => unknown) => {
        const repository = p.module.get(HoldsRepository, { strict: false });
        const turnsCommitting = repository.turnsCommitting.bind(repository);
        let looks = 0;
        repository.turnsCommitting = async () => {
          await step(++looks);
          return turnsCommitting();
        };
      };
      const committed = async () =>
        (await p.module.get(AuditLog, { strict: false }).list(99))
          .filter(({ action }) => action === 'turn.committed')
          .map(({ subject }) => subject);

      it.each(tables)('begins only after those that have written to %s', async (table) => {
        await start();
        const turn = await commitOf('before', table);
        onLook((look) => look === 3 && turn.end());
        expect(await hold().then(committed).finally(turn.end)).toEqual(['before']);
        await turn.over;
      });

      it('waits for none that began after it', async () => {
        await start();
        const before = await commitOf('before', 'deliveries');
        let after: typeof before | undefined;
        onLook(async (look) => {
          if (look === 2) {
            after = await commitOf('after', 'deliveries');
            before.end();
            await before.over;
          }
          if (look === 5) after!.end();
        });
        expect(await hold().then(committed)).toEqual(['before']);
        after!.end();
        await after!.over;
      });
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
    // Also where nobody writes.
    await eventually(async () => (await actions())[0] === 'system conversation.released', {
      what: 'the recorded end of the hold',
    });
    await say('in time');
    expect(told('in time')).toEqual([
      expect.stringContaining('taken this conversation over'),
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
      ...{ since: first.since, until, note: 'refund', by: 'token:ops' },
    });
    await hold('ann', { until, note: 'refund' });
    expect(await actions()).toEqual(Array(3).fill('token:ops conversation.held'));
    await release();
    expect((await release()).hold).toBeUndefined();
    const notices = (await transcriptIn(p.db)).map(({ kind }) => kind);
    expect(notices).toEqual(['notice', 'notice']);
  });

  it('is taken and handed back by operators in the chat, and by nobody else', async () => {
    await start();
    await say('/hold', 'ann');
    expect(p.connector.textsTo('ann')[0]).toContain('is for operators');
    await say('/hold 2h lunch', 'ops');
    expect(p.connector.textsTo('ops')[0]).toMatch(/keeps silent here until 20.* UTC or \/release/);
    expect(await of(p).list()).toMatchObject([{ by: 'sender:fake:ops', note: 'lunch' }]);
    await say('/hold soon', 'ops');
    await say('open question', 'ops');
    await say('/release answer', 'ops');
    await eventually(() => p.connector.textsTo('ops').includes('echo: open question'));
    expect(p.connector.textsTo('ops')[2]).toContain('answers the last message');
    await say('/release', 'ops');
    expect(p.connector.textsTo('ops').at(-1)).toBe('Nobody holds this conversation.');
  });

  describe('where the owner writes with the account', () => {
    let count = 0;
    const writeByHand = (text: string, occurredAt = Date.now()) => {
      const messageId = `own-${++count}` as RemoteMessageId;
      const conversation = { id: at('ann').conversation, kind: 'direct' } as const;
      return p.module.get(OwnActivities, { strict: false }).recordActivity({
        ...{ channel: FAKE, account: DEFAULT_ACCOUNT, inboxKey: messageId, conversation, occurredAt },
        isLate: false,
        what: { kind: 'message', messageId, text, attachments: [] },
      });
    };

    it('is held for the configured time, which each message begins anew', async () => {
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

    it('is not held by default, by an old message, or by a send of ours', async () => {
      await start();
      await writeByHand('hello');
      expect(await of(p).list()).toEqual([]);
      await start({ holdOnOwnMessage: 10 });
      await writeByHand('long ago', Date.now() - 3_600_000);
      await say('hello');
      await writeByHand('echo: hello');
      expect(await of(p).list()).toEqual([]);
    });
  });
});
