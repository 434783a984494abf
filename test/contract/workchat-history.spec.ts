import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { timeLimit } from '../../simulators/common/time-limit.js';
import type { InboundMessage } from '../../src/channels/index.js';
import { callTo, graphThrottled, serviceProblem } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { MemoryState } from '../support/imbridge.js';
import { type Place, WorkchatWorld } from '../support/workchat-world.js';

const HOUR = 3_600_000;
const MARK = 'default/heardUpTo';
const t = new WorkchatWorld();
let state: MemoryState;

beforeAll(t.start);
afterAll(t.stop);
beforeEach(async () => {
  state = new MemoryState();
  for (const each of ['ChannelMessage.Read.Group', 'ChatMessage.Read.Chat'])
    t.cloud.app.resourcePermissions.add(each);
  t.cloud.app.graphPermissions.clear();
  await t.restart({ state });
  t.people();
});
afterEach(() => {
  t.cloud.faults.clear();
  t.cloud.variants.replies = 'oldest-first';
  t.cloud.limits.graphPageSize = undefined;
  jest.restoreAllMocks();
});

const write = (text: string, place: Place, more: object = {}) => {
  const mentions = place === t.irene.chat ? [] : (['bot'] as const);
  return t.cloud.people.write({ from: t.irene.user, in: place, text, mentions, ...more });
};
const messages = () =>
  t.bot.sink.accepted.filter((event): event is InboundMessage => event.kind === 'message');
const asked = (text: string) => messages().find((each) => each.text === text)!;
const texts = () => messages().map(({ text }) => text);
const reads = () => t.cloud.requestsTo('graph').filter(({ path }) => path.includes('/messages')).length;
const knows = async (...places: Place[]) => {
  for (const [index, place] of places.entries()) await t.hears(`known ${index}`, place);
};
const startedAgain = async (workchat: Record<string, unknown> = {}) => {
  const before = Date.now();
  await t.restart({ state, workchat });
  return () => eventually(() => Number(state.values.get(MARK)) > before, { what: 'the end of the catch-up' });
};
/** Runs the action while the gateway is down; resolves when it has fetched the missed messages. */
async function meanwhile(happens: () => unknown, workchat: Record<string, unknown> = {}): Promise<void> {
  await t.bot.stop();
  t.cloud.connectBot(undefined);
  await happens();
  await (
    await startedAgain(workchat)
  )();
}
const before = async (text: string, most = 50) => {
  const found = await t.bot.connector.messagesBefore(
    asked(text),
    { most },
    AbortSignal.timeout(timeLimit(10_000)),
  );
  return found.map((each) => (each.sender.isSelf ? `bot: ${each.text}` : each.text));
};

const longAgo = () => state.values.set(MARK, String(Date.now() - 30 * 24 * HOUR));

