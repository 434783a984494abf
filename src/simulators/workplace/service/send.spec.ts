import { WorkplaceSetup } from '../../testing/workplace.js';
import { WORKPLACE_EXAMPLES } from '../fixtures.js';
import type { Conversation, Team, User } from '../types.js';

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

  it('goes into the thread of the suffix, decoded once', async () => {
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

  it('is a new post without a suffix, whatever the path and replyToId say', async () => {
    const root = t.sut.people.write({ from: user, in: channel, text: 'root' });
    const activity = { type: 'message', text: 'hi', replyToId: root.id };
    const { status, json } = await t.service(`POST ${path(channel.id, `/${root.id}`)}`, activity);
    expect(status).toBe(201);
    const [post] = t.sut.botMessages(channel);
    expect([post!.rootId, json?.id]).toEqual([post!.id, post!.id]);
  });

  it('takes a random id in the path, as botbuilder sends in a continuation (2.8)', async () => {
    const { status } = await t.service(`POST ${path(chat.id, '/5b1c')}`, { type: 'message', text: 'hi' });
    expect(status).toBe(201);
  });

  it('makes a new post with v3/conversations and tells its root', async () => {
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

  it('splits text and attachment in two and tells no id (3.4)', async () => {
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

  it('shows that the bot types (3.7)', async () => {
    const { status } = await t.send(chat, { type: 'typing' });
    expect(status).toBe(201);
    expect(t.sut.posted).toMatchObject([{ verb: 'typing', conversationId: chat.id }]);
    expect(t.sut.messages(chat)).toEqual([]);
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

  it('leaves what people wrote alone', async () => {
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

  it('open for members of a team with the app, and for nobody else', async () => {
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

describe('the service URL (workchat-wire 1.1)', () => {
  it('is also understood without the tenant, and refused with another', async () => {
    const token = await t.token('bot');
    const send = (base: string) =>
      fetch(`${base}${path(chat.id)}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'message', text: 'hi' }),
      });
    const host = t.sut.address('service');
    expect((await send(`${host}/emea/`)).status).toBe(201);
    expect((await send(`${host}/emea/0b7e5d91-3c2a-4e68-b1f4-9d8a6c5e7f30/`)).status).toBe(403);
  });
});

it('moves its service URL, and answers at the old one (1.1)', async () => {
  const old = t.sut.serviceUrl;
  t.sut.moveService({ region: 'amer', hasTenant: false });
  const { activity } = t.sut.people.write({ from: user, text: 'hi' });
  expect(activity.serviceUrl).toBe(`${t.sut.address('service')}/amer/`);
  expect((await t.send(chat, { type: 'message', text: 'new' })).status).toBe(201);
  t.sut.moveService({ region: 'emea', hasTenant: true });
  expect(t.sut.serviceUrl).toBe(old);
  expect((await t.send(chat, { type: 'message', text: 'old' })).status).toBe(201);
});

it('knows group chats without threads (3.2)', async () => {
  await t.send(group, { type: 'message', text: 'hi' });
  expect(t.sut.posted).toMatchObject([{ conversationId: group.id, threadId: undefined }]);
});
