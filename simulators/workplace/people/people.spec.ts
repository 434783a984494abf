import { WorkplaceSetup } from '../../testing/workplace.js';
import type { Conversation, Team, User } from '../common/types.js';

const t = new WorkplaceSetup();
let irene: User;
let chat: Conversation;
let team: Team;
let channel: Conversation;

beforeEach(async () => {
  await t.start();
  ({ user: irene, chat } = t.sut.addContact('Irene Paz'));
  team = t.sut.world.addTeam({ name: 'Release', members: [irene], hasBot: true });
  channel = t.sut.world.addChannel(team, { name: 'Work' });
});
afterEach(t.stop);

describe('ids and addresses (workchat-wire 1.1)', () => {
  it('have the forms of the platform, and do not repeat within a millisecond', () => {
    const [one, two] = ['a', 'b'].map((text) => t.sut.people.write({ from: irene, text }));
    expect(Number(two!.id)).toBe(Number(one!.id) + 1);
    expect([two!.createdAt, Date.parse(two!.activity.timestamp!)]).toEqual([
      Number(two!.id),
      Number(two!.id),
    ]);
    expect(t.sut.world.user(irene.userPrincipalName.toUpperCase())).toBe(irene);
    expect(irene.id).toMatch(/^29:1\w+$/);
    expect(chat.id).toMatch(/^a:1\w+$/);
    expect(t.sut.world.addGroupChat({ members: [irene] }).id).toMatch(/^19:[0-9a-f]{32}@thread\.v2$/);
    expect(channel.id).toMatch(/^19:\w+@thread\.tacv2$/);
    expect(team.channels[0]).toMatchObject({ id: team.id, name: 'General' });
  });

  it('tell people of the same name apart', () => {
    const other = t.sut.world.addUser({ name: 'Irene Paz' });
    expect(other.userPrincipalName).toBe('irene.paz2@northwind.example');
    expect(new Set([irene.id, other.id, irene.aadObjectId, other.aadObjectId]).size).toBe(4);
  });

  it('are the same in every run', async () => {
    const again = new WorkplaceSetup();
    await again.start();
    const { user } = again.sut.addContact('Irene Paz');
    expect(user).toEqual(irene);
    await again.stop();
  });
});

describe('threads (workchat-wire 1.5, 1.6)', () => {
  it('give a root its own id as suffix, and a reply the id of its root', () => {
    const root = t.sut.people.write({ from: irene, in: channel, text: 'root' });
    const reply = t.sut.people.write({ from: irene, in: channel, under: root, text: 'reply' });
    const nested = t.sut.people.write({
      from: irene,
      in: channel,
      under: reply,
      text: 'nested',
      withReplyToId: false,
    });
    const suffixes = [root, reply, nested].map(({ activity }) => activity.conversation?.id);
    expect(new Set(suffixes)).toEqual(new Set([`${channel.id};messageid=${root.id}`]));
    expect([root, reply, nested].map(({ activity }) => activity.replyToId)).toEqual([
      undefined,
      root.id,
      undefined,
    ]);
  });

  it('can have another id than the activity that began them (13.20), and name the group (1.2)', async () => {
    const activityId = '1768992099999';
    const root = t.sut.people.write({
      from: irene,
      in: channel,
      text: 'root',
      activityId,
      withGroupId: true,
    });
    expect(root.activity.id).toBe(activityId);
    expect(root.activity.conversation?.id).toBe(`${channel.id};messageid=${root.id}`);
    expect(root.activity.channelData).toMatchObject({ team: { id: team.id, aadGroupId: team.aadGroupId } });
    expect((await t.send(`${channel.id};messageid=${root.id}`, { type: 'message', text: 'x' })).status).toBe(
      201,
    );
    expect(
      (await t.send(`${channel.id};messageid=${activityId}`, { type: 'message', text: 'x' })).status,
    ).toBe(404);
  });

  it('quote the bot by its id and its present name (1.6)', async () => {
    await t.send(chat, { type: 'message', text: 'an <answer>' });
    t.sut.app.name = 'R&D';
    const [answer] = t.sut.botMessages(chat);
    const { activity } = t.sut.people.write({ from: irene, text: 'why?', quotes: answer! });
    const html = String(activity.attachments?.[0]?.content);
    expect(html).toContain(`<strong itemprop="mri" itemid="28:${t.sut.app.appId}">R&amp;D</strong>`);
    expect(html).toContain('<p itemprop="preview">an &lt;answer&gt;</p>');
  });

  it('do not exist in chats, where a reply quotes in html', () => {
    const first = t.sut.people.write({ from: irene, text: 'the long question' });
    const { activity } = t.sut.people.write({ from: irene, text: 'yes', quotes: first });
    expect(activity).not.toHaveProperty('replyToId');
    const html = String(activity.attachments?.[0]?.content);
    expect(html).toContain(
      `<blockquote itemscope itemtype="http://schema.skype.com/Reply" itemid="${first.id}">`,
    );
    expect(html).toContain(`<strong itemprop="mri" itemid="8:orgid:${irene.aadObjectId}">Irene Paz</strong>`);
    expect(html).toContain('<p itemprop="preview">the long question</p>');
  });
});

