import { WorkplaceSetup } from '../../../testing/workplace.js';
import type { Json } from '../../common/json.js';
import type { Conversation, Team, User } from '../../common/types.js';

const t = new WorkplaceSetup({
  resourcePermissions: [],
  graphPermissions: ['ChannelMessage.Read.All', 'Chat.Read.All'],
});
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

const inChannel = (rest = ''): string =>
  `GET /v1.0/teams/${team.aadGroupId}/channels/${encodeURIComponent(channel.id)}/messages${rest}`;
const inChat = (id: string, rest = ''): string => `GET /v1.0/chats/${encodeURIComponent(id)}/messages${rest}`;
const ids = (json: Json | undefined) => (json?.value as readonly Json[]).map(({ id }) => id);
const say = (place: Conversation, text: string, under?: ReturnType<typeof t.sut.people.write>) =>
  t.sut.people.write({ from: user, in: place, text, ...(under ? { under } : {}) });

describe('channel messages (workchat-wire 5.6)', () => {
  it('are roots, newest first; replies stand below theirs, oldest first', async () => {
    const [first, second] = [say(channel, 'one'), say(channel, 'two')];
    const replies = [say(channel, 'a', first), say(channel, 'b', first)];
    expect(ids((await t.graph(inChannel('?$top=50'))).json)).toEqual([second.id, first.id]);
    const below = await t.graph(inChannel(`/${first.id}/replies?$top=50`));
    expect(ids(below.json)).toEqual(replies.map(({ id }) => id));
    expect((await t.graph(inChannel(`/${first.id}/replies?$orderby=createdDateTime`))).status).toBe(400);
    const expanded = await t.graph(inChannel('?$expand=replies'));
    expect((expanded.json?.value as readonly Json[])[1]).toMatchObject({
      replies: [{ body: { content: '<p>a</p>' } }, {}],
    });
    t.sut.limits.graphPageSize = 1;
    const cut = (await t.graph(inChannel('?$expand=replies&$skiptoken=1'))).json?.value as readonly Json[];
    expect(cut).toMatchObject([{ replies: [{ id: replies[0]!.id }] }]);
    const rest = await t.graph(`GET ${String(cut[0]?.['replies@odata.nextLink'])}`);
    expect(ids(rest.json)).toEqual([replies[1]!.id]);
  });

  it('are found by id, replies only below their root', async () => {
    const root = say(channel, 'root');
    const reply = say(channel, 'reply', root);
    const one = await t.graph(inChannel(`/${root.id}`));
    expect(one.json).toMatchObject({
      id: root.id,
      replyToId: null,
      messageType: 'message',
      createdDateTime: expect.stringMatching(/Z$/),
      deletedDateTime: null,
      from: { user: { id: user.aadObjectId, displayName: 'Irene Paz' } },
      body: { contentType: 'html', content: '<p>root</p>' },
      attachments: [],
    });
    expect((await t.graph(inChannel(`/${root.id}/replies/${reply.id}`))).json).toMatchObject({
      replyToId: root.id,
    });
    expect((await t.graph(inChannel(`/${reply.id}`))).status).toBe(404);
  });

  it('stay in the list when deleted, and name the bot as application', async () => {
    const root = say(channel, 'root');
    t.sut.people.delete(root);
    expect((await t.graph(inChannel(`/${root.id}`))).json).toMatchObject({
      deletedDateTime: expect.any(String),
      body: { content: '' },
    });
    const card = {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: { type: 'AdaptiveCard', version: '1.5' },
    };
    const { json } = await t.send(channel, { type: 'message', attachments: [card] });
    expect((await t.graph(inChannel(`/${String(json?.id)}`))).json).toMatchObject({
      from: { user: null, application: { id: t.sut.app.appId } },
      attachments: [{ contentType: card.contentType, content: '{"type":"AdaptiveCard","version":"1.5"}' }],
    });
  });

  it('show mentions, rendered text, quotes and joins', async () => {
    const mentions = ['bot', user] as const;
    const text = 'a < b <at>Assistant</at>';
    const question = t.sut.people.write({ from: user, in: group, text, mentions });
    const answer = {
      type: 'message',
      text: '**yes** <at>Irene Paz</at> `a*b*`\n- one\n- [two](https://x.example)\n\n> so\n\n```\n<x>\n```',
      entities: [
        { type: 'mention', mentioned: { id: user.id, name: 'Irene Paz' }, text: '<at>Irene Paz</at>' },
      ],
    };
    const { json: sent } = await t.send(group, answer);
    const reply = t.sut.people.write({
      from: user,
      in: group,
      text: 'why?',
      quotes: t.sut.botMessages(group)[0]!,
    });
    t.sut.membership.addMember(group, t.sut.world.addUser({ name: 'Ben Oh' }), user);
    const { json } = await t.graph(inChat(group.id));
    const [joined, quoting, answered, asked] = json?.value as readonly Json[];
    expect(asked).toMatchObject({
      id: question.id,
      body: { content: '<p><at id="1">Irene Paz</at> a &lt; b <at id="0">Assistant</at></p>' },
      mentions: [
        { id: 0, mentionText: 'Assistant', mentioned: { application: { id: t.sut.app.appId }, user: null } },
        { id: 1, mentionText: 'Irene Paz', mentioned: { user: { id: user.aadObjectId }, application: null } },
      ],
    });
    expect(answered).toMatchObject({
      id: sent?.id,
      body: {
        content:
          '<p><strong>yes</strong> <at id="0">Irene Paz</at> <code>a*b*</code></p>' +
          '<ul><li>one</li><li><a href="https://x.example">two</a></li></ul>' +
          '<blockquote>so</blockquote><pre><code>&lt;x&gt;</code></pre>',
      },
    });
    expect(quoting).toMatchObject({
      id: reply.id,
      body: { content: `<attachment id="${String(sent?.id)}"></attachment><p>why?</p>` },
      attachments: [{ id: sent?.id, contentType: 'messageReference' }],
    });
    const [reference] = quoting!.attachments as readonly Json[];
    expect(JSON.parse(String(reference!.content))).toMatchObject({ messageId: sent?.id });
    expect(joined).toMatchObject({
      messageType: 'systemEventMessage',
      from: null,
      eventDetail: { members: [{ displayName: 'Ben Oh' }] },
    });
  });

  it('come in pages of 20, replies in either order', async () => {
    const root = say(channel, 'root');
    const replies = Array.from({ length: 21 }, (_none, at) => say(channel, String(at), root).id);
    const list = async () => ids((await t.graph(inChannel(`/${root.id}/replies`))).json);
    expect(await list()).toEqual(replies.slice(0, 20));
    t.sut.variants.replies = 'newest-first';
    expect(await list()).toEqual(replies.toReversed().slice(0, 20));
  });

  it('hold files as references whose id is that of the tag', async () => {
    const files = [{ name: 'data.csv', content: Buffer.from('a,b'), contentType: 'text/csv' }];
    const message = t.sut.people.write({ from: user, in: channel, text: 'see', files });
    const { json } = await t.graph(inChannel(`/${message.id}`));
    const [file] = message.files;
    const reference = {
      id: file!.id,
      contentType: 'reference',
      contentUrl: file!.contentUrl,
      name: 'data.csv',
    };
    expect(json?.attachments).toMatchObject([reference]);
    expect((json?.body as Json).content).toContain(`<attachment id="${file!.id}">`);
  });
});

