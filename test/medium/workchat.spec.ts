import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SYSTEM } from '../../src/access-control/index.js';
import {
  type ConversationId,
  DEFAULT_ACCOUNT,
  type FetchedFile,
  type RemoteMessageId,
} from '../../src/channels/index.js';
import { untilAborted } from '../../src/common/index.js';
import { type MessageRequest, OperatorMessages, PollAdminService } from '../../src/operator/index.js';
import { Polls } from '../../src/conversations/index.js';
import { Deliveries } from '../../src/delivery/index.js';
import { MediaStore } from '../../src/media/index.js';
import { PairingService } from '../../src/pairing/index.js';
import { serviceProblem, throttled, type WorkplaceSimulator } from '../../simulators/index.js';
import { WorkchatAccounts } from '../../src/workchat/account/accounts.js';
import { attachmentsOf } from '../../src/workchat/inbound/attachments.js';
import { WorkchatConnector } from '../../src/workchat/workchat.connector.js';
import { WORKCHAT as WORKCHAT_ID } from '../../src/workchat/ids/id.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { MemoryMeter } from '../support/memory-meter.js';
import type { Pipeline } from '../support/pipeline.js';
import { WorkchatPipelines } from '../support/workchat-pipeline.js';
import type { Place } from '../support/workchat-world.js';

const MB = 1024 * 1024;

