import { timeLimit } from '../../../simulators/common/time-limit.js';
import { documentedCases } from '../../../test/support/documented-cases.js';
import { DEFAULT_ACCOUNT, type InboundEvent } from '../../channels/index.js';
import { WORKPLACE_EXAMPLES, type WorkplaceExampleId } from '../../../simulators/index.js';
import type { Activity } from '../service/wire/activity.js';
import { convert } from './convert.js';
import { placeOf, referenceOf } from './place.js';

const CHANNEL = '19:Qm3Zt8WkLr5VxYpB1nHcDsJfGeUaO7iRt2vE4bKzS6w1@thread.tacv2';
const TEAM = '19:Tg7Hn2LpXc9RvWqKzB4mYsJdFeUaO1iE5tG8bN3kZ6x1@thread.tacv2';
const GROUP = '19:6f2b9c4e8d1a4057b3e6f9a0c7d2e518@thread.v2';
const PERSONAL = 'a:1xR9mPqLw7VdTzKcB3nHsYgUeJ4oFi';
const IRENE = '0b7e5d91-3c2a-4e68-b1f4-9d8a6c5e7f30';
const NOW = 1_768_992_000_000;

const example = (id: WorkplaceExampleId, fields: object = {}): Activity =>
  ({ ...WORKPLACE_EXAMPLES[id], ...fields }) as unknown as Activity;

function conversionOf(activity: Activity) {
  const place = placeOf(activity);
  return place ? convert(activity, place, { account: DEFAULT_ACCOUNT, now: NOW }) : 'no-place';
}

function eventsOf(activity: Activity): readonly InboundEvent[] {
  const conversion = conversionOf(activity);
  if (conversion === 'no-place' || conversion.kind === 'dropped') throw new Error(JSON.stringify(conversion));
  return conversion.events;
}

const only = (activity: Activity): InboundEvent => {
  const events = eventsOf(activity);
  expect(events).toHaveLength(1);
  return events[0]!;
};
const textIn = (activity: Activity) => {
  const event = only(activity);
  return event.kind === 'message' ? event.text : event.kind;
};

it('a personal message has its text, sender and access keys (1.3)', () => {
  expect(only(example('personalMessage'))).toEqual({
    kind: 'message',
    channel: 'workchat',
    account: 'default',
    inboxKey: `message:${PERSONAL}:1768992000123`,
    conversation: { id: PERSONAL, kind: 'direct' },
    sender: { id: IRENE, name: 'Irene Paz', isSelf: false },
    occurredAt: 1_768_992_000_123,
    isLate: false,
    accessKeys: [
      `sender:${IRENE}`,
      'sender:29:1kQvT8mZr0bLxWcYpN4sHdJfUeG2aO7iRt',
      `conversation:${PERSONAL}`,
    ],
    messageId: '1768992000123',
    text: 'what is on my list today?',
    attachments: [],
    mentionsUs: false,
  });
});

it('a mention in a group counts by its id and is cut from the text (1.4)', () => {
  expect(only(example('groupMention'))).toMatchObject({
    conversation: { id: GROUP, kind: 'group', name: 'Launch crew' },
    text: 'sum this up',
    mentionsUs: true,
    attachments: [],
  });
  const namesake = {
    entities: [
      { type: 'mention', text: '<at>Assistant</at>', mentioned: { id: '28:other', name: 'Assistant' } },
    ],
  };
  expect(only(example('groupMention', namesake))).toMatchObject({
    text: '@Assistant sum this up',
    mentionsUs: false,
  });
});

