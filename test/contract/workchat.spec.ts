import { Logger, type LoggerService } from '@nestjs/common';
import {
  type Author,
  DEFAULT_ACCOUNT,
  type OutboundContent,
  type RemoteMessageId,
  TargetInvalid,
} from '../../src/channels/index.js';
import {
  actionsNotOffered,
  expectApprovalsAsOffered,
  expectFeaturesAsImplemented,
} from '../support/connector-features.js';
import { callTo, serviceProblem } from '../../simulators/index.js';
import { startWorkchat, workchatAttempt } from '../support/workchat.js';
import { type Place, refTo, WorkchatWorld } from '../support/workchat-world.js';

const TEXTS = ['a private question', 'a private answer'] as const;
const signal = new AbortController().signal;
const edit = (text: string, author: Author = 'assistant') => ({ text, author });
const t = new WorkchatWorld();

beforeEach(t.start);
afterEach(t.stop);

describe('a message', () => {
  it('is accepted and answered in a personal chat, a group, and the thread of a channel', async () => {
    await t.hears(TEXTS[0]);
    expect(await t.send(t.irene.chat.id, TEXTS[1])).toMatchObject({ kind: 'sent' });
    expect(t.shown(t.irene.chat)).toEqual([TEXTS[1]]);
    await t.hears('in the group', t.group);
    expect(await t.send(t.group.id, 'to the group')).toMatchObject({ kind: 'sent' });
    expect(t.shown(t.group)).toEqual(['to the group']);
    const first = await t.hears('first post', t.channel);
    const second = await t.hears('second post', t.channel);
    const reply = await t.hears('below the first', t.channel, { under: first });
    const threads = t.bot.sink.accepted.filter(({ conversation }) => conversation.kind === 'channel');
    expect(threads.map(({ thread }) => thread)).toEqual([first.id, second.id, reply.rootId]);
    await t.send(t.channel.id, 'to the first', first.id);
    await t.send(t.channel.id, 'to nobody');
    expect(t.cloud.botMessages(t.channel).map(({ rootId, id }) => (rootId === id ? 'new' : rootId))).toEqual([
      first.id,
      'new',
    ]);
  });

  it('is stored once, however often the platform sends it', async () => {
    t.cloud.faults.deliveries.next({ kind: 'repeat', times: 3 });
    await t.hears(TEXTS[0]);
    await t.cloud.idle();
    expect(t.bot.sink.accepted).toHaveLength(1);
    expect(t.bot.sink.duplicates).toBe(2);
  });

  it('is accepted again after it could not be stored', async () => {
    let failures = 0;
    t.bot.sink.failsFor = () => failures++ === 0;
    await t.hears(TEXTS[0]);
    await t.cloud.idle();
    expect(t.cloud.deliveries.map(({ outcome }) => outcome)).toEqual([503, 200]);
  });

  it('is sent to the region that the service has moved to', async () => {
    await t.hears('before');
    t.cloud.moveService({ region: 'amer' });
    await t.hears('after');
    expect(await t.send(t.irene.chat.id, 'there')).toMatchObject({ kind: 'sent' });
    expect(t.cloud.requestsTo('service').at(-1)?.path).toMatch(/^\/amer\//);
  });

  it('can be edited and unsent', async () => {
    await t.hears(TEXTS[0]);
    const outcome = await t.send(t.irene.chat.id, 'one');
    const messageId = (outcome as { messageId: RemoteMessageId }).messageId;
    const message = refTo(t.irene.chat, messageId);
    expect(await t.bot.connector.edit(message, edit('two'), signal)).toEqual({ kind: 'done' });
    expect(t.shown(t.irene.chat)).toEqual(['two']);
    expect(await t.bot.connector.unsend(message, signal)).toEqual({ kind: 'done' });
    expect(t.shown(t.irene.chat)).toEqual([]);
    expect(await t.bot.connector.edit(message, edit('three'), signal)).toMatchObject({ kind: 'failed' });
  });

  it('is marked as generated when the assistant wrote it, and only then', async () => {
    await t.hears(TEXTS[0]);
    const card = { type: 'AdaptiveCard', version: '1.5', body: [{ type: 'TextBlock', text: 'hi' }] };
    const sent = async (author: Author, content: OutboundContent | string) => {
      const attempt = { ...workchatAttempt(t.irene.chat.id, content), author };
      const outcome = await t.bot.connector.send(attempt, signal);
      return (outcome as { messageId: RemoteMessageId }).messageId;
    };
    const marked = () =>
      t.cloud
        .botMessages(t.irene.chat)
        .map(({ activity }) => JSON.stringify(activity).includes('AIGenerated'));
    const first = await sent('assistant', 'one');
    await sent('operator', 'two');
    await sent('gateway', 'three');
    await sent('assistant', { kind: 'card', card, text: '' });
    await sent('operator', { kind: 'card', card, text: '' });
    expect(marked()).toEqual([true, false, false, true, false]);
    await t.bot.connector.edit(refTo(t.irene.chat, first), edit('by hand', 'operator'), signal);
    expect(marked()[0]).toBe(false);
  });

  it('shows mentions and tables', async () => {
    await t.hears(TEXTS[0], t.group);
    const { id, name } = t.irene.user;
    const text = `@[${name}](${id}) <at>x</at>\n\n| a | b |\n|---|---|\n| 1 | 2 |`;
    await t.send(t.group.id, text);
    expect(t.shown(t.group)).toEqual([`@${name} &lt;at>x&lt;/at>\n\n\`\`\`\na | b\n--|--\n1 | 2\n\`\`\``]);
    const [message] = t.cloud.botMessages(t.group);
    expect(message?.activity.entities).toMatchObject([
      { type: 'mention', mentioned: { id } },
      { type: 'https://schema.org/Message' },
    ]);
  });

  it('keeps single line breaks, in messages, edits, texts of cards and questions of polls', async () => {
    await t.hears(TEXTS[0]);
    const [short, hard] = ['Name: Ada\nRoom: 12', 'Name: Ada  \nRoom: 12'];
    const { messageId } = (await t.send(t.irene.chat.id, short)) as { messageId: string };
    const [message] = t.cloud.botMessages(t.irene.chat);
    expect(message).toMatchObject({ activity: { text: hard }, html: '<p>Name: Ada<br>Room: 12</p>' });
    const { signal } = new AbortController();
    const change = { text: `# Room\n${short}`, author: 'operator' } as const;
    await t.bot.connector.edit(refTo(t.irene.chat, messageId), change, signal);
    expect(message?.html).toBe('<p><strong>Room</strong><br>Name: Ada<br>Room: 12</p>');
    const card = { type: 'AdaptiveCard', version: '1.5', body: [] };
    await t.send(t.irene.chat.id, { kind: 'card', card, text: short });
    const poll = { pollId: 'p', question: short, options: ['a', 'b'], maxSelections: 1, text: short };
    await t.send(t.irene.chat.id, { kind: 'poll', ...poll });
    const blocks = t.cloud.botMessages(t.irene.chat).slice(1);
    expect(blocks.map(({ activity }) => activity.attachments)).toMatchObject([
      [{ content: { body: [{ text: hard }] } }],
      [{ content: { body: [{ text: hard }, { type: 'Input.ChoiceSet' }] } }],
    ]);
  });
});

it('a message is not sent to a conversation in which no one has written', async () => {
  expect(await t.send(t.group.id, TEXTS[1])).toMatchObject({
    kind: 'not-sent',
    code: 'recipient-unreachable',
    retry: { kind: 'never' },
  });
  expect(t.cloud.requestsTo('service')).toEqual([]);
});

describe('targets by id', () => {
  const resolve = (text: string) => t.bot.connector.resolveTarget(DEFAULT_ACCOUNT, text);

  it('are found for people and conversations that have written', async () => {
    const user = `user:${t.irene.user.aadObjectId}`;
    await expect(resolve(user)).rejects.toThrow('the person must write to the bot first');
    await t.hears(TEXTS[0]);
    await t.hears('post', t.channel);
    for (const text of [user, `workchat:${user}`, user.toUpperCase(), t.irene.chat.id])
      expect(await resolve(text)).toEqual({ conversation: t.irene.chat.id });
    for (const text of [`conversation:${t.channel.id}`, t.channel.id])
      expect(await resolve(text)).toEqual({ conversation: t.channel.id });
    for (const text of ['user:', t.group.id, `${t.group.id};messageid=1`, 'conversation:a/b', ''])
      expect(await resolve(text)).toBeUndefined();
    for (const text of [`conversation:${t.channel.id};messageid=1`, ` ${t.channel.id};MessageId=1 `])
      expect(await resolve(text)).toEqual({ conversation: t.channel.id, thread: '1' });
    for (const text of [`${t.channel.id};messageid=`, `conversation:${t.channel.id};messageid= `])
      await expect(resolve(text)).rejects.toThrow(TargetInvalid);
    expect(t.bot.connector.describeConversation(DEFAULT_ACCOUNT, t.irene.chat.id as never)).toMatchObject({
      conversation: { kind: 'direct' },
      sender: t.irene.user.aadObjectId,
    });
  });
});

it('typing is sent once for two requests in a row', async () => {
  await t.hears(TEXTS[0]);
  const { target } = workchatAttempt(t.irene.chat.id, '');
  await t.bot.connector.typing(target);
  await t.bot.connector.typing(target);
  expect(t.cloud.posted.filter(({ verb }) => verb === 'typing')).toHaveLength(1);
});

it('an answer in a channel is a new post with replyStyle top-level', async () => {
  const teams = { [t.channel.team!.id]: { replyStyle: 'top-level' } };
  await t.restart({ workchat: { teams } });
  const post = await t.hears('post', t.channel);
  await t.send(t.channel.id, 'answer', post.id);
  const [answer] = t.cloud.botMessages(t.channel);
  expect(answer?.rootId).toBe(answer?.id);
});

it.each([
  ['thread', true],
  ['top-level', false],
] as const)('a message in a channel follows its own replyStyle, else %s', async (replyStyle, isBelow) => {
  const card = { type: 'AdaptiveCard', version: '1.5', body: [{ type: 'TextBlock', text: 'hi' }] };
  await t.restart({ workchat: { replyStyle } });
  const post = await t.hears('post', t.channel);
  const replyTo = post.id as RemoteMessageId;
  const text = { kind: 'text', text: 'x' } as const;
  await t.send(t.channel.id, { ...text, replyStyle: 'thread' }, post.id);
  await t.send(t.channel.id, { ...text, replyStyle: 'thread', replyTo });
  await t.send(t.channel.id, { kind: 'card', card, text: '', replyStyle: 'thread' }, post.id);
  await t.send(t.channel.id, { ...text, replyStyle: 'top-level' }, post.id);
  await t.send(t.channel.id, { ...text, replyStyle: 'top-level', replyTo });
  await t.send(t.channel.id, { ...text, replyTo });
  const roots = t.cloud.botMessages(t.channel).map(({ rootId }) => rootId === post.id);
  expect(roots).toEqual([true, true, true, false, false, isBelow]);
});

describe('teams in the settings', () => {
  const OTHER = '0f1e2d3c-4b5a-4697-8879-6a5b4c3d2e1f';
  const isExcluded = () => {
    const [settings] = t.bot.connector.accounts();
    return settings!.group(t.bot.sink.accepted.at(-1)!.conversation).isExcluded;
  };

  it('10.13 are named by thread or by directory group, which the platform is asked for', async () => {
    const groupId = t.channel.team!.aadGroupId;
    await t.restart({ workchat: { teams: { [groupId]: {} } } });
    await t.hears('post', t.channel);
    expect(isExcluded()).toBe(false);
    expect(t.cloud.requestsTo('service').map(({ path }) => path)).toEqual([
      expect.stringMatching(/\/v3\/teams\//),
    ]);
    await t.hears('in the group', t.group);
    expect(isExcluded()).toBe(true);
    // Another replica, or this one after a restart, reads it from the state.
    await t.restart({ workchat: { teams: { [groupId]: {} } }, state: t.bot.state });
    await t.hears('another', t.channel);
    expect(isExcluded()).toBe(false);
    expect(t.accepted('another').conversation.teamAlias).toBe(groupId);
  });

  it('by group hold back a message while the platform does not tell it', async () => {
    const teams = { [t.channel.team!.aadGroupId]: {} };
    await t.restart({ workchat: { teams } });
    const fault = { kind: 'answer', answer: serviceProblem(502, 'ServiceError') } as const;
    t.cloud.faults.requests.next(fault, { when: callTo('service', 'GET', '/v3/teams/') });
    await t.hears('asked in vain', t.channel);
    await t.cloud.idle();
    expect(t.cloud.deliveries.map(({ outcome }) => outcome)).toEqual([503, 200]);
    expect(isExcluded()).toBe(false);
  });

  it('by group and not by this one shut it out, and by its thread need no call', async () => {
    await t.restart({ workchat: { teams: { [OTHER]: {} } } });
    await t.hears('elsewhere', t.channel);
    expect(isExcluded()).toBe(true);
    const asked = t.cloud.requestsTo('service').length;
    await t.restart({ workchat: { teams: { [OTHER]: {}, [t.channel.team!.id]: {} } } });
    await t.hears('here', t.channel);
    expect([isExcluded(), t.cloud.requestsTo('service').length]).toEqual([false, asked]);
  });
});

it('probe reports the service, the endpoint and the last activity', async () => {
  await t.hears(TEXTS[0]);
  expect(await t.bot.connector.probe(DEFAULT_ACCOUNT)).toMatchObject({
    reachable: true,
    endpoint: t.bot.url,
    last_activity_at: expect.stringMatching(/^20/) as string,
  });
});

it('wrong credentials are reported, and the account connects once they are right', async () => {
  await t.bot.stop();
  const appPassword = t.cloud.app.secret;
  t.cloud.app.secrets.length = 0;
  const starting = startWorkchat(t.cloud, { workchat: { appPassword } });
  await t.cloud.waitFor(() => t.cloud.requestsTo('login').some(({ status }) => status === 401));
  t.cloud.app.addSecret(appPassword);
  t.bot = await starting;
  expect(t.bot.sink.states).toContainEqual({
    status: 'bad-credentials',
    reason: expect.stringContaining('AADSTS7000215') as string,
  });
});

describe('capabilities', () => {
  it('are pinned: a change of content needs a new version', () => {
    expect(t.bot.connector.capabilities()).toEqual({
      version: 5,
      text: { maxChars: 20_000, format: 'markdown' },
      features: {
        typing: 'full',
        probe: 'full',
        edit: 'full',
        unsend: 'full',
        card: 'full',
        poll: 'full',
        approval: 'full',
        threads: 'full',
        reply: 'full',
        reconcile: 'partial',
        stream: 'partial',
        sendAttachment: 'partial',
      },
    });
    const features = (place: Place) =>
      t.bot.connector.capabilities(workchatAttempt(place.id, '').target).features;
    expect(features(t.channel)).toMatchObject({ threads: 'full', reply: 'full' });
    for (const chat of [t.irene.chat, t.group])
      expect(features(chat)).toMatchObject({ threads: 'rejected', reply: 'rejected' });
  });

  it('agree with the interfaces, and each missing action has an explanation', async () => {
    const { connector } = t.bot;
    expectFeaturesAsImplemented(connector, ['threads', 'reply', 'sendAttachment', 'card', 'poll']);
    await t.hears(TEXTS[0]);
    await expectApprovalsAsOffered(connector, workchatAttempt(t.irene.chat.id, ''));
    const missing = actionsNotOffered(connector);
    expect(missing).toContain('react');
    for (const action of missing) expect(connector.obstacleTo(action)).toMatch(/\w/);
  });
});

it('every call for an account that is not configured is refused', async () => {
  const target = { ...workchatAttempt(t.group.id, '').target, account: 'other' as typeof DEFAULT_ACCOUNT };
  const attempt = { ...workchatAttempt(t.group.id, 'x'), target };
  expect(await t.bot.connector.send(attempt, signal)).toMatchObject({
    kind: 'not-sent',
    retry: { kind: 'never' },
  });
  expect(await t.bot.connector.probe(target.account)).toMatchObject({ reachable: false });
  const message = { target, messageId: 'A' as RemoteMessageId };
  expect(await t.bot.connector.edit(message, edit('x'), signal)).toMatchObject({ kind: 'failed' });
  expect(await t.bot.connector.unsend(message, signal)).toMatchObject({ kind: 'failed' });
  expect(await t.bot.connector.resolveTarget(target.account, t.group.id)).toBeUndefined();
  await t.bot.connector.typing(target);
});

it('the log has neither secrets nor message texts', async () => {
  const lines: string[] = [];
  const note = (...parts: unknown[]) => void lines.push(parts.map((part) => JSON.stringify(part)).join(' '));
  const logger: LoggerService = {
    log: note,
    error: note,
    warn: note,
    debug: note,
    verbose: note,
    fatal: note,
  };
  Logger.overrideLogger(logger);
  try {
    await t.hears(TEXTS[0]);
    await t.send(t.irene.chat.id, TEXTS[1]);
    t.bot.sink.failsFor = () => true;
    t.cloud.people.write({ from: t.irene.user, text: `${TEXTS[0]} again` });
    await t.cloud.idle();
    const activity = structuredClone(t.cloud.deliveries[0]!.activity);
    await t.cloud.post(activity, { token: { signature: 'broken' } });
    await t.cloud.post({ ...activity, serviceUrl: 'https://private.example/' });
    t.cloud.app.secrets.length = 0;
    await t.bot.connector.probe(DEFAULT_ACCOUNT);
  } finally {
    Logger.overrideLogger(false);
  }
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.join('\n')).not.toMatch(/app-password|private|eyJ/);
});
