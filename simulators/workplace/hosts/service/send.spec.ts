import { WorkplaceSetup } from '../../../testing/workplace.js';
import { WORKPLACE_EXAMPLES } from '../../fixtures/index.js';
import type { Conversation, Message, Team, User } from '../../common/types.js';

const t = new WorkplaceSetup();
let user: User;
let chat: Conversation;
let group: Conversation;
let team: Team;
let channel: Conversation;

beforeEach(async () => {
  await t.start();
  ({ user, chat } = t.sut.addContact('Irene Paz'));
  group = t.sut.world.addGroupChat({ members: [user], hasBot: true });
  team = t.sut.world.addTeam({ name: 'Release', members: [user], hasBot: true });
  channel = t.sut.world.addChannel(team, { name: 'Work' });
});
afterEach(t.stop);

const path = (id: string, rest = ''): string =>
  `v3/conversations/${encodeURIComponent(id)}/activities${rest}`;

describe('sending (workchat-wire 3.1, 3.2)', () => {
  it('answers 201 with the id of the message', async () => {
    const { status, json } = await t.send(chat, { type: 'message', text: 'hi' });
    expect(status).toBe(201);
    expect(json).toEqual({ id: t.sut.botMessages(chat)[0]!.id });
  });

  it('goes into the thread named by the suffix of the conversation id', async () => {
    const root = t.sut.people.write({ from: user, in: channel, text: 'root' });
    const answer = await t.send(`${channel.id};messageid=${root.id}`, WORKPLACE_EXAMPLES.sentReply);
    expect(answer.status).toBe(201);
    expect(t.sut.botMessages(channel)).toMatchObject([{ rootId: root.id, activity: { text: 'hi' } }]);
    expect(t.sut.posted).toMatchObject([
      { verb: 'send', conversationId: channel.id, threadId: root.id, messageId: answer.json?.id },
    ]);
    const url = t.sut.requestsTo('service')[0]!.path;
    expect(url).toContain(`${encodeURIComponent(channel.id)}%3Bmessageid%3D${root.id}/activities`);
  });

  it('makes a new post without a suffix, whatever the path and replyToId say', async () => {
    const root = t.sut.people.write({ from: user, in: channel, text: 'root' });
    const activity = { type: 'message', text: 'hi', replyToId: root.id };
    const { status, json } = await t.service(`POST ${path(channel.id, `/${root.id}`)}`, activity);
    expect(status).toBe(201);
    const [post] = t.sut.botMessages(channel);
    expect([post!.rootId, json?.id]).toEqual([post!.id, post!.id]);
  });

  it('accepts a random activity id in the path, as botbuilder sends in a continuation (2.8)', async () => {
    const { status } = await t.service(`POST ${path(chat.id, '/5b1c')}`, { type: 'message', text: 'hi' });
    expect(status).toBe(201);
  });

  it('makes a new post by v3/conversations, and returns its root', async () => {
    const body = {
      isGroup: true,
      channelData: { channel: { id: channel.id } },
      activity: { type: 'message', text: 'news' },
    };
    const { status, json } = await t.service('POST v3/conversations', body);
    const [post] = t.sut.botMessages(channel);
    expect(status).toBe(201);
    expect(json).toEqual({ id: `${channel.id};messageid=${post!.id}`, activityId: post!.id });
    expect((await t.send(String(json?.id), { type: 'message', text: 'more' })).status).toBe(201);
    expect(t.sut.botMessages(channel)[1]!.rootId).toBe(post!.id);
  });

  it('splits text and attachment into two messages, and returns no id (3.4)', async () => {
    const picture = { contentType: 'image/png', contentUrl: 'data:image/png;base64,AAAA' };
    const { status, json } = await t.send(chat, { type: 'message', text: 'see', attachments: [picture] });
    expect([status, json]).toEqual([201, {}]);
    expect(t.sut.botMessages(chat).map(({ activity }) => activity.text)).toEqual(['see', undefined]);
    expect(t.sut.botMessages(chat)[1]!.activity.attachments).toEqual([picture]);
  });

  it('shows a mention only when tag and entity are the same (3.3)', async () => {
    const mentioned = { id: user.id, name: user.name };
    const entities = [{ type: 'mention', mentioned, text: '<at>Irene Paz</at>' }];
    await t.send(chat, { type: 'message', text: 'hi <at>Irene Paz</at>', entities });
    await t.send(chat, { type: 'message', text: 'hi <at>Irene  Paz</at>', entities });
    expect(t.sut.botMessages(chat).map((each) => t.sut.shown(each))).toEqual([
      'hi @Irene Paz',
      'hi <at>Irene  Paz</at>',
    ]);
  });

  it('records typing without a message (3.7)', async () => {
    const { status } = await t.send(chat, { type: 'typing' });
    expect(status).toBe(201);
    expect(t.sut.posted).toMatchObject([{ verb: 'typing', conversationId: chat.id }]);
    expect(t.sut.messages(chat)).toEqual([]);
  });
});

