import { jest } from '@jest/globals';
import { Grants, SYSTEM } from '../../src/access-control/index.js';
import { GrantRepository } from '../../src/access-control/senders/grant.repository.js';
import type { AccountSettings, RemoteMessageId } from '../../src/channels/index.js';
import { contextWorld, textsOf } from '../support/context-world.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { only } from '../support/fake-channel.js';
import type { Pipeline } from '../support/pipeline.js';

describe.each(DATABASES)('the senders in a history on %s', (_, open) => {
  const { start, idle, say, historyOf } = contextWorld(open);
  let p: Pipeline;

  describe('a sender who lost access', () => {
    const group = () => ({ isExcluded: false, requireMention: true });
    const inGroup = { conversation: { id: 'g' as never, kind: 'group' } } as const;
    const change = (settings: Partial<AccountSettings>) => {
      p.connector.settings = { ...p.connector.settings, ...settings };
    };
    const said = (text: string) => textsOf(historyOf(text));
    const place = ['sender:ann', 'place:g'];

    it('is removed from a group’s history when taken off the list, with the answers to them', async () => {
      p = await start({ groupPolicy: 'allowlist', groupAllowFrom: only('ann', 'eve'), group });
      const messageId = 'eve-1' as RemoteMessageId;
      await p.connector.receiveInGroup('g', 'eve', 'SECRET', { messageId });
      await p.connector.receiveInGroup('g', 'eve', 'SECRET too', { mentionsUs: true });
      await p.connector.happens('eve', { type: 'renamed', name: 'SECRETS' }, inGroup);
      await p.connector.receiveInGroup('g', 'ann', 'heard');
      await p.connector.receiveInGroup('g', 'ann', 'before', { mentionsUs: true, replyTo: messageId });
      await idle();
      expect(said('before')).toEqual([
        'SECRET',
        'SECRET too',
        'echo: SECRET too',
        'renamed the conversation to: SECRETS',
        'heard',
      ]);
      change({ groupAllowFrom: only('ann') });
      await p.connector.receiveInGroup('g', 'ann', 'after', { mentionsUs: true, replyTo: messageId });
      await idle();
      expect(said('after')).toEqual(['heard', 'before', 'echo: before']);
      expect(JSON.stringify(p.runtime.asked.at(-1))).not.toContain('SECRET');
      change({ groupAllowFrom: only('ann', 'eve') });
      await p.connector.receiveInGroup('g', 'ann', 'at last', { mentionsUs: true });
      await idle();
      expect(said('at last')).toContain('SECRET');
    });

    it('is removed when a group stops being open, unless the list names the sender or the group', async () => {
      p = await start({ group });
      for (const from of ['eve', 'ben']) await p.connector.receiveInGroup('g', from, `from ${from}`);
      await idle();
      change({ groupPolicy: 'allowlist', groupAllowFrom: only('ann', 'ben') });
      await p.connector.receiveInGroup('g', 'ann', 'one', { mentionsUs: true });
      await idle();
      expect(said('one')).toEqual(['from ben']);
      change({ groupAllowFrom: { anyone: false, keys: new Set(['place:g']) } });
      await p.connector.receiveInGroup('g', 'ann', 'two', { mentionsUs: true, accessKeys: place });
      await idle();
      expect(said('two')).toEqual(['from eve', 'from ben', 'one', 'echo: one']);
    });

    it('is removed from a shared session with the grant, with one query, and none for a single sender', async () => {
      p = await start({ dmPolicy: 'pairing', allowFrom: only('ann') });
      const grants = p.module.get(Grants, { strict: false });
      const asked = jest.spyOn(GrantRepository.prototype, 'near');
      const named = { channel: 'fake', account: 'default' };
      const made = await Promise.all(
        ['ben', 'cem'].map((senderId) => grants.create(SYSTEM, { ...named, senderId })),
      );
      await say('alone', 'still');
      expect(asked).toHaveBeenCalledTimes(0);
      for (const from of ['ben', 'cem']) await p.connector.receive(from, `from ${from}`).then(idle);
      asked.mockClear();
      await say('together');
      expect(asked).toHaveBeenCalledTimes(1);
      expect(said('together').filter((text) => text.startsWith('from'))).toEqual(['from ben', 'from cem']);
      await grants.remove(SYSTEM, made[0]!.id);
      await say('apart');
      expect(said('apart').filter((text) => text.includes('from'))).toEqual(['from cem', 'echo: from cem']);
      change({ dmPolicy: 'open' });
      await say('open');
      expect(said('open')).toContain('from ben');
      asked.mockRestore();
    });

    it('is removed from the quote of the answer to them', async () => {
      p = await start({ groupPolicy: 'allowlist', groupAllowFrom: only('ann', 'eve'), group });
      await p.connector.receiveInGroup('g', 'eve', 'SECRET', { mentionsUs: true }).then(idle);
      const replyTo = p.connector.sent[0]!.messageId;
      await p.connector.receiveInGroup('g', 'ann', 'before', { replyTo }).then(idle);
      expect(p.runtime.asked.at(-1)!.message.replyTo).toMatchObject({ quote: 'echo: SECRET' });
      change({ groupAllowFrom: only('ann') });
      await p.connector.receiveInGroup('g', 'ann', 'after', { replyTo }).then(idle);
      expect(p.runtime.asked.at(-1)!.message.replyTo).toMatchObject({ full: replyTo, isOurs: true });
      expect(JSON.stringify(p.runtime.asked.at(-1))).not.toContain('SECRET');
    });

    it('is removed with their account', async () => {
      p = await start();
      await p.connector.receive('ben', 'SECRET').then(idle);
      await p.db
        .on()
        .updateTable('transcript')
        .set({ account: 'former' })
        .where('text', 'like', '%SECRET')
        .execute();
      await say('hi');
      expect(historyOf('hi')).toEqual([]);
    });
  });

  describe('the history of a group whose members have different agents', () => {
    const list = [{ id: 'main' }, { id: 'second' }];
    const bindings = [{ agent: 'second', sender: 'ann' }];
    const inGroup = (from: string, text: string, mentionsUs = false) =>
      p.connector.receiveInGroup('g', from, text, { mentionsUs }).then(idle);

    it('is the same for each agent', async () => {
      p = await start({ historyLimit: 4 }, { config: { agents: { list, bindings } } });
      for (const [from, text] of [
        ['ann', 'one'],
        ['ben', 'two'],
        ['ann', 'three'],
        ['ben', 'four'],
      ] as const)
        await inGroup(from, text);
      await inGroup('ben', 'to main', true);
      await inGroup('ann', 'to second', true);
      expect(textsOf(historyOf('to main'))).toEqual(['one', 'two', 'three', 'four']);
      const all = ['two', 'three', 'four', 'to main', 'echo: to main'];
      expect(textsOf(historyOf('to second'))).toEqual(all);
      await inGroup('ben', 'five');
      await inGroup('ann', 'once more', true);
      expect(textsOf(historyOf('once more'))).toEqual([
        ...all.slice(2),
        'to second',
        'echo: to second',
        'five',
      ]);
      expect(p.runtime.asked.map(({ agent: { id } }) => id)).toEqual(['main', 'second', 'second']);
    });

    it('has no answer to a sender who lost access, although others wrote in between', async () => {
      const config = { agents: { list, bindings: [{ agent: 'second', sender: 'eve' }] } };
      p = await start(
        { groupPolicy: 'allowlist', groupAllowFrom: only('ann', 'ben', 'eve'), historyLimit: 1 },
        { config },
      );
      const entries = async () => (await p.db.on().selectFrom('transcript').select('id').execute()).length;
      const answer = Promise.withResolvers<string>();
      p.runtime.answer = async ({ text, tools }) => {
        if (text !== 'SECRET') return 'ok';
        await tools!()!.call('message', { action: 'send', message: 'wait' }, new AbortController().signal);
        return answer.promise;
      };
      await p.connector.receiveInGroup('g', 'eve', 'SECRET', { mentionsUs: true });
      await eventually(async () => (await entries()) === 2, { what: 'the question' });
      await p.connector.receiveInGroup('g', 'ben', 'between');
      await eventually(async () => (await entries()) === 3, { what: 'what is said between' });
      answer.resolve('of the SECRET');
      await idle();
      p.connector.settings = { ...p.connector.settings, groupAllowFrom: only('ann', 'ben') };
      await inGroup('ann', 'after', true);
      expect(textsOf(historyOf('after'))).toEqual(['between']);
    });

    it('restarts for the agent of the sender who says /new', async () => {
      p = await start({ allowFrom: only('ann', 'ben') }, { config: { agents: { list, bindings } } });
      for (const [from, text] of [
        ['ann', 'one'],
        ['ben', 'two'],
        ['ann', '/new'],
        ['ben', 'three'],
      ] as const)
        await inGroup(from, text);
      await inGroup('ann', 'to second', true);
      await inGroup('ben', 'to main', true);
      expect(textsOf(historyOf('to second'))).toEqual(['three']);
      expect(textsOf(historyOf('to main'))).toEqual(['one', 'two', 'three', 'to second', 'echo: to second']);
    });
  });
});