describe('a message missed by the webhook', () => {
  it('has the same content and inbox key as when it comes in time', async () => {
    const ben = t.cloud.world.addUser({ name: 'Ben R&D <Ode>' });
    t.group.members.push(ben);
    const quotes = await t.hears('first', t.group);
    const post = await t.hears('a < b && c\nsecond  line', t.channel);
    write('<at>Assistant</at> ask <at>Ben R&D <Ode></at> 🙂', t.group, { mentions: ['bot', ben], quotes });
    write('below', t.channel, { under: post, files: [{ name: 'plan.pdf' }] });
    await t.hears('direct');
    write('what did you mean', t.irene.chat, { quotes: await t.hears('noon <sharp>'), quoteForm: 'entity' });
    await eventually(() => messages().length === 7);
    const live = messages();
    await meanwhile(() => state.values.set(MARK, String(Date.now() - HOUR)));
    const late = messages();
    expect(late).not.toEqual([]);
    expect(late.every(({ isLate, isOutdated }) => isLate && !isOutdated)).toBe(true);
    // The directory has no accounts of the bot channel and no topics; the bot channel has no names of files. The
    // directory describes the location of a file better than the bot channel does.
    const bare = ({
      isLate: _,
      possibleFiles: _possible,
      accessKeys,
      attachments,
      conversation,
      ...event
    }: InboundMessage) => ({
      ...event,
      accessKeys: accessKeys.filter((key) => !key.startsWith('sender:29:')),
      attachments: attachments.map(({ name: _name, id: _id, mayRepeat: _mayRepeat, ...rest }) => rest),
      conversation: { id: conversation.id, kind: conversation.kind, team: conversation.team },
    });
    const byKey = (all: readonly InboundMessage[]) =>
      all.map(bare).sort((one, other) => one.inboxKey.localeCompare(other.inboxKey));
    expect(byKey(late)).toEqual(byKey(live));
    expect(late.flatMap(({ attachments }) => attachments).map(({ name }) => name)).toEqual(['plan.pdf']);
  });

  it('has the words that it forwards, in a chat and below a post', async () => {
    const elsewhere = t.cloud.people.compose({ from: t.irene.user, text: 'noon at the <old> pier' });
    const post = await t.hears('the post', t.channel);
    await knows(t.group);
    await meanwhile(() => {
      write('see this', t.channel, { under: post, forwards: elsewhere });
      write('', t.group, { forwards: elsewhere });
    });
    expect(texts()).toEqual(
      expect.arrayContaining(['see this\nnoon at the <old> pier', 'noon at the <old> pier']),
    );
    await t.hears('and now?', t.channel, { under: post });
    expect(await before('and now?')).toEqual(['the post', 'see this\nnoon at the <old> pier']);
  });

  it('is fetched where its team could not be looked up as long as the platform repeated it', async () => {
    const teams = { [t.channel.team!.aadGroupId]: {} };
    await t.restart({ state, workchat: { teams } });
    const away = { kind: 'answer', answer: serviceProblem(502, 'ServiceError') } as const;
    t.cloud.faults.requests.all(away, { when: callTo('service', 'GET', '/v3/teams/') });
    write('held back', t.channel);
    await t.cloud.idle();
    expect(texts()).toEqual([]);
    t.cloud.faults.clear();
    await meanwhile(() => undefined, { teams });
    const { conversation } = asked('held back');
    expect(conversation.teamAlias).toBe(t.channel.team!.aadGroupId);
    expect(t.bot.connector.accounts()[0]!.group(conversation).isExcluded).toBe(false);
  });

  it('comes in order, before later ones, and not from the bot or without an author', async () => {
    await knows(t.group, t.channel);
    const unknown = t.cloud.world.addGroupChat({ members: [t.irene.user], hasBot: true });
    const post = write('old post', t.channel, { mentions: [] });
    await t.send(t.group.id, 'of the bot');
    t.cloud.limits.graphPageSize = 2;
    const slow = { kind: 'delay', ms: 300 } as const;
    await t.bot.stop();
    t.cloud.connectBot(undefined);
    for (const text of ['one', 'two', 'three']) write(text, t.group);
    t.cloud.people.delete(write('taken back', t.group));
    write('below', t.channel, { under: post });
    write('elsewhere', unknown);
    const calls = reads();
    t.cloud.faults.requests.all(slow, { when: callTo('graph') });
    const isOver = await startedAgain();
    write('live', t.group);
    await isOver();
    await eventually(() => texts().includes('live'));
    const ofGroup = messages().filter(({ conversation }) => conversation.id === t.group.id);
    expect(ofGroup.map(({ text }) => text).slice(-4)).toEqual(['one', 'two', 'three', 'live']);
    expect(texts()).toContain('below');
    for (const text of ['of the bot', 'taken back', '', 'elsewhere']) expect(texts()).not.toContain(text);
    expect(reads()).toBeGreaterThan(calls);
  });

  it('is found below a post of an older page', async () => {
    await knows(t.channel);
    const posts = ['first', 'second', 'third'].map((text) => write(text, t.channel, { mentions: [] }));
    posts.forEach((post, index) => Object.assign(post, { createdAt: Date.now() - HOUR + index }));
    t.cloud.limits.graphPageSize = 2;
    await meanwhile(() => write('below', t.channel, { under: posts[0] }));
    expect(texts()).toContain('below');
  });

  it('is found below a post with more replies than come with it', async () => {
    await knows(t.channel);
    const post = write('post', t.channel, { mentions: [] });
    t.cloud.limits.graphPageSize = 2;
    const replies = ['one', 'two', 'three', 'four', 'five'];
    await meanwhile(() => replies.forEach((text) => write(text, t.channel, { under: post })));
    expect(texts()).toEqual(expect.arrayContaining(replies));
  });

  it('is marked as outdated, and ignored after a week; chats that admit no one are not read', async () => {
    await knows(t.group, t.irene.chat);
    const [ancient, old] = [write('ancient', t.group), write('old', t.group)];
    write('new', t.group);
    const age = (message: object, ms: number) => Object.assign(message, { createdAt: Date.now() - ms });
    await eventually(() => texts().includes('new'));
    await meanwhile(
      () => {
        age(ancient, 8 * 24 * HOUR);
        age(old, 2 * HOUR);
        longAgo();
      },
      { catchUp: { maxAgeMinutes: 60 } },
    );
    const found = messages().map(({ text, isOutdated = false }) => [text, isOutdated]);
    expect(found).toEqual(
      expect.arrayContaining([
        ['old', true],
        ['new', false],
      ]),
    );
    expect(texts()).not.toContain('ancient');
    const calls = reads();
    await meanwhile(longAgo, { catchUp: { maxAgeMinutes: 0 } });
    await meanwhile(longAgo, { groupPolicy: 'disabled', dmPolicy: 'disabled' });
    const teams = { '19:other@thread.tacv2': {} };
    await meanwhile(longAgo, { groupPolicy: 'allowlist', teams, dmPolicy: 'disabled' });
    expect(reads()).toBe(calls);
    // An open policy admits places that `teams` does not list.
    const more = { groupPolicy: 'open', teams, dmPolicy: 'disabled' };
    await meanwhile(() => void write('open to all', t.group), more);
    expect(texts()).toContain('open to all');
  });

  it('comes in smaller pages when a page is too large, except one that alone is too large', async () => {
    const MB = 1024 * 1024;
    await knows(t.group, t.channel);
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    await meanwhile(() => {
      const post = write('the post', t.channel);
      for (const text of ['first', 'second', 'third']) {
        write(`${text} ${'x'.repeat(1.5 * MB)}`, t.group);
        write(`${text} reply ${'x'.repeat(1.5 * MB)}`, t.channel, { under: post });
      }
      write('x'.repeat(5 * MB), t.group);
      write('last', t.group);
    });
    const heard = texts().map((text) => text.split(' x')[0]);
    expect(heard.filter((text) => /^(?:first|second|third|last)$/.test(text!))).toEqual([
      'first',
      'second',
      'third',
      'last',
    ]);
    expect(heard).toEqual(expect.arrayContaining(['the post', 'first reply', 'second reply', 'third reply']));
    expect(warn.mock.calls).toEqual([
      [expect.stringContaining('a message above the size limit was skipped')],
    ]);
  });

  it('is fetched again until the directory answers, and then no more', async () => {
    await knows(t.group);
    const away = { kind: 'answer', answer: graphThrottled(30) } as const;
    t.cloud.faults.requests.all(away, { when: callTo('graph') });
    await t.bot.stop();
    t.cloud.connectBot(undefined);
    const noted = state.values.get(MARK);
    write('missed', t.group);
    const calls = reads();
    await startedAgain();
    await eventually(() => reads() > calls);
    await t.bot.stop();
    expect(state.values.get(MARK)).toBe(noted);
    t.cloud.faults.clear();
    await (
      await startedAgain()
    )();
    expect(texts()).toContain('missed');
  });

  it('is not fetched at the first start, and later only by the replica on duty', async () => {
    await t.bot.stop();
    state.values.delete(MARK);
    const calls = reads();
    await (
      await startedAgain()
    )();
    expect(reads()).toBe(calls);
    t.bot.connector.setUpkeep('default' as never, false);
    await knows(t.group);
    longAgo();
    const before = Date.now();
    t.bot.connector.setUpkeep('default' as never, true);
    await eventually(() => Number(state.values.get(MARK)) >= before);
    expect(reads()).toBeGreaterThan(calls);
  });
});