describe('doubtful activities that the service accepts (workchat-wire 2.8, 3.2, 3.3)', () => {
  const codes = () => t.sut.complaints.map(({ code }) => code);

  it('are recorded as complaints', async () => {
    const mentioned = { id: '29:nobody', name: 'X' };
    const statuses = [
      await t.service(`POST ${path(chat.id, '/5b1c')}`, { type: 'message', text: 'hi' }),
      await t.send(chat, { type: 'message', text: 'hi', replyToId: '1700000000000' }),
      await t.send(`${group.id};messageid=1`, { type: 'message', text: 'hi' }),
      await t.send(chat, { type: 'message', text: 'hi <at>Irene Paz</at>' }),
      await t.send(chat, {
        type: 'message',
        text: 'hi',
        entities: [{ type: 'mention', mentioned, text: '<at>X</at>' }],
      }),
      await t.send(chat, { type: 'message', text: 'hi', from: { id: user.id } }),
    ];
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(codes()).toEqual([
      'reply-to-unknown',
      'reply-to-unknown',
      'thread-in-chat',
      'mention-without-entity',
      'entity-without-mention',
      'mention-of-nobody',
      'foreign-sender',
    ]);
    expect(t.sut.complaints[0]).toMatchObject({ text: "Reply to '5b1c'", conversationId: chat.id });
  });

  it('do not include a right reply to a message or an event', async () => {
    const asked = t.sut.people.write({ from: user, in: group, text: 'hi', mentions: ['bot'] });
    const [added] = t.sut.membership.install(group, user);
    const entities = [
      { type: 'mention', mentioned: { id: user.id, name: user.name }, text: '<at>Irene Paz</at>' },
    ];
    const from = { id: t.sut.app.id };
    for (const id of [asked.id, added!.id!]) {
      await t.service(`POST ${path(group.id, `/${id}`)}`, {
        type: 'message',
        text: '<at>Irene Paz</at> hi',
        entities,
        from,
        replyToId: id,
      });
    }
    expect(t.sut.complaints).toEqual([]);
  });
});

describe('the transcript', () => {
  const text = (place: Conversation, thread?: Message) =>
    t.sut.transcript(place, thread).map((each) => each.text);

  it('shows each answer in its own thread', async () => {
    const roots = ['a', 'b', 'c'].map((word) => t.sut.people.write({ from: user, in: channel, text: word }));
    for (const root of roots.toReversed()) {
      const thread = encodeURIComponent(`${channel.id};messageid=${root.id}`);
      const reply = { type: 'message', text: `re ${root.activity.text!}` };
      await t.service(`POST v3/conversations/${thread}/activities/${root.id}`, reply);
    }
    for (const root of roots)
      expect(text(channel, root)).toEqual([root.activity.text, `re ${root.activity.text!}`]);
    expect(text(channel)).toEqual(['a', 'b', 'c', 're c', 're b', 're a']);
    expect(t.sut.transcript(channel, roots[0])[1]).toEqual({
      id: expect.any(String),
      threadId: roots[0]!.id,
      by: 'bot',
      author: 'Assistant',
      text: 're a',
      attachments: [],
      answers: roots[0]!.id,
      isEdited: false,
      state: 'whole',
    });
  });

  it('applies edits and deletes of both sides', async () => {
    const gone = t.sut.people.write({ from: user, text: 'gone' });
    const edited = t.sut.people.write({ from: user, text: 'one' });
    const { json } = await t.send(chat, { type: 'message', text: 'draft' });
    t.sut.people.delete(gone);
    t.sut.people.edit(edited, 'two');
    await t.service(`PUT ${path(chat.id, `/${String(json?.id)}`)}`, { type: 'message', text: 'final' });
    expect(t.sut.transcript(chat).map((each) => [each.by, each.text, each.isEdited])).toEqual([
      ['person', 'two', true],
      ['bot', 'final', true],
    ]);
  });
});

