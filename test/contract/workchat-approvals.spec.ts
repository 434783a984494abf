import type { DEFAULT_ACCOUNT } from '../../src/channels/index.js';
import { type ApprovalContent, type InboundApprovalAnswer } from '../../src/channels/index.js';
import { callTo, type Message, serviceProblem } from '../../simulators/index.js';
import { workchatAttempt } from '../support/workchat.js';
import { type Place, refTo, WorkchatWorld } from '../support/workchat-world.js';

const APPROVAL: ApprovalContent = {
  kind: 'approval',
  approvalId: 'apr_1',
  title: 'main wants to call move_file of files for Irene Paz',
  facts: [{ name: 'source', value: '"<at>Irene Paz</at> **a**"' }],
  commands: 'To answer: /approve K7Q2',
  expiresAt: Date.now() + 3_600_000,
  text: 'main wants to call move_file of files for Irene Paz\nsource: "a"\nTo answer: /approve K7Q2',
};
/** More values than a card may have. */
const LARGE: ApprovalContent = {
  ...APPROVAL,
  facts: Array.from({ length: 200 }, (_, index) => ({ name: `[${index}]`, value: '"x"' })),
  text: `${APPROVAL.text}\n<at>Irene Paz</at> **a** \u202e`,
};
const signal = new AbortController().signal;
const t = new WorkchatWorld();

beforeAll(t.start);
afterAll(t.stop);
beforeEach(async () => {
  t.people();
  await t.hears('from the group', t.group);
  t.bot.sink.accepted.length = 0;
});
afterEach(() => {
  t.bot.sink.judgeAnswer = () => undefined;
  t.bot.sink.failsFor = () => false;
  t.cloud.faults.clear();
});

async function asked(place: Place = t.group, content = APPROVAL): Promise<Message> {
  expect(await t.send(place.id, content)).toMatchObject({ kind: 'sent' });
  return t.cloud.botMessages(place).at(-1)!;
}
const press = (card: Message, title: string) => t.cloud.cards.execute(t.irene.user, card, { title });
const end = (card: Message, outcome: string, content = APPROVAL, place: Place = t.group) =>
  t.bot.connector.showApprovalEnd(refTo(place, card.id), { content, outcome }, signal);
const cardOf = ({ activity }: Message) => JSON.stringify(activity.attachments);
const answers = () =>
  t.bot.sink.accepted.filter((event): event is InboundApprovalAnswer => event.kind === 'approval-answer');

it('a request is one message with a card, whose notification is its title', async () => {
  const { activity } = await asked();
  expect(activity).toMatchObject({ summary: APPROVAL.title, attachments: [{}] });
  expect(activity.text).toBeUndefined();
});