describe('the history before a message', () => {
  it.each(['oldest-first', 'newest-first'] as const)(
    '10.37 in a thread has its post and last replies, %s',
    async (order) => {
      t.cloud.variants.replies = order;
      t.cloud.limits.graphPageSize = 3;
      await knows(t.channel);
      const post = write('the post', t.channel, { mentions: [] });
      const under = { under: post };
      for (let n = 1; n <= 8; n += 1) write(`reply ${n}`, t.channel, { ...under, mentions: [] });
      await t.send(t.channel.id, 'an answer', post.id);
      write('another post', t.channel);
      await t.hears('and now?', t.channel, under);
      write('later', t.channel, under);
      expect(await before('and now?', 4)).toEqual(['the post', 'reply 7', 'reply 8', 'bot: an answer']);
      expect(await before('and now?')).toHaveLength(10);
      expect(await before('another post')).toEqual([]);
    },
  );

  it('in a group has the last messages, and in a personal chat makes no call', async () => {
    for (const text of ['one', 'two', 'three']) write(text, t.group, { mentions: [] });
    await t.hears('and now?', t.group);
    await t.hears('direct');
    expect(await before('and now?', 2)).toEqual(['two', 'three']);
    const calls = reads();
    expect(await before('direct')).toEqual([]);
    expect(reads()).toBe(calls);
  });

  it('is empty when the directory does not answer', async () => {
    write('one', t.group, { mentions: [] });
    await t.hears('and now?', t.group);
    for (const fault of [{ kind: 'cut' }, { kind: 'answer', answer: serviceProblem(500, 'x') }] as const) {
      t.cloud.faults.requests.next(fault, { when: callTo('graph') });
      expect(await before('and now?')).toEqual([]);
    }
    expect(await before('and now?')).toEqual(['one']);
  });
});