it('a post and a reply in a channel have the root of the suffix (1.5, 1.6)', () => {
  const post = only(example('channelPost'));
  expect(post).toMatchObject({
    conversation: { id: CHANNEL, kind: 'channel', team: TEAM },
    thread: '1768992120777',
    text: 'who owns the release?',
    mentionsUs: true,
  });
  expect(post).not.toHaveProperty('replyTo');
  expect(only(example('channelReply'))).toMatchObject({
    conversation: { id: CHANNEL },
    thread: '1768992120777',
    replyTo: '1768992120777',
    mentionsUs: false,
  });
  const nested = { replyToId: '1768992150000' };
  expect(only(example('channelReply', nested))).toMatchObject({
    thread: '1768992120777',
    replyTo: '1768992150000',
  });
  const conversation = { isGroup: true, conversationType: 'channel', id: CHANNEL };
  expect(only(example('channelReply', { conversation, ...nested }))).toMatchObject({
    thread: '1768992150000',
  });
  expect(only(example('channelPost', { conversation, replyToId: undefined }))).toMatchObject({
    thread: '1768992120777',
  });
});

it('a quote in a chat is a reply to the quoted message (1.6)', () => {
  const html =
    '<blockquote itemscope itemtype="http://schema.skype.com/Reply" itemid="1768991000000">' +
    '<strong itemprop="mri" itemid="28:bot">Assistant</strong><p itemprop="preview">yes</p></blockquote><p>why?</p>';
  const attachments = [{ contentType: 'text/html', content: html }];
  expect(only(example('personalMessage', { attachments }))).toMatchObject({ replyTo: '1768991000000' });
});

describe('the text of a message', () => {
  const mention = (text: string, id: string, name: string) => ({
    type: 'mention',
    text,
    mentioned: { id, name },
  });
  const bot = mention('<at>R&amp;D bot</at>', '28:5c1f0a7e-2b34-4d8e-9a61-7e0d3c5b8f21', 'R&D bot');
  const ben = mention('<at>Ben</at>', '29:ben', 'Ben Ito');

  it.each([
    ['<at>R&amp;D bot</at>&nbsp;go', [bot], 'go'],
    ['hey <at>R&amp;D bot</at> ask <at>Ben</at>', [bot, ben], 'hey ask @Ben Ito'],
    ['<at>R&amp;D bot</at> <at>R&amp;D bot</at> twice', [bot, bot], 'twice'],
    ['<AT>R&amp;D Bot</AT> go', [{ ...bot, mentioned: { id: bot.mentioned.id.toUpperCase() } }], 'go'],
    ['<at>BEN</at>, <at>Ben</at>', [{ ...bot, text: '<at>BEN</at>' }, ben], ', @Ben Ito'],
    ['a\u200bb <at>nobody</at>', [], 'ab @nobody'],
    ['a &lt; b &amp;&amp; c < d', [], 'a < b && c < d'],
    ['what is &amp;lt;?', [], 'what is &lt;?'],
  ])('is read from %j', (text, entities, shown) => {
    expect(textIn(example('personalMessage', { text, entities }))).toBe(shown);
  });

  it.each([
    ['<at>', {}],
    ['<at ', {}],
    ['<blockquote ', { rich: true }],
    ['<blockquote itemtype="http://schema.skype.com/Reply" ', { rich: true }],
    ['<attachment ', { rich: true }],
    ['<blockquote itemtype="http://schema.skype.com/Reply">', { rich: true }],
    ['<img src="x" ', { rich: true }],
    ['<img ', { rich: true }],
  ])('is read in linear time, also from %j alone', (unit, { rich = false }: { rich?: boolean }) => {
    const text = unit.repeat(300_000 / unit.length);
    const attachments = [{ contentType: 'text/html', content: text }];
    const begun = performance.now();
    conversionOf(example('personalMessage', rich ? { text: 'hi', attachments } : { text }));
    // Searching for the end from each beginning took over a minute.
    expect(performance.now() - begun).toBeLessThan(timeLimit(2_000));
  });

  it('grows by no more than the names in it', () => {
    const names = ['b'.repeat(5_000), 'a'.repeat(5_000)];
    const entities = names.map((name, index) => mention('ab'.charAt(index), '29:x', name));
    const tagged = mention('<at>Ben</at>', '29:ben', 'x'.repeat(5_000));
    const text = 'abab <at>Ben</at>';
    expect(textIn(example('personalMessage', { text, entities: [...entities, tagged] }))).toBe('abab @Ben');
  });

  it('is read from the rich form when a client sends only that', () => {
    const rich = (content: string, more: object = {}) =>
      textIn(
        example('groupMention', { text: '', attachments: [{ contentType: 'text/html', content }], ...more }),
      );
    const span = (name: string) =>
      `<span itemscope itemtype="http://schema.skype.com/Mention" itemid="0">${name}</span>`;
    expect(
      rich(`<div><div>${span('Assistant')} is a &lt; b?</div>\n<ul><li>one</li><li>two</li></ul></div>`),
    ).toBe('is a < b?\n\none\n\ntwo');
    const quote = '<blockquote itemtype="http://schema.skype.com/Reply" itemid="1"><p>said</p></blockquote>';
    expect(rich(`${quote}<p>${span('Ben')} &amp;lt;</p>`, { entities: [ben] })).toBe('@Ben Ito &lt;');
  });

  it('a mention alone is a message, and an empty message is dropped', () => {
    expect(textIn(example('groupMention', { text: '<at>Assistant</at>' }))).toBe('');
    expect(conversionOf(example('personalMessage', { text: ' ' }))).toEqual({
      kind: 'dropped',
      reason: 'empty',
    });
  });
});