describe('changing (workchat-wire 3.1, 3.4)', () => {
  it('updates and deletes own messages: 200, and 404 once they are gone', async () => {
    const { json } = await t.send(chat, { type: 'message', text: 'one' });
    const own = path(chat.id, `/${String(json?.id)}`);
    const updated = await t.service(`PUT ${own}`, { type: 'message', text: 'two' });
    expect([updated.status, updated.json]).toEqual([200, json]);
    expect(t.sut.botMessages(chat)[0]).toMatchObject({
      activity: { text: 'two' },
      editedAt: t.sut.clock.now(),
    });
    expect((await t.service(`DELETE ${own}`)).status).toBe(200);
    expect(t.sut.botMessages(chat)).toEqual([]);
    const again = await t.service(`DELETE ${own}`);
    expect([again.status, again.json]).toMatchObject([
      404,
      { error: { code: 'ActivityNotFoundInConversation' } },
    ]);
    expect(t.sut.posted.map(({ verb }) => verb)).toEqual(['send', 'update', 'delete']);
  });

  it("does not change people's messages", async () => {
    const theirs = t.sut.people.write({ from: user, text: 'mine' });
    const { status, json } = await t.service(`PUT ${path(chat.id, `/${theirs.id}`)}`, {
      type: 'message',
      text: 'no',
    });
    expect([status, json]).toMatchObject([403, { error: { code: 'ForbiddenOperationException' } }]);
    expect(theirs.activity.text).toBe('mine');
  });
});

describe('new personal chats (workchat-wire 2.8)', () => {
  const order = (id: string, tenantId = user.tenantId) => ({
    isGroup: false,
    bot: { id: t.sut.app.id },
    members: [{ id }],
    tenantId,
    channelData: { tenant: { id: tenantId } },
  });

  it('are found by both ids, where the app is installed', async () => {
    for (const id of [user.id, user.aadObjectId]) {
      const { status, json } = await t.service('POST v3/conversations', order(id));
      expect([status, json]).toEqual([201, { id: chat.id }]);
    }
  });

  it('open only for members of a team with the app', async () => {
    const ben = t.sut.world.addUser({ name: 'Ben Oh' });
    const refused = await t.service('POST v3/conversations', order(ben.id));
    expect([refused.status, refused.json]).toMatchObject([
      403,
      { error: { code: 'ForbiddenOperationException' } },
    ]);
    team.members.push(ben);
    const { json } = await t.service('POST v3/conversations', order(ben.aadObjectId));
    expect((await t.send(String(json?.id), { type: 'message', text: 'hello' })).status).toBe(201);
  });

  it('send their first message in the same call', async () => {
    const activity = { type: 'message', text: 'hello' };
    const { json } = await t.service('POST v3/conversations', { ...order(user.id), activity });
    expect(json).toEqual({ id: chat.id, activityId: t.sut.botMessages(chat)[0]!.id });
  });

  it('are refused without tenant or bot, for groups, and by principal name', async () => {
    const { tenantId: _tenant, channelData: _data, ...without } = order(user.id);
    const { bot: _bot, ...botless } = order(user.id);
    const wrong = [without, botless, { ...order(user.id), isGroup: true }, order(user.userPrincipalName)];
    const answers = [];
    for (const body of wrong) answers.push(await t.service('POST v3/conversations', body));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(answers[0]!.json).toMatchObject({ error: { message: 'Could not parse tenant id' } });
  });

  it('are refused for the wrong tenant, unknown people and groups', async () => {
    const wrong = await t.service(
      'POST v3/conversations',
      order(user.id, t.sut.world.addTenant({ name: 'C', domain: 'c.example' }).id),
    );
    const unknown = await t.service('POST v3/conversations', order('29:nobody'));
    const several = await t.service('POST v3/conversations', {
      ...order(user.id),
      members: [{ id: user.id }, { id: 'x' }],
    });
    expect([wrong, unknown, several].map(({ status }) => status)).toEqual([403, 400, 400]);
  });
});

it('the service answers at its URL in both public forms, and at no other (1.1, 3.9, 13.20)', async () => {
  const token = await t.token('bot');
  const host = t.sut.address('service');
  const send = async (base: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ type: 'message', text: 'hi' });
    return (await fetch(`${base}${path(chat.id)}`, { method: 'POST', headers, body })).status;
  };
  const old = t.sut.serviceUrl;
  expect(await send(`${host}/emea/`)).toBe(201);
  expect(await send(`${host}/teams/`)).toBe(201);
  expect(await send(`${host}/atlantis/`)).toBe(404);
  expect(await send(`${host}/emea/0b7e5d91-3c2a-4e68-b1f4-9d8a6c5e7f30/`)).toBe(403);
  t.sut.moveService({ region: 'amer', hasTenant: false, hasSlash: false });
  const { activity } = t.sut.people.write({ from: user, text: 'hi' });
  expect(activity.serviceUrl).toBe(`${host}/amer`);
  expect([await send(`${host}/amer/`), await send(old)]).toEqual([201, 404]);
  t.sut.moveService({ region: 'emea', hasTenant: true });
  expect([await send(`${host}/amer/`), await send(old)]).toEqual([404, 201]);
});

it('the service knows group chats without threads (3.2)', async () => {
  await t.send(group, { type: 'message', text: 'hi' });
  expect(t.sut.posted).toMatchObject([{ conversationId: group.id, threadId: undefined }]);
});
