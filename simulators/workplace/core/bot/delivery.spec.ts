import { WorkplaceSetup } from '../../../testing/workplace.js';
import type { Conversation, User } from '../../common/types.js';

const t = new WorkplaceSetup();
let user: User;
let chat: Conversation;

beforeEach(async () => {
  await t.start();
  ({ user, chat } = t.sut.addContact('Irene Paz'));
});
afterEach(t.stop);

describe('handing activities to the bot (workchat-wire 1.18)', () => {
  it('signs each call for the service URL of the activity', async () => {
    t.sut.people.write({ from: user, text: 'hello' });
    await t.sut.idle();
    const [{ headers, activity }] = t.bot.received as [(typeof t.bot.received)[number]];
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
    expect(headers.authorization).toMatch(/^Bearer /);
    expect(activity.serviceUrl).toBe(`${t.sut.address('service')}/emea/${user.tenantId}/`);
    expect(t.sut.deliveries).toMatchObject([{ attempt: 1, outcome: 200 }]);
  });

  it('repeats the same activity when the answer is late', async () => {
    Object.assign(t.sut.limits, { answerTimeoutMs: 500, repeatDelayMs: 0 });
    t.sut.events.once('delivery', () => (t.sut.limits.answerTimeoutMs = 15_000));
    t.bot.replies.push('hang');
    t.sut.people.write({ from: user, text: 'slow' });
    const heard = await t.heard();
    expect(heard).toHaveLength(2);
    expect(heard[1]).toEqual(heard[0]);
    expect(t.sut.deliveries).toMatchObject([{ outcome: 'timed-out' }, { outcome: 200, attempt: 2 }]);
  });

  it('repeats after a 5xx with a pause before each try, and gives up after the third (2.7)', async () => {
    t.sut.limits.repeatDelayMs = 200;
    t.bot.replies.push({ status: 503 }, { status: 500 }, { status: 502 });
    const startedAt = performance.now();
    t.sut.people.write({ from: user, text: 'again' });
    await t.sut.idle();
    expect(t.sut.deliveries.map(({ outcome }) => outcome)).toEqual([503, 500, 502]);
    expect(performance.now() - startedAt).toBeGreaterThan(390);
  });

  it.each([401, 403, 413, 501])('does not repeat after %s', async (status) => {
    t.bot.replies.push({ status });
    t.sut.people.write({ from: user, text: 'once' });
    expect(await t.heard()).toHaveLength(1);
  });

  it('reports a bot that is not connected, or does not answer', async () => {
    t.sut.connectBot(undefined);
    t.sut.people.write({ from: user, text: 'anyone?' });
    await t.sut.idle();
    expect(t.sut.deliveries).toMatchObject([{ outcome: 'not-connected' }]);
    await t.bot.close();
    t.sut.limits.repeatDelayMs = 0;
    t.sut.connectBot(t.bot.url);
    t.sut.people.write({ from: user, text: 'anyone?' });
    await t.sut.idle();
    expect(t.sut.deliveries.slice(1).map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed']);
  });

  it('repeats an invoke once with the same id, and then once with another id', async () => {
    t.sut.limits.repeatDelayMs = 0;
    const message = t.sut.people.write({ from: user, text: 'x' });
    await t.sut.idle();
    t.bot.replies.push({ status: 502 }, { status: 502 }, { status: 200, json: { done: true } });
    const answer = await t.sut.cards.invoke(user, message, { name: 'task/fetch' });
    const ids = t.bot.received
      .filter(({ activity }) => activity.type === 'invoke')
      .map(({ activity }) => activity.id);
    expect(ids).toHaveLength(3);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
    expect(answer).toMatchObject({ status: 200, json: { done: true } });
  });

  it('returns a 501 to the caller of an unknown invoke without repeating it', async () => {
    const message = t.sut.people.write({ from: user, text: 'x' });
    await t.sut.idle();
    t.bot.replies.push({ status: 501 });
    expect(await t.sut.cards.invoke(user, message, { name: 'composeExtension/query' })).toMatchObject({
      status: 501,
    });
    expect(t.bot.received).toHaveLength(2);
  });
});

describe('an activity on its way to the bot', () => {
  it('can be lost', async () => {
    t.sut.faults.deliveries.next({ kind: 'drop' });
    t.sut.people.write({ from: user, text: 'lost' });
    t.sut.people.write({ from: user, text: 'found' });
    expect((await t.heard()).map(({ text }) => text)).toEqual(['found']);
    expect(t.sut.messages(chat)).toHaveLength(2);
  });

  it('can come twice', async () => {
    t.sut.faults.deliveries.next({ kind: 'repeat', times: 2 });
    t.sut.people.write({ from: user, text: 'twice' });
    expect((await t.heard()).map(({ text }) => text)).toEqual(['twice', 'twice']);
  });

  it('can come a second time later on', async () => {
    t.sut.faults.deliveries.all({ kind: 'repeat', times: 2, afterMs: 150 });
    const startedAt = performance.now();
    t.sut.people.write({ from: user, text: 'twice' });
    await t.bot.heard(1);
    t.sut.people.write({ from: user, text: 'meanwhile' });
    const texts = (await t.heard()).map(({ text }) => text);
    expect(texts.slice(0, 2)).toEqual(['twice', 'meanwhile']);
    // Over two connections: which of the two repetitions is the first is not said.
    expect(texts.slice(2).toSorted()).toEqual(['meanwhile', 'twice']);
    expect(performance.now() - startedAt).toBeGreaterThan(140);
  });

  it('is answered in the HTTP response when expectReplies is set (1.18)', async () => {
    t.bot.replies.push({ status: 200, json: { activities: [{ type: 'message', text: 'here' }] } });
    const { activity } = t.sut.people.write({ from: user, text: 'test', expectReplies: true });
    expect(activity.deliveryMode).toBe('expectReplies');
    await t.sut.waitFor(() => t.sut.transcript(chat)[1]?.text === 'here');
  });

  it('can come after the next one', async () => {
    t.sut.faults.deliveries.next({ kind: 'hold' });
    t.sut.people.write({ from: user, text: 'first' });
    await t.sut.deliver({ type: 'message', id: '2', text: 'second', serviceUrl: t.sut.serviceUrl });
    expect((await t.heard()).map(({ text }) => text)).toEqual(['second', 'first']);
  });
});

describe('activities the bot receives (workchat-wire 1.6, 3-workchat permissions)', () => {
  let group: Conversation;
  let channel: Conversation;

  beforeEach(() => {
    const { world } = t.sut;
    group = world.addGroupChat({ members: [user], hasBot: true });
    const team = world.addTeam({ name: 'Release', members: [user], hasBot: true });
    channel = world.addChannel(team, { name: 'Work' });
    t.sut.app.resourcePermissions.clear();
  });

  const say = (place: Conversation, text: string, mentions: readonly 'bot'[] = []): void => {
    t.sut.people.write({ from: user, in: place, text, mentions });
  };

  it('are those that mention it, without resource-specific permissions', async () => {
    say(group, 'aside');
    say(channel, 'aside');
    say(group, 'a', ['bot']);
    say(channel, 'b', ['bot']);
    expect((await t.heard()).map(({ text }) => text).sort()).toEqual([
      '<at>Assistant</at> a',
      '<at>Assistant</at> b',
    ]);
  });

  it('are all of the kind of conversation that it has the permission for', async () => {
    t.sut.app.resourcePermissions.add('ChatMessage.Read.Chat');
    say(group, 'in the chat');
    say(channel, 'in the channel');
    expect((await t.heard()).map(({ text }) => text)).toEqual(['in the chat']);
    t.sut.app.resourcePermissions.add('ChannelMessage.Read.Group');
    say(channel, 'in the channel');
    expect(await t.heard()).toHaveLength(2);
  });

  it('are none where it is not installed, nor of private channels', async () => {
    const secret = t.sut.world.addChannel(channel.team!, { name: 'Secret', type: 'private' });
    const shared = t.sut.world.addChannel(channel.team!, { name: 'Shared', type: 'shared' });
    say(t.sut.world.addGroupChat({ members: [user] }), 'a', ['bot']);
    say(secret, 'b', ['bot']);
    say(shared, 'c', ['bot']);
    const [heard, ...others] = await t.heard();
    expect(others).toEqual([]);
    expect(heard).toMatchObject({
      text: '<at>Assistant</at> c',
      channelData: { channel: { type: 'shared' } },
    });
  });

  it('do not include a mention of a namesake: the id decides (1.4)', async () => {
    const namesake = { id: '28:another', name: 'Assistant' };
    t.sut.people.write({ from: user, in: group, text: 'hi', mentions: [namesake] });
    expect(await t.heard()).toEqual([]);
    expect(group.messages[0]!.activity.text).toBe('<at>Assistant</at> hi');
  });
});