describe('an answer', () => {
  it.each([
    ['Allow', 'allow'],
    ['Allow for an hour', 'allow-hour'],
    ['Refuse', 'deny'],
  ])('by %s is stored before the person sees that it is received', async (title, decision) => {
    const card = await asked();
    t.bot.sink.failsFor = () => true;
    t.cloud.limits.invokeRepeats = 0;
    const data = { gatehouseApproval: 'apr_1', decision };
    const invoke = { name: 'adaptiveCard/action', value: { action: { type: 'Action.Execute', data } } };
    expect(await t.cloud.cards.invoke(t.irene.user, card, invoke)).toMatchObject({ status: 503 });
    t.bot.sink.failsFor = () => false;
    expect((await press(card, title))?.json).toEqual({
      statusCode: 200,
      type: 'application/vnd.microsoft.activity.message',
      value: 'Your answer has been received.',
    });
    expect(answers()).toMatchObject([
      { approvalId: 'apr_1', decision, sender: { id: t.irene.user.aadObjectId }, isLate: false },
    ]);
    expect(answers()[0]?.conversation).toMatchObject({ id: t.group.id, kind: 'group' });
  });

  it('of a client without Action.Execute arrives as a message, and is the same', async () => {
    const card = await asked();
    const { id } = (await t.cloud.cards.submit(t.irene.user, card, { title: 'Allow' }))!;
    expect(answers()).toMatchObject([
      { approvalId: 'apr_1', decision: 'allow', inboxKey: `card:${t.group.id}:${id}` },
    ]);
  });

  it('in a thread keeps its thread', async () => {
    const post = await t.hears('post', t.channel);
    await t.send(t.channel.id, { ...APPROVAL }, post.id);
    await press(t.cloud.botMessages(t.channel)[0]!, 'Allow');
    expect(answers()).toMatchObject([{ thread: post.id, conversation: { id: t.channel.id } }]);
  });

  it.each([
    ['sender', 'Only operators may decide.', { statusCode: 400, value: { code: 'BadRequest' } }, 'problem'],
    ['unknown', 'This approval is not known.', { statusCode: 400 }, 'problem'],
    ['ended', 'Allowed by Ben Oh.', { statusCode: 200 }, 'toast'],
  ] as const)('that has no effect (%s) is answered with the reason and not stored', async (...row) => {
    const [kind, text, json, shown] = row;
    const card = await asked();
    const judged: InboundApprovalAnswer[] = [];
    t.bot.sink.judgeAnswer = (answer) => {
      judged.push(answer);
      return { kind, text };
    };
    expect(await press(card, 'Allow')).toMatchObject({ status: 200, json, shown: { kind: shown, text } });
    expect(judged).toMatchObject([{ approvalId: 'apr_1', sender: { id: t.irene.user.aadObjectId } }]);
    expect(answers()).toEqual([]);
    expect(t.bot.sink.drops).toEqual(['approval-answered']);
  });

  it('is judged before it is stored, and stored when it cannot be judged', async () => {
    const card = await asked();
    t.bot.sink.judgeAnswer = () => (answers().length > 0 ? { kind: 'ended', text: 'too late' } : undefined);
    expect(await press(card, 'Allow')).toMatchObject({ shown: { text: 'Your answer has been received.' } });
    expect(await press(card, 'Refuse')).toMatchObject({ shown: { kind: 'toast', text: 'too late' } });
    t.bot.sink.judgeAnswer = () => {
      throw new Error('database is down');
    };
    expect(await press(card, 'Refuse')).toMatchObject({ shown: { text: 'Your answer has been received.' } });
    expect(answers().map(({ decision }) => decision)).toEqual(['allow', 'deny']);
  });

  it('that the platform sends twice is stored once', async () => {
    const card = await asked();
    t.cloud.faults.deliveries.next({ kind: 'repeat', times: 2 });
    await press(card, 'Allow');
    await t.cloud.idle();
    expect(answers()).toHaveLength(1);
  });

  it.each([
    ['no id', { decision: 'allow' }, 'card-answer'],
    ['an id that is none of ours', { gatehouseApproval: 'a b', decision: 'allow' }, undefined],
    ['a list of ids', { gatehouseApproval: ['apr_1'], decision: 'allow' }, undefined],
    ['no decision', { gatehouseApproval: 'apr_1' }, undefined],
    ['an unknown decision', { gatehouseApproval: 'apr_1', decision: 'always' }, undefined],
  ])('of a forged client with %s is no answer', async (_, data, kind) => {
    const card = await asked();
    const answer = await t.cloud.cards.execute(t.irene.user, card, { title: 'Allow', data });
    expect(t.bot.sink.accepted.map((event) => event.kind)).toEqual(kind === undefined ? [] : [kind]);
    if (kind === undefined) expect(answer).toMatchObject({ shown: { kind: 'problem' } });
  });

  it('names person and place as the platform does, whatever its data says', async () => {
    const card = await asked();
    const forged = { sender: { id: 'boss' }, conversation: { id: 'a:other' }, from: { id: '29:boss' } };
    const data = { gatehouseApproval: 'apr_1', decision: 'allow', ...forged };
    await t.cloud.cards.execute(t.irene.user, card, { title: 'Allow', data });
    expect(answers()).toMatchObject([
      { sender: { id: t.irene.user.aadObjectId }, conversation: { id: t.group.id } },
    ]);
  });
});