/** Real: the connector, botbuilder, the whole pipeline and the database. The cloud is the simulator. */
describe.each(DATABASES)('workchat on %s', (_, open) => {
  const chat = new WorkchatPipelines(open);
  const { service, idle, say, shown } = chat;
  let cloud: WorkplaceSimulator;
  let p: Pipeline;
  let irene: ReturnType<WorkplaceSimulator['addContact']>;

  const start = async (workchat?: object) => {
    p = await chat.start(workchat);
  };
  const marked = (place: Place) =>
    cloud.botMessages(place).map(({ activity }) => JSON.stringify(activity).includes('AIGeneratedContent'));
  const listed = () => ({ allowFrom: [irene.user.aadObjectId] });
  const group = () => cloud.world.addGroupChat({ members: [irene.user], hasBot: true });
  const channelOf = (name: string) => {
    const team = cloud.world.addTeam({ name: 'Release', members: [irene.user], hasBot: true });
    return cloud.world.addChannel(team, { name });
  };

  beforeEach(() => {
    ({ cloud, irene } = chat);
  });

  it('takes files of any size in pieces, and answers the text when one is missing', async () => {
    const { mediaAllowHosts } = cloud.settings;
    const limits = { mediaAllowHosts, mediaMaxMb: 400 };
    await start({ ...listed(), ...limits });
    const sizes = [0, 1, 3 * MB];
    const files = sizes.map((zeros, n) => ({ name: `${n}.bin`, content: { zeros } }));
    cloud.people.write({ from: irene.user, text: 'take these', files });
    await eventually(() => p.runtime.asked.length === 1, { what: 'the turn' });
    const mimeType = 'application/octet-stream';
    const named = sizes.map((bytes, n) => ({ name: `${n}.bin`, bytes, mimeType }));
    expect(p.runtime.asked[0]!.message.attachments).toEqual(named);

    await p.stop();
    cloud.app.resourcePermissions.clear();
    const place = channelOf('Work');
    await start({ ...listed(), ...limits, groupPolicy: 'open' });
    say('and this', place, { files: [{ name: 'plan.docx', content: Buffer.from('plan') }] });
    await eventually(() => p.runtime.asked.length === 1, { what: 'the turn without its file' });
    expect(p.runtime.asked[0]!.message).toMatchObject({
      text: 'and this',
      attachments: [{ name: 'file', problem: expect.stringContaining('ChannelMessage.Read.Group') }],
    });
  });

  it('never holds a large file in memory', async () => {
    const { mediaAllowHosts } = cloud.settings;
    await start({ ...listed(), mediaAllowHosts });
    // A visible amount, but small, since disks are slow. The contract of the media tests a larger one without a disk.
    const bytes = (chat.database.db.dialect === 'sqlite' ? 48 : 24) * MB;
    const attachments = [
      { contentType: 'image/*', contentUrl: cloud.publish({ content: { zeros: bytes } }) },
    ];
    const place = { conversation: { id: irene.chat.id as ConversationId, kind: 'direct' as const } };
    const [ref] = attachmentsOf({ attachments } as never, place, '1' as RemoteMessageId);
    const store = service(MediaStore);
    const { signal } = new AbortController();
    const found = service(WorkchatConnector).fetchMedia(
      DEFAULT_ACCOUNT,
      ref!.id,
      { maxBytes: bytes },
      signal,
    );
    const held = new MemoryMeter(bytes);
    const { value: file } = (await found.next()) as { value: FetchedFile };
    const { id } = await store.store(held.through(untilAborted(file.chunks, signal)), { maxBytes: bytes });
    expect(await held.count((await store.open(id))!.read())).toBe(bytes);
    expect(held.most).toBeLessThan(12 * MB);
  });

  it('pairs a sender in a direct chat, and opens no group by that', async () => {
    await start();
    const place = group();
    cloud.people.write({ from: irene.user, text: 'hello' });
    await idle();
    const [request] = await service(PairingService).list({ status: 'pending', limit: 10 });
    expect(shown(irene.chat)).toEqual([expect.stringContaining(request!.code)]);
    await service(PairingService).approve(SYSTEM, { channel: WORKCHAT_ID, code: request!.code });
    cloud.people.write({ from: irene.user, text: 'again' });
    say('and here?', place);
    await idle();
    expect(shown(irene.chat).slice(1)).toEqual(['echo: again']);
    // The code is this program's text; only the assistant's text is marked as generated.
    expect(marked(irene.chat)).toEqual([false, true]);
    expect(shown(place)).toEqual([]);
  });

  it('welcomes an installation once, whichever gateway gets it', async () => {
    const settings = { welcomeText: 'Hello!', groupPolicy: 'open' };
    const other = await chat.start(settings);
    await start(settings);
    const place = group();
    const told = cloud.membership.install(place, irene.user);
    const { port } = other.module.get(WorkchatAccounts, { strict: false }).find(DEFAULT_ACCOUNT)!;
    cloud.connectBot(`http://127.0.0.1:${port}/api/messages`);
    await Promise.all(told.map((activity) => cloud.deliver(activity)));
    await cloud.waitFor(() => cloud.botMessages(place).length > 0);
    await idle();
    expect(shown(place)).toEqual(['Hello!']);
  });

  it('answers each message in its thread once, although all come twice and the service is busy', async () => {
    await start(listed());
    const [crew, channel] = [group(), channelOf('Work')];
    const roots = ['one', 'two', 'three'].map((text) => say(text, channel));
    await idle();
    cloud.faults.deliveries.all({ kind: 'repeat', times: 2 });
    cloud.faults.sends.next({ kind: 'answer', answer: throttled(0) }, { times: 3 });
    for (const [index, under] of roots.entries()) say(`below ${index}`, channel, { under });
    cloud.people.write({ from: irene.user, text: 'direct' });
    say('in the crew', crew);
    say('unasked', crew, { mentions: [] });
    await idle();
    expect(shown(irene.chat)).toEqual(['echo: direct']);
    expect(shown(crew)).toEqual(['echo: in the crew']);
    const answers = cloud.botMessages(channel).map((message) => [message.rootId, cloud.shown(message)]);
    const expected = roots.flatMap(({ id }, index) => [
      [id, `echo: ${['one', 'two', 'three'][index]}`],
      [id, `echo: below ${index}`],
    ]);
    expect(answers.sort()).toEqual(expected.sort());
  });

  it('refuses a malformed card with its path, to an operator and to the assistant', async () => {
    await start({ ...listed(), groupPolicy: 'open' });
    const crew = group();
    const card = { type: 'AdaptiveCard', version: '1.5', body: [{ text: 'no type' }] };
    // A person who never wrote gets no message; the error states the remedy.
    const target = `user:${cloud.addContact('Ben Ito').user.aadObjectId}`;
    const first = expect.stringContaining('the person must write to the bot first') as string;
    let told: unknown;
    let ofBen: unknown;
    p.runtime.answer = async (asked, signal) => {
      told = await asked.tools!()!.call('message', { action: 'send', card }, signal);
      ofBen = await asked.tools!()!.call('message', { action: 'send', target, message: 'hi' }, signal);
      return 'ok';
    };
    say('card, please', crew);
    await idle();
    expect(told).toMatchObject({ ok: false });
    expect(ofBen).toMatchObject({ ok: false, error: first });
    await expect(
      service(OperatorMessages).send(SYSTEM, { channel: 'workchat', target, message: 'hi' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND', details: first });
    expect(JSON.stringify(told)).toContain('card.body[0].type must be a string');
    const request = { channel: 'workchat', target: `conversation:${crew.id}`, card };
    await expect(service(OperatorMessages).send(SYSTEM, request)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: 'card.body[0].type must be a string',
    });
    expect(shown(crew)).toEqual(['ok']);
  });

  it('10.38 posts a message in the thread or as a new post, as its author chooses', async () => {
    await start({ ...listed(), replyStyle: 'thread' });
    const channel = channelOf('Work');
    cloud.people.write({ from: irene.user, text: 'direct' });
    const post = say('post', channel);
    await idle();
    const below = say('below', channel, { under: post });
    await idle();
    const other = say('other', channel);
    await idle();
    const target = `conversation:${channel.id}`;
    const send = async (more: Partial<MessageRequest>) => {
      const request = { channel: 'workchat', target, message: 'x', ...more };
      await service(OperatorMessages).send(SYSTEM, request);
      await idle();
      const { id, rootId } = cloud.botMessages(channel).at(-1)!;
      return rootId === id ? 'a post' : rootId;
    };
    // The post is not the first of its thread, which only our own records show.
    expect(await send({ replyTo: below.id })).toBe(post.id);
    expect(await send({ replyTo: below.id, replyStyle: 'top-level' })).toBe('a post');
    const ours = cloud.botMessages(channel).find(({ rootId }) => rootId === other.id)!;
    expect(await send({ replyTo: ours.id, replyStyle: 'thread' })).toBe(other.id);
    expect(await send({})).toBe('a post');
    await expect(send({ target: `user:${irene.user.aadObjectId}`, replyTo: 'x' })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: 'reply_to is not possible: chats have no threads, and the platform does not let bots quote',
    });
    const before = cloud.botMessages(channel).length;
    p.runtime.answer = async (asked, signal) => {
      const call = (input: object) => asked.tools!()!.call('message', input, signal);
      await call({ action: 'reply', messageId: below.id, text: 'to the other thread' });
      await call({ action: 'send', message: 'to all', replyStyle: 'top-level' });
      await call({ action: 'reply', messageId: asked.message.ids!.full, text: 'to this' });
      return 'done';
    };
    say('again', channel, { under: other });
    await idle();
    const said = cloud.botMessages(channel).slice(before);
    expect(said.map((message) => [cloud.shown(message), message.rootId])).toEqual([
      ['to the other thread', post.id],
      ['to all', said[1]!.id],
      ['to this', other.id],
      ['done', other.id],
    ]);
  });

  it('looks up unknown sends, and makes a dead letter when it may not look', async () => {
    await start(listed());
    const loseNext = () => {
      const then = serviceProblem(504, 'ServiceError');
      cloud.faults.sends.next({ kind: 'lost', then }, { when: ({ body }) => body.type === 'message' });
    };
    const list = (state: 'sent' | 'dead') => service(Deliveries).list({ state, limit: 10 });
    loseNext();
    cloud.people.write({ from: irene.user, text: 'hello' });
    await idle();
    expect(shown(irene.chat)).toEqual(['echo: hello']);
    expect(await list('sent')).toHaveLength(1);
    cloud.app.resourcePermissions.clear();
    loseNext();
    cloud.people.write({ from: irene.user, text: 'more' });
    await idle();
    const [dead] = await list('dead');
    expect(dead).toMatchObject({
      lastCode: 'remote-error',
      lastDetail: expect.stringContaining('the app needs Chat.Read.All'),
    });
    cloud.people.write({ from: irene.user, text: 'still there' });
    await idle();
    expect(shown(irene.chat)).toEqual(['echo: hello', 'echo: more', 'echo: still there']);
  });

  it('answers each message missed while it was down, once, and has other messages as context', async () => {
    await start(listed());
    const [crew, channel] = [group(), channelOf('Work')];
    const eve = cloud.world.addUser({ name: 'Eve' });
    channel.members.push(eve);
    // Only mentions arrive; the directory supplies the other messages.
    cloud.app.resourcePermissions.clear();
    cloud.app.graphPermissions.add('ChannelMessage.Read.All').add('Chat.Read.All');
    const post = say('the plan is this', channel, { mentions: [] });
    cloud.people.write({ from: eve, in: channel, text: 'SECRET', under: post });
    say('hello', crew);
    say('known', channel, { under: post });
    cloud.people.write({ from: irene.user, text: 'direct' });
    await idle();
    const before = [crew, channel, irene.chat].map(shown);
    expect(before).toEqual([['echo: hello'], ['echo: known'], ['echo: direct']]);
    const asked = p.runtime.asked.find(({ text }) => text === 'known')!;
    expect(asked.history.map(({ text }) => text)).toEqual(['the plan is this']);

    cloud.connectBot(undefined);
    await p.stop();
    say('missed', crew);
    say('unasked', crew, { mentions: [] });
    say('missed below', channel, { under: post });
    cloud.people.write({ from: irene.user, text: 'missed, direct' });
    cloud.people.write({ from: eve, in: channel, text: 'nobody asked me', mentions: ['bot'] });
    await cloud.idle();
    for (const _ of ['once', 'and no more']) {
      await start(listed());
      await eventually(
        () => shown(irene.chat).length === 2 && shown(crew).length === 2 && shown(channel).length === 2,
      );
      await idle();
      await p.stop();
    }
    expect([crew, channel, irene.chat].map(shown)).toEqual([
      ['echo: hello', 'echo: missed'],
      ['echo: known', 'echo: missed below'],
      ['echo: direct', 'echo: missed, direct'],
    ]);
    expect(cloud.botMessages(channel).map(({ rootId }) => rootId)).toEqual([post.id, post.id]);
  });

  it("sends an operator's message, and counts votes of admitted senders where the poll was asked", async () => {
    await start(listed());
    const crew = group();
    const ben = cloud.addContact('Ben Ito');
    say('hello', crew);
    await idle();
    const target = `conversation:${crew.id}`;
    await service(OperatorMessages).send(SYSTEM, { channel: 'workchat', target, message: 'from above' });
    const words = { question: 'Which day?', options: ['Monday', 'Friday'] };
    const { pollId } = await service(PollAdminService).send(SYSTEM, {
      channel: 'workchat',
      target,
      ...words,
    });
    await idle();
    expect(shown(crew).slice(0, 2)).toEqual(['echo: hello', 'from above']);
    expect(marked(crew)).toEqual([true, false, false]);
    const poll = cloud.botMessages(crew).at(-1)!;
    await cloud.cards.execute(irene.user, poll, { inputs: { choices: '0' } });
    await cloud.cards.submit(irene.user, poll, { inputs: { choices: '1' } });
    await cloud.cards.submit(ben.user, poll, { inputs: { choices: '0' } });
    await idle();
    const { counts, votes } = await service(Polls).get(pollId);
    expect(counts).toEqual([0, 1]);
    expect(votes).toMatchObject([{ senderId: irene.user.aadObjectId, selections: [1] }]);
    const isVoteIn = async () => {
      const text = await readFile(join(chat.stateDir, 'workchat-polls.json'), 'utf8').catch(
        () => '{"polls":{}}',
      );
      const { polls } = JSON.parse(text) as { polls: Record<string, { votes: Record<string, number[]> }> };
      return polls[pollId]?.votes[irene.user.aadObjectId]?.join() === '1';
    };
    await eventually(isVoteIn, { what: 'the vote in the file' });
  });
});