it('files and pictures are named, whatever their form (1.16, 1.17)', () => {
  expect(only(example('personalFile'))).toMatchObject({
    text: 'please read this',
    attachments: [{ name: 'report.docx' }],
  });
  expect(only(example('channelImage'))).toMatchObject({
    attachments: [{ name: 'image', mimeType: 'image/*' }, { name: 'file' }],
  });
  const stub = [{ contentType: 'text/html', content: '<p><attachment id="7d2f"></attachment></p>' }];
  expect(only(example('channelImage', { attachments: stub }))).toMatchObject({
    attachments: [{ name: 'file' }],
  });
});

it('reactions, edits and deletes have inbox keys of their own (1.9, 1.10)', () => {
  const endless = Array.from({ length: 3_000 }, () => ({ type: 'like' }));
  expect(eventsOf(example('reaction', { reactionsAdded: endless }))).toHaveLength(20);
  const reaction = example('reaction', { reactionsRemoved: [{ type: 'heart' }] });
  expect(eventsOf(reaction)).toMatchObject([
    { change: { type: 'reaction', messageId: '1768992005333', emoji: '👍', isRemoved: false } },
    { change: { type: 'reaction', messageId: '1768992005333', emoji: '❤️', isRemoved: true } },
  ]);
  const types = ['1f44d_thumbsup', 'partying', 'constructor', 'd800_half', '110000_none'];
  const named = example('reaction', { reactionsAdded: types.map((type) => ({ type })) });
  const shown = ['👍', ...types.slice(1)].map((emoji) => ({ change: { emoji } }));
  expect(eventsOf(named)).toMatchObject(shown);
  const edit = example('edited');
  const again = example('edited', { timestamp: '2026-01-21T10:46:01.000Z' });
  expect(only(edit)).toMatchObject({
    kind: 'notice',
    change: { type: 'edited', messageId: '1768992000123', text: 'what is on my list tomorrow?' },
  });
  expect(only(example('deleted'))).toMatchObject({
    change: { type: 'unsent', messageId: '1768992000123' },
  });
  const keys = [reaction, edit, again, example('deleted')].flatMap(eventsOf).map(({ inboxKey }) => inboxKey);
  expect(new Set(keys).size).toBe(5);
});