describe('the end of a request', () => {
  it('takes the place of the buttons in the same message, however often it is shown', async () => {
    const card = await asked();
    for (const _ of [1, 2]) expect(await end(card, 'Allowed by Ben Oh.')).toEqual({ kind: 'done' });
    const messages = t.cloud.botMessages(t.group);
    expect(messages.map(({ id }) => id)).toEqual([card.id]);
    expect(cardOf(messages[0]!)).toContain('Allowed by Ben Oh.');
    expect(cardOf(messages[0]!)).toContain('at>Irene');
    expect(cardOf(messages[0]!)).not.toContain('Action.');
    await expect(press(card, 'Allow')).rejects.toThrow('has no Action.Execute');
  });

  it('is shown below a post of a channel too', async () => {
    const post = await t.hears('post', t.channel);
    await t.send(t.channel.id, APPROVAL, post.id);
    const card = t.cloud.botMessages(t.channel)[0]!;
    expect(await end(card, 'Nobody answered.', APPROVAL, t.channel)).toEqual({ kind: 'done' });
    expect(cardOf(card)).toContain('Nobody answered.');
  });

  it('that cannot be shown is an outcome', async () => {
    const card = await asked();
    const put = { when: callTo('service', 'PUT') };
    for (const [status, kind] of [
      [404, 'failed'],
      [403, 'failed'],
      [502, 'unknown'],
    ] as const) {
      const answer = { kind: 'answer', answer: serviceProblem(status, 'x') } as const;
      t.cloud.faults.requests.next(answer, put);
      expect(await end(card, 'x')).toMatchObject({ kind });
    }
    t.cloud.faults.requests.next({ kind: 'cut' }, put);
    expect(await end(card, 'x')).toMatchObject({ kind: 'unknown' });
    t.bot.state.isDown = true;
    const nowhere = { ...refTo(t.group, card.id), target: workchatAttempt('a:nobody', '').target };
    const outcome = await t.bot.connector.showApprovalEnd(
      nowhere,
      { content: APPROVAL, outcome: 'x' },
      signal,
    );
    t.bot.state.isDown = false;
    expect(outcome).toMatchObject({ kind: 'failed', code: 'unreachable' });
    const other = { ...nowhere.target, account: 'other' as typeof DEFAULT_ACCOUNT };
    expect(
      await t.bot.connector.showApprovalEnd(
        { ...nowhere, target: other },
        { content: APPROVAL, outcome: 'x' },
        signal,
      ),
    ).toMatchObject({ kind: 'failed' });
  });
});

describe('a request that is too large for a card', () => {
  it('is sent in words that show every sign, and so is its end', async () => {
    const message = await asked(t.group, LARGE);
    expect(message.activity).toMatchObject({ textFormat: 'plain' });
    expect(message.activity.attachments).toBeUndefined();
    expect(message.activity.text).toContain(
      'To answer: /approve K7Q2\n\\u{3c}at>Irene Paz\\u{3c}/at> **a** \\u{202e}',
    );
    expect(await end(message, 'Denied by Ben Oh.', LARGE)).toEqual({ kind: 'done' });
    const lines = message.activity.text!.split('\n');
    expect([lines[0], lines[200], lines.at(-1)]).toEqual([LARGE.title, '[199]: "x"', 'Denied by Ben Oh.']);
  });

  it('is refused when no message can show it', async () => {
    const outcome = await t.send(t.group.id, { ...LARGE, text: 'x'.repeat(30_000) });
    expect(outcome).toMatchObject({ kind: 'not-sent', code: 'not-supported', retry: { kind: 'never' } });
  });
});

it.each([
  ['a card', APPROVAL],
  ['words', LARGE],
])('a request in %s is found after the service answered 504', async (_, content) => {
  await t.send(t.group.id, { ...APPROVAL, approvalId: 'apr_0' });
  t.cloud.faults.sends.next({ kind: 'lost', then: serviceProblem(504, 'ServiceError') });
  expect(await t.send(t.group.id, content)).toMatchObject({ kind: 'unknown' });
  const attempt = workchatAttempt(t.group.id, content);
  const found = await t.bot.connector.findSent(attempt, async () => false, signal);
  expect(found).toMatchObject({ kind: 'sent', messageId: t.cloud.botMessages(t.group).at(-1)!.id });
  const absent = workchatAttempt(t.group.id, { ...APPROVAL, approvalId: 'apr_2' });
  const [at, ended] = [Date.now() - 21_000, { at: Date.now() - 20_000, code: 'remote-error' } as const];
  const times = { firstStartedAt: at, startedAt: at, ended };
  expect(await t.bot.connector.findSent({ ...absent, ...times }, async () => false, signal)).toEqual({
    kind: 'not-sent',
  });
});