describe('chats (workchat-wire 5.4, 5.6)', () => {
  it('are refused by the id of the bot channel, and found by that of Graph', async () => {
    const message = say(chat, 'hello');
    const refused = await t.graph(inChat(chat.id));
    expect(refused.status).toBe(400);
    const id = `19:${user.aadObjectId}_${t.sut.app.appId}@unq.gbl.spaces`;
    expect(ids((await t.graph(inChat(id, '?$top=50&$orderby=createdDateTime desc'))).json)).toEqual([
      message.id,
    ]);
  });

  it('list their messages newest first, and refuse a thread suffix', async () => {
    const messages = [say(group, 'one'), say(group, 'two')];
    const list = async (query = '') => ids((await t.graph(inChat(group.id, query))).json);
    const [one, two] = messages.map(({ id }) => id);
    expect(await list()).toEqual([two, one]);
    t.sut.clock.advance(60_000);
    t.sut.people.edit(messages[0]!, 'edited');
    const since = new Date(t.sut.clock.now() - 1).toISOString();
    expect(await list('?$orderby=lastModifiedDateTime desc')).toEqual([one, two]);
    const filter = `$filter=lastModifiedDateTime gt ${since}`;
    expect(await list(`?$orderby=lastModifiedDateTime desc&${filter}`)).toEqual([one]);
    for (const query of [filter, '$orderby=createdDateTime asc', '$skip=1', "$filter=from eq 'x'"]) {
      expect((await t.graph(inChat(group.id, `?${query}`))).status).toBe(400);
    }
    expect((await t.graph(inChat(`${group.id};messageid=1`))).status).toBe(400);
  });

  it('list their members page by page', async () => {
    group.members.push(t.sut.world.addUser({ name: 'Ben Oh' }));
    t.sut.limits.graphPageSize = 1;
    const { json } = await t.graph(`GET /v1.0/chats/${encodeURIComponent(group.id)}/members`);
    expect(json?.value).toEqual([
      {
        '@odata.type': '#microsoft.graph.aadUserConversationMember',
        id: expect.any(String),
        roles: [],
        displayName: 'Irene Paz',
        userId: user.aadObjectId,
        email: 'irene.paz@northwind.example',
        tenantId: user.tenantId,
      },
    ]);
    expect((await t.graph(`GET ${String(json?.['@odata.nextLink'])}`)).json?.value).toMatchObject([
      { displayName: 'Ben Oh' },
    ]);
  });

  it('show a file whose tag is missing in the activity (1.17)', async () => {
    const files = [{ name: 'plan.pdf', content: Buffer.from('x'), withoutTag: true }];
    const message = t.sut.people.write({ from: user, in: group, text: 'see', files });
    expect(JSON.stringify(message.activity)).not.toContain('attachment id');
    const { json } = await t.graph(inChat(group.id, `/${message.id}`));
    expect(json?.attachments).toMatchObject([{ contentType: 'reference', name: 'plan.pdf' }]);
  });
});