describe('the capability matrix: history beyond live events', () => {
  const NONE: readonly string[] = [];
  it.each([
    ['no permission', NONE, NONE, []],
    ['resource-specific, of the team', ['ChannelMessage.Read.Group'], NONE, ['channel']],
    ['resource-specific, of the chat', ['ChatMessage.Read.Chat'], NONE, ['group', 'direct']],
    ['of the directory, for channels', NONE, ['ChannelMessage.Read.All'], ['channel']],
    ['of the directory, for chats', NONE, ['Chat.Read.All'], ['group', 'direct']],
    ['of the directory, for messages of chats', NONE, ['ChatMessage.Read.All'], ['group', 'direct']],
  ])('with %s', async (_, resource, directory, expected) => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const places = { channel: t.channel, group: t.group, direct: t.irene.chat } as const;
    await knows(...Object.values(places));
    t.cloud.app.resourcePermissions.clear();
    for (const each of resource) t.cloud.app.resourcePermissions.add(each);
    for (const each of directory) t.cloud.app.graphPermissions.add(each);
    await meanwhile(() => {
      for (const [name, place] of Object.entries(places)) write(`missed in ${name}`, place);
    });
    const missed = texts().filter((text) => text.startsWith('missed in'));
    expect(missed.sort()).toEqual(expected.map((name) => `missed in ${name}`).sort());
    const said = warn.mock.calls
      .map(([text]) => String(text))
      .filter((text) => text.includes('may not read'));
    const kinds = { channel: 'a channel', group: 'a group chat', direct: 'a personal chat' };
    const unread = Object.entries(kinds).filter(([name]) => !(expected as string[]).includes(name));
    expect(said.map((text) => unread.filter(([, words]) => text.includes(words)).length)).toEqual(
      unread.map(() => 1),
    );

    // Live messages still arrive, and a refusal is not requested again.
    const calls = reads();
    for (const [name, place] of Object.entries(places)) await t.hears(`live in ${name}`, place);
    await t.bot.connector.messagesBefore(
      asked('live in group'),
      { most: 5 },
      AbortSignal.timeout(timeLimit(5_000)),
    );
    expect(reads() - calls).toBe((expected as string[]).includes('group') ? 1 : 0);
  });
});
