import { eventually } from '../support/eventually.js';
import { WorkchatWorld } from '../support/workchat-world.js';

const TEXTS = ['a private question'] as const;
const POLL = {
  kind: 'poll',
  pollId: 'poll_1',
  question: 'Which *day*?',
  options: ['Monday', 'Friday'],
  maxSelections: 1,
  text: '[poll: Which day?]',
} as const;
const t = new WorkchatWorld();

beforeAll(t.start);
afterAll(t.stop);
beforeEach(t.people);

describe('cards and polls', () => {
  beforeEach(() => t.hears(TEXTS[0], t.group));
  const card = { type: 'AdaptiveCard', version: '1.5', body: [{ type: 'TextBlock', text: 'hi' }] };

  it('a card is sent as one message with its text, and the chosen answer is received', async () => {
    const actions = [{ type: 'Action.Submit', title: 'OK', data: { answer: 'yes' } }];
    const outcome = await t.send(t.group.id, { kind: 'card', card: { ...card, actions }, text: 'look' });
    const [message] = t.cloud.botMessages(t.group);
    expect(outcome).toMatchObject({ kind: 'sent', messageId: message?.id });
    expect(message?.activity.attachments).toMatchObject([
      { content: { body: [{ text: 'look' }, { text: 'hi' }] } },
    ]);
    await t.cloud.cards.submit(t.irene.user, message!);
    expect(t.bot.sink.accepted.at(-1)).toMatchObject({ kind: 'card-answer', values: { answer: 'yes' } });
  });

  it('a text with a card mentions people, and is sent separately when it needs a code block', async () => {
    const { id, name } = t.irene.user;
    const text = `for @[${name}](${id})`;
    const own = { ...card, msteams: { width: 'Full' } };
    await t.send(t.group.id, { kind: 'card', card: own, text });
    const [message] = t.cloud.botMessages(t.group);
    const tag = `<at>${name}</at>`;
    expect(message?.activity).toMatchObject({
      summary: `for ${name}`,
      attachments: [
        {
          content: {
            body: [{ text: `for ${tag}` }, { text: 'hi' }],
            msteams: { width: 'Full', entities: [{ type: 'mention', text: tag, mentioned: { id, name } }] },
          },
        },
      ],
    });
    const { connector } = t.bot;
    expect([text, '# a\n- b `c`'].map((each) => connector.showsWithCard(each))).toEqual([true, true]);
    for (const each of ['| a |\n|---|\n| 1 |', '```\nx\n```', 'x'.repeat(5_000)])
      expect(connector.showsWithCard(each)).toBe(false);
  });

  it('a malformed card is refused with the path of the fault', async () => {
    const bad = { ...card, body: [{ type: 'Image', url: 'http://x.example/a.png' }] };
    expect(await t.send(t.group.id, { kind: 'card', card: bad, text: '' })).toMatchObject({
      kind: 'not-sent',
      detail: 'card.body[0].url must be an https URL',
      retry: { kind: 'never' },
    });
  });

  it('a vote is received by either button, and answered at once', async () => {
    expect(await t.send(t.group.id, POLL)).toMatchObject({ kind: 'sent' });
    const [poll] = t.cloud.botMessages(t.group);
    const inputs = { choices: '1' };
    const answer = await t.cloud.cards.execute(t.irene.user, poll!, { inputs });
    expect(answer).toMatchObject({
      status: 200,
      json: { statusCode: 200, value: 'Your vote has been received.' },
    });
    await t.cloud.cards.submit(t.irene.user, poll!, { inputs: { choices: '0' } });
    expect(t.bot.sink.accepted.slice(-2)).toMatchObject([
      { kind: 'poll-vote', pollId: 'poll_1', selections: [1], sender: { id: t.irene.user.aadObjectId } },
      { kind: 'poll-vote', pollId: 'poll_1', selections: [0] },
    ]);
    for (const [problem, message] of [
      ['sender', 'Your vote does not count here.'],
      ['poll', 'This poll does not exist here.'],
      ['choice', 'Your choice is not an option in this poll.'],
    ] as const) {
      t.bot.sink.judgeVote = () => problem;
      expect(await t.cloud.cards.execute(t.irene.user, poll!, { inputs })).toMatchObject({
        status: 200,
        json: { statusCode: 400, value: { code: 'BadRequest', message } },
        shown: { kind: 'problem' },
      });
    }
    t.bot.sink.judgeVote = () => undefined;
    const nonsense = await t.cloud.cards.execute(t.irene.user, poll!, { inputs: { choices: 'x' } });
    expect(nonsense).toMatchObject({ status: 200, json: { statusCode: 400 } });
  });

  it('an unknown invoke is answered 501, and feedback 200', async () => {
    await t.send(t.group.id, 'hello');
    const [message] = t.cloud.botMessages(t.group);
    expect(await t.cloud.cards.invoke(t.irene.user, message!, { name: 'task/fetch' })).toMatchObject({
      status: 501,
    });
    expect(await t.cloud.cards.feedback(t.irene.user, message!, 'like')).toMatchObject({
      status: 200,
      json: {},
    });
    expect(t.bot.sink.drops).toEqual(['unsupported-invoke', 'feedback']);
  });
});

describe('changes of messages and installations', () => {
  const changes = () =>
    t.bot.sink.accepted.flatMap((event) => (event.kind === 'notice' ? [event.change] : []));

  it('edits, deletes and reactions are reported', async () => {
    const message = await t.hears(TEXTS[0]);
    const sent = (await t.send(t.irene.chat.id, 'hi')) as { messageId: string };
    t.cloud.people.edit(message, 'another');
    t.cloud.people.delete(message);
    t.cloud.people.react(t.irene.user, t.cloud.botMessages(t.irene.chat)[0]!, 'heart');
    await eventually(() => changes().length === 3, { what: 'three changes' });
    expect(changes()).toEqual(
      expect.arrayContaining([
        { type: 'edited', messageId: message.id, text: 'another' },
        { type: 'unsent', messageId: message.id },
        { type: 'reaction', messageId: sent.messageId, emoji: '❤️', isRemoved: false },
      ]),
    );
  });

  it('an installation is welcomed only where a sender can get an answer', async () => {
    await t.restart({ workchat: { welcomeText: 'Hello!', groupPolicy: 'allowlist', allowFrom: [] } });
    t.people();
    t.cloud.membership.install(t.group, t.irene.user);
    await t.cloud.idle();
    t.cloud.membership.install(t.irene.chat, t.irene.user);
    await t.cloud.waitFor(() => t.shown(t.irene.chat).length === 1);
    expect(t.shown(t.group)).toEqual([]);
  });

  it('an installation is welcomed once, and nothing is sent after an uninstallation', async () => {
    await t.restart({ workchat: { welcomeText: 'Hello!', groupPolicy: 'open' } });
    t.cloud.membership.install(t.group, t.irene.user);
    await t.cloud.waitFor(() => t.cloud.botMessages(t.group).length === 1);
    t.cloud.membership.upgrade(t.group, t.irene.user);
    t.cloud.membership.install(t.group, t.irene.user);
    await t.cloud.idle();
    expect(t.shown(t.group)).toEqual(['Hello!']);
    t.cloud.membership.uninstall(t.group, t.irene.user);
    await t.cloud.idle();
    expect(await t.send(t.group.id, 'anyone?')).toMatchObject({ code: 'recipient-unreachable' });
    expect(t.cloud.botMessages(t.group)).toHaveLength(1);
  });
});