describe('mentions (workchat-wire 1.4)', () => {
  it('are an entity with the very text of the tag, wherever it stands', () => {
    const ben = t.sut.world.addUser({ name: 'Ben Oh' });
    const text = 'ask <at>Ben Oh</at> please';
    const { activity } = t.sut.people.write({ from: irene, in: channel, text, mentions: ['bot', ben] });
    expect(activity.text).toBe(`<at>Assistant</at> ${text}`);
    expect(activity.entities).toMatchObject([
      { type: 'mention', text: '<at>Assistant</at>', mentioned: { id: t.sut.app.id } },
      { type: 'mention', text: '<at>Ben Oh</at>', mentioned: { id: ben.id, name: 'Ben Oh' } },
      { type: 'clientInfo' },
    ]);
  });

  it('stand escaped in html, as the words around them', () => {
    const odd = { id: '29:odd', name: 'R&D <bot>' };
    const { activity } = t.sut.people.write({
      from: irene,
      in: channel,
      text: 'a < b && c',
      mentions: [odd],
    });
    expect(activity.text).toBe('<at>R&D <bot></at> a < b && c');
    // The platform leaves out the tag of a name with an ampersand.
    expect(activity.entities?.[0]).toEqual({ type: 'mention', mentioned: odd });
    expect(activity.attachments?.[0]?.content).toBe(
      '<p><span itemscope itemtype="http://schema.skype.com/Mention" itemid="0">R&amp;D &lt;bot&gt;</span> a &lt; b &amp;&amp; c</p>',
    );
  });

  it('use the app’s new name after it is renamed', () => {
    t.sut.app.name = 'Helper';
    const { activity } = t.sut.people.write({ from: irene, in: channel, text: 'hi', mentions: ['bot'] });
    expect(activity).toMatchObject({
      text: '<at>Helper</at> hi',
      recipient: { id: t.sut.app.id, name: 'Helper' },
    });
  });
});