describe('pictures (workchat-wire 1.17, 5.6)', () => {
  const content = Buffer.from('picture');
  const src = (html: unknown) => /<img src="([^"]+)"/.exec(String(html))?.[1] ?? '';

  it('are downloaded from the address in the html, in posts, replies, group chats and personal chats', async () => {
    const images = [{ content, form: 'hosted' as const }];
    const root = say(channel, 'root');
    for (const place of [{ in: channel }, { in: channel, under: root }, { in: group }, {}]) {
      const { activity } = t.sut.people.write({ from: user, text: 'see', images, ...place });
      const bytes = await t.graph(`GET ${src(activity.attachments?.[0]?.content)}`);
      expect([bytes.status, bytes.text]).toEqual([200, 'picture']);
    }
  });

  it('have different addresses at Graph and at the connector, and always stand in the Graph body', async () => {
    const images = [{ content, alsoInHtml: true }, { content }];
    const message = t.sut.people.write({ from: user, in: channel, text: 'see', images });
    const [one, , stub] = message.activity.attachments!;
    const [first, second] = message.images;
    expect(one!.contentUrl).toContain(`/v3/attachments/${first!.id}/views/original`);
    expect(src(stub!.content)).toContain(`/hostedContents/${first!.hostedId}/$value`);
    expect(stub!.content).not.toContain(second!.hostedId);
    const { json } = await t.graph(inChannel(`/${message.id}`));
    expect((json?.body as Json).content).toContain(second!.hostedId);
  });

  it('are listed without bytes, which are fetched one by one', async () => {
    const content = Buffer.from('picture');
    const images = [{ content, contentType: 'image/jpeg', form: 'hosted' as const }];
    const message = t.sut.people.write({ from: user, in: channel, text: 'see', images });
    const list = await t.graph(inChannel(`/${message.id}/hostedContents`));
    expect(list.json?.value).toEqual([
      { id: message.images[0]!.hostedId, contentBytes: null, contentType: null },
    ]);
    const [, url] = /<img src="([^"]+)"/.exec(String(message.activity.attachments?.[0]?.content)) ?? [];
    const bytes = await t.graph(`GET ${url!}`);
    expect([bytes.headers.get('content-type'), bytes.text]).toEqual(['image/jpeg', 'picture']);
    expect((await t.graph(`GET ${url!}`, undefined, { token: null })).status).toBe(401);
  });
});

describe('reading messages (workchat-wire 5.6)', () => {
  beforeEach(() => t.sut.app.graphPermissions.clear());

  it('without permission is refused with the name of the missing one', async () => {
    t.sut.app.graphPermissions.add('User.Read.All');
    const { status, json } = await t.graph(inChannel());
    expect([status, json]).toMatchObject([
      403,
      {
        error: {
          code: 'Forbidden',
          message:
            "Missing role permissions on the request. API requires one of 'ChannelMessage.Read.All, Group.Read.All'. Roles on the request 'User.Read.All'.",
        },
      },
    ]);
  });

  it('by resource-specific permissions works where the app is installed, not in private channels', async () => {
    t.sut.app.resourcePermissions.add('ChannelMessage.Read.Group').add('ChatMessage.Read.Chat');
    expect((await t.graph(inChannel())).status).toBe(200);
    expect((await t.graph(inChat(group.id))).status).toBe(200);
    channel = t.sut.world.addChannel(team, { name: 'Secret', type: 'private', hasBot: true });
    expect((await t.graph(inChannel())).status).toBe(403);
    expect((await t.graph(`GET /v1.0/chats/${encodeURIComponent(group.id)}/members`)).status).toBe(403);
  });
});