it('joins, leaves and renames are notices; changes of the bot itself are not (1.7, 1.8)', () => {
  expect(conversionOf(example('botAdded'))).toEqual({ kind: 'dropped', reason: 'unsupported-event' });
  expect(conversionOf(example('installed'))).toEqual({ kind: 'events', events: [] });
  const ben = { membersAdded: [{ id: '29:ben', aadObjectId: '11111111-2222-3333-4444-555555555555' }] };
  expect(only(example('botAdded', ben))).toMatchObject({
    change: { type: 'joined', who: [{ id: '11111111-2222-3333-4444-555555555555' }] },
  });
  const renamed = {
    eventType: 'channelRenamed',
    channel: { id: '19:c@thread.tacv2', name: 'New' },
    team: { id: TEAM },
  };
  expect(only(example('botAdded', { membersAdded: undefined, channelData: renamed }))).toMatchObject({
    conversation: { id: '19:c@thread.tacv2' },
    change: { type: 'renamed', name: 'New' },
  });
});

it('a submitted and an executed vote are read, a malformed one is not (1.12, 1.13)', () => {
  const submit = (value: unknown) => example('submitted', { value });
  const vote = { gatehousePoll: 'poll_1', choices: '2, 0,2' };
  expect(only(submit(vote))).toMatchObject({
    kind: 'poll-vote',
    pollId: 'poll_1',
    selections: [2, 0],
    conversation: { id: GROUP },
    sender: { id: IRENE },
  });
  const execute = (data: unknown) =>
    example('executed', {
      value: { action: { type: 'Action.Execute', verb: 'gatehouse.poll.vote', data } },
    });
  expect(only(execute({ ...vote, choices: '1' }))).toMatchObject({ kind: 'poll-vote', selections: [1] });
  // An empty choice is not a vote (4.2): the previous vote stays.
  for (const choices of [
    'x',
    '-1',
    '1.5',
    '9'.repeat(20),
    '1,'.repeat(500),
    { a: 1 },
    [null],
    '',
    ',',
    [],
    undefined,
  ])
    expect(conversionOf(execute({ ...vote, choices }))).toEqual({ kind: 'dropped', reason: 'empty' });
});

it('a card answer without a poll is an event (1.12), feedback and unknown invokes are dropped (1.14)', () => {
  expect(only(example('submitted', { value: { answer: 'yes' } }))).toMatchObject({
    kind: 'card-answer',
    messageId: '1768992880000',
    values: { answer: 'yes' },
  });
  expect(conversionOf(example('feedback'))).toEqual({ kind: 'dropped', reason: 'feedback' });
  expect(conversionOf(example('feedback', { name: 'task/fetch' }))).toEqual({
    kind: 'dropped',
    reason: 'unsupported-invoke',
  });
});

it.each([
  ['typing', example('typing'), 'typing'],
  ['an unknown kind', example('typing', { type: 'newThing' }), 'unsupported-activity'],
  [
    'an unknown event',
    example('botAdded', { membersAdded: [], channelData: { eventType: 'x' } }),
    'unsupported-event',
  ],
  ['our own', example('personalMessage', { from: example('personalMessage').recipient }), 'own-message'],
  ['without a sender', example('personalMessage', { from: {} }), 'no-sender'],
  ['without id', example('personalMessage', { id: '' }), 'no-id'],
  ['with an id that leaves its path', example('personalMessage', { id: '..' }), 'no-id'],
])('%s is dropped with a reason', (_, activity, reason) => {
  expect(conversionOf(activity)).toEqual({ kind: 'dropped', reason });
});

it('a contradictory conversation is refused', () => {
  const personal = { conversationType: 'personal', id: PERSONAL };
  expect(
    placeOf(example('personalMessage', { conversation: { ...personal, isGroup: true } })),
  ).toBeUndefined();
  expect(placeOf(example('personalMessage', { channelData: { team: { id: TEAM } } }))).toBeUndefined();
  for (const id of [undefined, '', 'a b', 'x\0', '\ud800', 'x/../y', '.', '..', '..;messageid=1', 7])
    expect(placeOf(example('personalMessage', { conversation: { ...personal, id } }))).toBeUndefined();
});