describe('edits, deletes, reactions (workchat-wire 1.9, 1.10)', () => {
  it('keep the id of the message', async () => {
    const message = t.sut.people.write({ from: irene, text: 'one' });
    t.sut.people.edit(message, 'two', { mentions: ['bot'] });
    t.sut.people.delete(message);
    expect(t.sut.messages(chat)).toEqual([]);
    t.sut.people.undelete(message);
    const heard = await t.heard();
    expect(new Set(heard.map(({ id }) => id))).toEqual(new Set([message.id]));
    const kinds = heard.map(({ type, channelData }) => [type, channelData?.eventType]);
    expect(kinds.sort()).toEqual([
      ['message', undefined],
      ['messageDelete', 'softDeleteMessage'],
      ['messageUpdate', 'editMessage'],
      ['messageUpdate', 'undeleteMessage'],
    ]);
    expect(heard.find(({ channelData }) => channelData?.eventType === 'editMessage')).toMatchObject({
      text: '<at>Assistant</at> two',
      entities: [{ type: 'mention', mentioned: { id: t.sut.app.id } }, {}],
      attachments: [{ contentType: 'text/html', content: expect.stringContaining('two</p>') }],
    });
    expect(t.sut.messages(chat)[0]?.activity.text).toBe('<at>Assistant</at> two');
  });

  it('tell the bot of reactions to its own messages only', async () => {
    const own = t.sut.people.write({ from: irene, text: 'mine' });
    await t.sut.idle();
    expect(t.sut.people.react(irene, own)).toBeUndefined();
    await t.send(chat, { type: 'message', text: 'yours' });
    const [answer] = t.sut.botMessages(chat);
    t.sut.people.react(irene, answer!, 'heart');
    expect(t.sut.people.unreact(irene, answer!, 'heart')).toMatchObject({
      replyToId: answer!.id,
      reactionsRemoved: [{ type: 'heart' }],
    });
    expect((await t.heard()).filter(({ type }) => type === 'messageReaction')).toHaveLength(2);
  });
});

describe('events (workchat-wire 1.7, 1.8)', () => {
  const events = async () =>
    (await t.heard()).map(({ type, action, channelData, conversation }) => ({
      type,
      kind: action ?? channelData?.eventType,
      where: conversation?.id,
    }));

  it('tell of the installation and of the bot in the roster, in either order', async () => {
    chat.hasBot = false;
    const one = t.sut.membership.install(chat, irene);
    const two = t.sut.membership.install(chat, irene, { updateFirst: false });
    expect([one, two].map((list) => list.map(({ type }) => type))).toEqual([
      ['installationUpdate', 'conversationUpdate'],
      ['conversationUpdate', 'installationUpdate'],
    ]);
    expect(chat.hasBot).toBe(true);
    const { channelData, membersAdded } = one[1]!;
    expect(membersAdded).toEqual([{ id: t.sut.app.id }]);
    expect(channelData).not.toHaveProperty('eventType');
  });

  it('put team events into General, with the names and the directory group', async () => {
    const ben = t.sut.world.addUser({ name: 'Ben Oh' });
    t.sut.membership.addMember(team, ben, irene);
    t.sut.membership.removeMember(team, ben, irene);
    t.sut.membership.renameTeam(team, 'Launch', irene);
    t.sut.membership.renameChannel(channel, 'Play', irene);
    const made = t.sut.membership.createChannel(team, irene, { name: 'New' });
    t.sut.membership.deleteChannel(made, irene);
    t.sut.membership.teamEvent(team, 'channelMemberAdded', irene);
    const all = await events();
    expect(new Set(all.map(({ where }) => where))).toEqual(new Set([team.id]));
    expect(all.map(({ kind }) => kind).sort()).toEqual([
      'channelCreated',
      'channelDeleted',
      'channelMemberAdded',
      'channelRenamed',
      'teamMemberAdded',
      'teamMemberRemoved',
      'teamRenamed',
    ]);
    const renamed = (await t.heard()).find(({ channelData }) => channelData?.eventType === 'channelRenamed');
    expect(renamed?.channelData).toMatchObject({
      channel: { id: channel.id, name: 'Play' },
      team: { id: team.id, name: 'Launch', aadGroupId: team.aadGroupId },
    });
  });

  it('tell of removal and upgrade', async () => {
    t.sut.membership.upgrade(chat, irene);
    t.sut.membership.uninstall(chat, irene);
    expect((await events()).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['add-upgrade', 'remove', undefined]),
    );
    expect(chat.hasBot).toBe(false);
  });
});
