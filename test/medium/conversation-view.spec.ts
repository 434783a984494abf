import { toConversationMessageDto } from '../../src/admin/conversations/conversation.dto.js';
import type { AccountId, ConversationRef, RemoteMessageId } from '../../src/channels/index.js';
import { TranscriptRepository } from '../../src/conversations/transcript/transcript.repository.js';
import { Conversations, Timelines } from '../../src/operator/index.js';
import { DATABASES } from '../support/databases.js';
import type { Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

describe.each(DATABASES)('the view of conversations on %s', (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  const idle = () => world.idle();
  const view = () => p.module.get(Conversations, { strict: false });
  const place = (name?: string) => ({
    conversation: { id: 'g', kind: 'group', ...(name && { name }) } as ConversationRef,
  });

  beforeEach(async () => {
    p = await world.start();
    p.connector.settings = { ...p.connector.settings, groupPolicy: 'open' };
  });

  it('shows which message each one answers, its agent, and drops', async () => {
    const [first, robot] = ['m1' as RemoteMessageId, { id: 'robot' as never, isSelf: false, isBot: true }];
    await p.connector.receive('ann', 'one', { ...place('us'), messageId: first });
    await p.connector.receive('ben', 'two', { ...place('us'), replyTo: first, mentionsUs: true });
    await idle();
    const change = { type: 'reaction', messageId: first, emoji: '👍', isRemoved: false } as const;
    await p.connector.happens('ann', change, place('us')).then(idle);
    await p.connector.receive('robot', 'three', { ...place('us'), sender: robot }).then(idle);
    const [group] = await view().list({ limit: 9 });
    const lines = await view().messages(group!.id, { limit: 9 });
    const shown = lines.map(toConversationMessageDto);
    expect(shown.map((each) => [each.kind, each.role, each.text, each.reply_to, each.reason])).toEqual([
      ['dropped', 'user', '', null, 'bot'],
      ['notice', 'user', 'reacted with 👍', 'm1', null],
      ['turn', 'assistant', 'echo: two', null, null],
      ['turn', 'user', 'two', 'm1', null],
      ['heard', 'user', 'one', null, null],
    ]);
    expect(new Set(shown.map(({ session_key }) => session_key))).toEqual(
      new Set(['agent:main:fake:group:g']),
    );
  });

  it('separates accounts that have a conversation with the same id', async () => {
    const work = { ...p.connector.settings, account: 'work' as AccountId };
    const accounts = [p.connector.settings, work];
    p.connector.accounts = () => accounts;
    const robot = { id: 'robot' as never, isSelf: false, isBot: true };
    await p.connector.receive('ann', 'one', place('us')).then(idle);
    await p.connector.receive('robot', 'two', { ...place('us'), account: work.account, sender: robot });
    await idle();
    const shown = (await view().list({ limit: 9 })).map(async ({ id, account }) => {
      const lines = await view().messages(id, { limit: 9 });
      return [account, ...lines.map(({ kind }) => kind)];
    });
    expect((await Promise.all(shown)).sort()).toEqual([
      ['default', 'heard'],
      ['work', 'dropped'],
    ]);
  });

  it('shows the timeline of each message from acceptance to delivery, or the reason of its drop', async () => {
    const timelines = p.module.get(Timelines, { strict: false });
    await p.connector.receive('ben', 'two', { ...place('us'), mentionsUs: true }).then(idle);
    const robot = { id: 'robot' as never, isSelf: false, isBot: true };
    await p.connector.receive('robot', 'three', { ...place('us'), sender: robot }).then(idle);
    const [group] = await view().list({ limit: 9 });
    const [dropped, answer] = await view().messages(group!.id, { limit: 9 });
    const { event, steps } = await timelines.timelineOf(answer!.id);
    expect(event).toMatchObject({ state: 'done', outcome: 'turn', sender_id: 'ben' });
    const told = steps.map(({ step, outcome, detail }) => [step, outcome, detail]);
    expect(told[0]).toEqual(['accepted', null, null]);
    expect(told).toEqual(
      expect.arrayContaining([
        ['written', 'user', 'turn'],
        ['written', 'assistant', 'turn'],
        ['queued', 'sent', null],
        ['attempted', 'sent', null],
        ['sent', null, null],
        ['ended', 'turn', null],
      ]),
    );
    expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).toSorted((a, b) => a - b));
    const { id: delivery } = steps.find(({ step }) => step === 'queued')!;
    expect((await timelines.timelineOf(delivery)).event.id).toBe(event.id);
    expect((await timelines.timelineOf(dropped!.id)).steps.at(-1)).toMatchObject({
      step: 'ended',
      outcome: 'dropped',
      detail: 'bot',
    });
    for (const id of ['evt_x', 'msg_x', 'dlv_x'])
      await expect(timelines.timelineOf(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('keeps the name of a conversation when an event comes without it', async () => {
    const name = async () => (await view().list({ limit: 9 }))[0]!.name;
    await p.connector.receive('ann', 'one', place('us')).then(idle);
    await p.connector.happens('ann', { type: 'left', who: [] }, place()).then(idle);
    expect(await name()).toBe('us');
    await p.connector.receive('ann', 'two', place('all of us')).then(idle);
    expect(await name()).toBe('all of us');
  });

  it('gives a direct conversation the name of its sender, unless the sender has no access', async () => {
    p.connector.settings = { ...p.connector.settings, dmPolicy: 'open' };
    const dm = (id: string) => ({ id, kind: 'direct' }) as ConversationRef;
    const named = (id: string, name: string) => ({ id: id as never, name, isSelf: false });
    await p.connector.receive('ann', 'one', { conversation: dm('d1'), sender: named('ann', 'Ann') });
    const stranger = { ...named('robot', 'Robot'), isBot: true };
    await p.connector.receive('robot', 'two', { conversation: dm('d2'), sender: stranger }).then(idle);
    const names = (await view().list({ limit: 9 })).map(({ conversation_id: id, name }) => [id, name]);
    expect(names.sort()).toEqual([
      ['d1', 'Ann'],
      ['d2', null],
    ]);
    expect(await view().list({ limit: 9, q: 'ann' })).toHaveLength(1);
  });

  it('takes the time of a message of ours for its own place alone', async () => {
    const { db } = p;
    const own = { channel: 'fake', account: 'default', conversation_id: 'g' };
    const places = [own, ...Object.keys(own).map((name) => ({ ...own, [name]: 'other' }))];
    const rest = { kind: 'group', name: null, created_at: 1, last_message_at: 1 } as const;
    const rows = places.map((place, at) => ({ id: `cnv_${at}`, ...place, ...rest }));
    await db.on().insertInto('conversations').values(rows).execute();
    const place = { channel: 'fake', account: 'default', conversation: 'g' } as never;
    await db.transaction((tx) =>
      p.module.get(TranscriptRepository, { strict: false }).touchKnown(tx, place, 2),
    );
    const times = await db.on().selectFrom('conversations').select('last_message_at').orderBy('id').execute();
    expect(times.map(({ last_message_at }) => last_message_at)).toEqual([2, 1, 1, 1]);
  });
});