it('malformed ids of teams and channels are left out', () => {
  for (const id of ['a b', 'x\0', '\ud800', 'x'.repeat(300)]) {
    const team = { ...(example('channelReply').channelData as object), team: { id } };
    expect(placeOf(example('channelReply', { channelData: team }))!.conversation.team).toBeUndefined();
    const channelData = { eventType: 'channelRenamed', channel: { id, name: 'Ops' } };
    const told = only(example('botAdded', { membersAdded: undefined, channelData }));
    expect(told.conversation.id).toBe(CHANNEL);
  }
});

it('a reference has the data needed to write there again, one for all threads', () => {
  const activity = example('channelReply');
  expect(referenceOf(activity, placeOf(activity)!)).toEqual({
    conversation: CHANNEL,
    kind: 'channel',
    serviceUrl: activity.serviceUrl,
    channelId: 'msteams',
    bot: activity.recipient,
    tenantId: 'a9d4e3b2-17c6-4f05-8b3e-60d2f1c7a854',
    team: TEAM,
  });
});

it('an edit that mentions the bot is a message too, in groups and channels', () => {
  const mention = { text: '<at>Assistant</at> and now?', entities: example('groupMention').entities };
  const edit = { type: 'messageUpdate', channelData: { eventType: 'editMessage' }, ...mention };
  const asked = (activity: Activity) => {
    const conversion = conversionOf(activity);
    return typeof conversion === 'object' && conversion.kind === 'events' ? conversion.nowAsked : undefined;
  };
  const { id } = example('groupMention');
  expect(asked(example('groupMention', edit))).toMatchObject({
    originalKey: `message:${GROUP}:${id}`,
    event: {
      kind: 'message',
      inboxKey: `mention:${GROUP}:${id}`,
      messageId: id,
      text: 'and now?',
      mentionsUs: true,
    },
  });
  for (const other of [{ entities: [] }, { channelData: { eventType: 'undeleteMessage' } }])
    expect(asked(example('groupMention', { ...edit, ...other }))).toBeUndefined();
  expect(
    asked(example('personalMessage', { ...edit, recipient: example('groupMention').recipient })),
  ).toBeUndefined();
});

describe('the table of events in the page of access', () => {
  const vote = { gatehousePoll: 'poll_1', choices: '1' };
  const pressed = (data: object) =>
    example('executed', { value: { action: { type: 'Action.Execute', data } } });
  const renamed = { eventType: 'channelRenamed', channel: { id: CHANNEL, name: 'Ops' } };
  const WAYS: Readonly<Record<string, Activity>> = {
    message: example('personalMessage'),
    'reply in a thread': example('channelReply'),
    edit: example('edited'),
    deletion: example('deleted'),
    reaction: example('reaction'),
    'member added': example('botAdded', { membersAdded: [{ id: '29:somebody' }] }),
    'channel renamed': example('botAdded', { membersAdded: undefined, channelData: renamed }),
    'button of a card': pressed({ choice: 1 }),
    'form of a card': example('submitted', { value: { choice: 1 } }),
    'vote by button': pressed(vote),
    'vote by form': example('submitted', { value: vote }),
    installation: example('installed'),
    feedback: example('feedback'),
    typing: example('typing'),
    'an unknown event': example('personalMessage', { type: 'event' }),
  };
  const JUDGED: Readonly<Record<string, InboundEvent['kind'][]>> = {
    message: ['message'],
    notice: ['notice'],
    card: ['card-answer'],
    vote: ['poll-vote'],
    nothing: [],
  };
  const told = documentedCases('docs/reference/access.md', 'Event types of the workplace chat', {});

  it.each(told)('$Event is judged as the table says', (each) => {
    const conversion = conversionOf(WAYS[each.Event!]!);
    const events = conversion !== 'no-place' && conversion.kind === 'events' ? conversion.events : [];
    expect(events.map(({ kind }) => kind)).toEqual(JUDGED[each['Judged as']!]);
  });

  it('has every event', () => {
    expect(told.map((each) => each.Event).sort()).toEqual(Object.keys(WAYS).sort());
  });
});
