import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Registry } from 'prom-client';
import { Grants, SYSTEM } from '../../src/access-control/index.js';
import type { AccountSettings, Change, ConversationRef, RemoteMessageId } from '../../src/channels/index.js';
import { DEFAULT_ACCOUNT } from '../../src/channels/index.js';
import { Assistants, Conversations } from '../../src/operator/index.js';
import { SharedMainSession } from '../../src/conversations/sessions/shared-main-session.service.js';
import { DATABASES, lanesOf } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { only } from '../support/fake-channel.js';
import { FakeClock } from '../support/fake-clock.js';
import { FAKE } from '../support/fake-connector.js';
import {
  hangingAnswer,
  inboundEventsIn,
  type Pipeline,
  type PipelineOptions,
  transcriptIn,
} from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const GROUP = { id: 'g', kind: 'group', name: 'the gang' } as ConversationRef;

describe.each(DATABASES)('the gate on %s', (_, open) => {
  const world = pipelineWorld(open);
  const start = async (settings: Partial<AccountSettings> = {}, options: PipelineOptions = {}) => {
    const p = await world.start(options);
    set(p, { dmPolicy: 'open', groupPolicy: 'open', ...settings });
    return p;
  };
  const set = ({ connector }: Pipeline, settings: Partial<AccountSettings>) => {
    connector.settings = { ...connector.settings, ...settings };
  };
  const { idle } = world;
  const outcomes = async () => {
    const rows = await inboundEventsIn(world.database.db);
    return rows.map(({ sender_id, outcome, reason }) => [
      sender_id,
      outcome === 'dropped' ? reason : outcome,
    ]);
  };
  const asked = ({ runtime }: Pipeline) => runtime.asked.map(({ text }) => text);
  const view = ({ module }: Pipeline) => module.get(Conversations, { strict: false });
  const remembered = async () => {
    const rows = await transcriptIn(world.database.db);
    return rows.filter(({ kind }) => kind !== 'notice').map(({ text }) => text);
  };

  describe('recognizes our own message', () => {
    /**
     * Sends a message of ours to ann's chat.
     * @returns its id
     */
    const ours = async (p: Pipeline): Promise<RemoteMessageId> => {
      await p.connector.receive('ann', 'hello').then(() => idle(p));
      return p.connector.sent[0]!.messageId;
    };

    it('only in its conversation when ids are unique there', async () => {
      const p = await start();
      const messageId = await ours(p);
      await p.connector.receive('ben', 'the same moment', { messageId });
      await p.connector.receive('ben', 'to ben', { conversation: GROUP, replyTo: messageId });
      await p.connector.receive('ann', 'hello again', { messageId });
      await idle(p);
      expect(await outcomes()).toEqual([
        ['ann', 'turn'],
        ['ben', 'turn'],
        ['ben', 'heard'],
        ['ann', 'echo'],
      ]);
    });

    it('in the whole account when ids are unique there', async () => {
      const p = await start();
      p.connector.messageIds = 'global';
      const messageId = await ours(p);
      await p.connector.receive('ann', 'hello', { messageId, conversation: GROUP });
      await p.connector.receive('ben', 'to you', { conversation: GROUP, replyTo: messageId });
      await idle(p);
      expect((await outcomes()).slice(1)).toEqual([
        ['ann', 'echo'],
        ['ben', 'turn'],
      ]);
    });
  });

  it('shows operators a conversation with drops only, without the name of a refused sender', async () => {
    const p = await start({ dmPolicy: 'allowlist', groupPolicy: 'disabled' });
    await p.connector.receive('eve', 'SECRET', { conversation: GROUP });
    await p.connector.receive('sue', 'SECRET', {
      conversation: { id: 'chat-sue' as never, kind: 'direct', name: 'SECRET' },
    });
    // The message was refused at its acceptance, so no job remains.
    expect((await p.queue.depth()).size).toBe(0);
    const places = await view(p).list({ limit: 9 });
    expect(places.map(({ conversation_id, name }) => [conversation_id, name]).sort()).toEqual([
      ['chat-sue', null],
      ['g', 'the gang'],
    ]);
    const lines = await Promise.all(places.map(({ id }) => view(p).messages(id, { limit: 9 })));
    expect(lines.flat().map(({ senderId, text, reason }) => [senderId, text, reason])).toEqual(
      expect.arrayContaining([
        ['eve', '', 'groups-disabled'],
        ['sue', '', 'not-allowlisted'],
      ]),
    );
    expect(JSON.stringify([places, lines])).not.toContain('SECRET');
  });

  it('drops a refused command in a group, counts it, and shows it to operators', async () => {
    const p = await start();
    await p.connector.receive('eve', '/stop', { conversation: GROUP, mentionsUs: true }).then(() => idle(p));
    expect(await outcomes()).toEqual([['eve', 'command-not-allowed']]);
    expect(p.connector.sent).toEqual([]);
    const [place] = await view(p).list({ limit: 9 });
    expect(await view(p).messages(place!.id, { limit: 9 })).toMatchObject([
      { kind: 'dropped', reason: 'command-not-allowed' },
    ]);
    const metrics = () => p.module.get(Registry, { strict: false }).metrics();
    const isCounted = async () => (await metrics()).includes('reason="command-not-allowed"} 1');
    await eventually(isCounted, { what: 'its count' });
  });

  it('judges a sender again who lost access while a message waited for its agent', async () => {
    const agents = { list: [{ id: 'main', maxConcurrentTurns: 1 }] };
    const config = { agents, session: { dmScope: 'per-sender' } };
    const p = await start({ dmPolicy: 'allowlist', allowFrom: only('ann', 'eve', 'ben') }, { config });
    const { until, letGo } = hangingAnswer();
    p.runtime.answer = async ({ text }, signal) => {
      await until(signal);
      return `echo: ${text}`;
    };
    await p.connector.receive('ann', 'one');
    await eventually(() => asked(p).length === 1);
    await p.connector.receive('eve', 'SECRET');
    await p.connector.receive('ben', 'two');
    const lanes = () => {
      const { db } = world.database;
      return db.on().selectFrom(lanesOf(db)).select('key').where('owner', 'is not', null).execute();
    };
    await eventually(async () => (await lanes()).length === 3, { what: 'all of them in line' });
    set(p, { allowFrom: only('ann', 'ben') });
    letGo();
    await idle(p);
    expect(asked(p)).toEqual(['one', 'two']);
    expect((await outcomes()).sort()).toEqual([
      ['ann', 'turn'],
      ['ben', 'turn'],
      ['eve', 'not-allowlisted'],
    ]);
  });

  describe('with a sender who has lost access', () => {
    const [first, second] = ['m1', 'm2'] as RemoteMessageId[];

    it('deletes the message they unsend or edit, and stores no new text', async () => {
      const p = await start({ dmPolicy: 'allowlist', allowFrom: only('ann', 'eve') });
      await p.connector.receive('eve', 'my password', { messageId: first! }).then(() => idle(p));
      await p.connector.receive('eve', 'her address', { messageId: second! }).then(() => idle(p));
      await p.connector.receive('ann', 'mine', { messageId: 'm3' as never }).then(() => idle(p));
      set(p, { allowFrom: only('ann') });
      const changes: Change[] = [
        { type: 'unsent', messageId: first! },
        { type: 'edited', messageId: second!, text: 'SECRET' },
        // Belongs to another sender.
        { type: 'unsent', messageId: 'm3' as RemoteMessageId },
      ];
      for (const change of changes) await p.connector.happens('eve', change).then(() => idle(p));
      expect(await remembered()).toEqual([
        '[taken back]',
        'echo: my password',
        '[edited]',
        'echo: her address',
        'mine',
        'echo: mine',
      ]);
      set(p, { allowFrom: only('ann', 'eve') });
      await p.connector.receive('eve', 'again').then(() => idle(p));
      const history = p.runtime.asked.at(-1)!.history.map(({ text }) => text);
      expect(history[0]).toBe('[taken back]');
      expect(JSON.stringify(history)).not.toContain('SECRET');
    });
  });

  it('keeps the attachments of a message whose text is edited', async () => {
    const p = await start();
    const photo = { id: 'a', mimeType: 'image/png', name: 'cat.png', bytes: 9 };
    const messageId = 'm1' as RemoteMessageId;
    p.connector.media.set('a', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
    await p.connector.receive('ann', 'my dog', { messageId, attachments: [photo] }).then(() => idle(p));
    const edit = (text: string) =>
      p.connector.happens('ann', { type: 'edited', messageId, text }, { inboxKey: text }).then(() => idle(p));
    await edit('my cat');
    expect((await remembered())[0]).toBe('my cat\n[attachment: cat.png (image/png)]');
    await edit('');
    expect((await remembered())[0]).toBe('[attachment: cat.png (image/png)]');
    await edit('a cat\nand a mat');
    expect((await remembered())[0]).toBe('a cat\nand a mat\n[attachment: cat.png (image/png)]');
    await p.connector.happens('ann', { type: 'unsent', messageId }).then(() => idle(p));
    expect((await remembered())[0]).toBe('[taken back]');
  });

  it('/stop in a shared session ends the messages written before it in its conversation', async () => {
    // All events arrive in one millisecond, so their order decides.
    const clock = new FakeClock();
    const p = await start({ allowFrom: only('ann', 'ben') }, { clock });
    const other = await start({ allowFrom: only('ann', 'ben') }, { clock });
    const { until, letGo } = hangingAnswer();
    for (const each of [p, other])
      each.runtime.answer = async ({ text }, signal) => {
        await until(signal);
        return `echo: ${text}`;
      };
    await p.connector.receive('ann', 'one');
    await eventually(() => asked(p).length + asked(other).length === 1);
    await p.connector.receive('ben', 'waits');
    await p.connector.receive('ben', 'too');
    const stop = (from: string) =>
      other.connector.receive(from, '/stop', { inboxKey: `stop ${from}`, messageId: from as never });
    const said = (from: string) => [...p.connector.textsTo(from), ...other.connector.textsTo(from)];
    await stop('ben');
    await eventually(() => said('ben').length === 1);
    await p.connector.receive('ben', 'after');
    letGo();
    await eventually(() => said('ben').length === 2);
    expect(said('ann')).toEqual(['echo: one']);
    expect(said('ben').sort()).toEqual(['Stopped.', 'echo: after']);
    expect((await outcomes()).map(([, outcome]) => outcome)).toEqual([
      'turn',
      'stopped',
      'stopped',
      'command',
      'turn',
    ]);
  });

  it('warns once when a second sender is admitted to the shared session of direct chats', async () => {
    const p = await start({ dmPolicy: 'pairing', allowFrom: only('ann') });
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const grants = p.module.get(Grants, { strict: false });
    const assistants = p.module.get(Assistants, { strict: false });
    const place = { channel: FAKE, account: DEFAULT_ACCOUNT };
    await grants.create(SYSTEM, { ...place, senderId: 'ann' });
    expect(await assistants.warnings()).toEqual([]);
    for (const senderId of ['gil', 'sue']) await grants.create(SYSTEM, { ...place, senderId });
    const [warning] = await assistants.warnings();
    expect(warning).toContain('session.dmScope per-sender');
    await eventually(() => warn.mock.calls.length > 0, { what: 'the warning' });
    expect(warn.mock.calls).toEqual([[warning]]);
    warn.mockClear();
    await p.module.get(SharedMainSession, { strict: false }).onApplicationBootstrap();
    expect(warn).not.toHaveBeenCalled();
    const restarted = await start({}, { config: {} });
    expect(await restarted.module.get(Assistants, { strict: false }).warnings()).toEqual([warning]);
    const apart = await start({}, { config: { session: { dmScope: 'per-sender' } } });
    expect(await apart.module.get(Assistants, { strict: false }).warnings()).toEqual([]);
    warn.mockRestore();
  });

  it('drops a waiting message whose grant is withdrawn', async () => {
    const config = {
      agents: { list: [{ id: 'main', maxConcurrentTurns: 1 }] },
      session: { dmScope: 'per-sender' },
    };
    const p = await start({ dmPolicy: 'pairing', allowFrom: only('ann') }, { config });
    const grants = p.module.get(Grants, { strict: false });
    const gil = await grants.create(SYSTEM, { channel: FAKE, account: DEFAULT_ACCOUNT, senderId: 'gil' });
    const { until, letGo } = hangingAnswer();
    p.runtime.answer = async ({ text }, signal) => {
      await until(signal);
      return text;
    };
    await p.connector.receive('ann', 'one');
    await eventually(() => asked(p).length === 1);
    await p.connector.receive('gil', 'SECRET');
    const metrics = () => p.module.get(Registry, { strict: false }).metrics();
    await eventually(async () => (await metrics()).includes('gatehouse_turns_waiting{agent="main"} 1'), {
      what: 'both in line',
    });
    await grants.remove(SYSTEM, gil.id);
    letGo();
    await idle(p);
    expect(asked(p)).toEqual(['one']);
  });
});
