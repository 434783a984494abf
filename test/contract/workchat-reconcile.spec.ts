import type { DeliveryAttempt, OutboundContent, RemoteMessageId } from '../../src/channels/index.js';
import { callTo, serviceProblem, throttled } from '../../simulators/index.js';
import { workchatAttempt } from '../support/workchat.js';
import { type Place, WorkchatWorld } from '../support/workchat-world.js';

const SECOND = 1_000;
const MARKDOWN = [
  '# Plan\n\n1. **buy** _milk_ & "bread"\n2. see [the list](https://a.example/b?c=d_e*f*)\n   - `x < 1`',
  '| a | b |\n|--|--|\n| 1 | 2 |\n\n```js\n1. const a = [b](c);\n```\n> quoted 🙂 <b>x</b> ~~no~~ &lt;&amp;',
].join('\n\n');
const CARD: OutboundContent = {
  kind: 'card',
  card: { type: 'AdaptiveCard', version: '1.5', body: [{ type: 'TextBlock', text: 'Done' }] },
  text: '',
};
const POLL: OutboundContent = {
  kind: 'poll',
  pollId: 'p_1',
  question: 'When?',
  options: ['a', 'b'],
  maxSelections: 1,
  text: 'When? a b',
};
const t = new WorkchatWorld();

beforeAll(t.start);
afterAll(t.stop);
beforeEach(async () => {
  t.people();
  for (const [index, place] of [t.irene.chat, t.group].entries()) await t.hears(`from place ${index}`, place);
});
afterEach(() => {
  t.cloud.faults.clear();
  t.cloud.limits.graphPageSize = undefined;
  t.cloud.variants.replies = 'oldest-first';
  for (const each of ['ChannelMessage.Read.Group', 'ChatMessage.Read.Chat'])
    t.cloud.app.resourcePermissions.add(each);
});

/** Looks for the message as if the service had failed that long ago. */
function find(
  attempt: DeliveryAttempt,
  { endedMs = 20 * SECOND, known = [] }: { endedMs?: number; known?: readonly string[] } = {},
) {
  const now = Date.now();
  const times = { firstStartedAt: now - endedMs - SECOND, startedAt: now - endedMs - SECOND };
  const ended = { at: now - endedMs, code: 'remote-error' } as const;
  const isOurs = async (id: RemoteMessageId) => known.includes(id);
  return t.bot.connector.findSent({ ...attempt, ...times, ended }, isOurs, new AbortController().signal);
}

/** Sends a message that the service accepts but answers with 504. */
async function sendUnheard(...attempt: Parameters<typeof workchatAttempt>) {
  t.cloud.faults.sends.next({ kind: 'lost', then: serviceProblem(504, 'ServiceError') });
  expect(await t.send(...attempt)).toMatchObject({ kind: 'unknown' });
  return workchatAttempt(...attempt);
}
const last = (place: Place) => t.cloud.botMessages(place).at(-1)!;

describe('a message that the service stored although it answered 504', () => {
  it.each<readonly [string, OutboundContent | string]>([
    ['a text', 'echo: hello'],
    ['formatting, tables, code, links', MARKDOWN],
    ['signs without a letter', '👍!'],
    ['lines of which some begin with a number', 'Name: Ada\nRoom:\n12. floor\n- a\n- b\nBye'],
    ['a card', CARD],
    ['a card with a text', { ...CARD, text: 'and *so*' }],
    ['a poll', POLL],
  ])('is found in a personal chat: %s', async (_, content) => {
    const attempt = await sendUnheard(t.irene.chat.id, content);
    expect(await find(attempt, { endedMs: 0 })).toEqual({
      kind: 'sent',
      messageId: last(t.irene.chat).id,
      at: expect.any(Number),
    });
  });

  it('is found in a group behind other messages and pages, with its mentions', async () => {
    t.cloud.limits.graphPageSize = 2;
    const { id, name } = t.irene.user;
    const attempt = await sendUnheard(t.group.id, `@[${name}](${id}) it is <at>done</at>`);
    for (let n = 0; n < 5; n += 1) await t.hears(`more ${n}`, t.group);
    expect(await find(attempt)).toMatchObject({ kind: 'sent', messageId: last(t.group).id });
  });

  it.each(['oldest-first', 'newest-first'] as const)(
    'is found in its own thread of a channel, or as a new post (%s)',
    async (order) => {
      t.cloud.variants.replies = order;
      t.cloud.limits.graphPageSize = 2;
      const [first, second] = [await t.hears('first', t.channel), await t.hears('second', t.channel)];
      const inSecond = await sendUnheard(t.channel.id, 'the same', second.id);
      for (let n = 0; n < 3; n += 1) await t.hears(`more ${n}`, t.channel, { under: second });
      const { id } = last(t.channel);
      expect(await find(inSecond)).toMatchObject({ kind: 'sent', messageId: id });
      expect(await find(workchatAttempt(t.channel.id, 'the same', first.id))).toEqual({ kind: 'not-sent' });
      const asPost = await sendUnheard(t.channel.id, 'the same');
      expect(await find(asPost)).toMatchObject({ kind: 'sent', messageId: last(t.channel).id });
    },
  );

  it('is distinguished from an equal one', async () => {
    const attempt = await sendUnheard(t.group.id, 'twice');
    const first = last(t.group).id;
    await sendUnheard(t.group.id, 'twice');
    expect(await find(attempt)).toMatchObject({ kind: 'sent', messageId: first });
    expect(await find(attempt, { known: [first] })).toMatchObject({ messageId: last(t.group).id });
    expect(await find(attempt, { known: [first, last(t.group).id] })).toEqual({ kind: 'not-sent' });
  });
});

describe('a message that is not found', () => {
  const attempt = () => workchatAttempt(t.group.id, 'did it go out at all');

  it('is not-sent once the service must have ended, not sooner', async () => {
    await t.hears('did it go out at all', t.group);
    expect(await find(attempt(), { endedMs: SECOND })).toMatchObject({ kind: 'unresolved' });
    expect(await find(attempt())).toEqual({ kind: 'not-sent' });
  });

  it.each<readonly [string, OutboundContent | string, OutboundContent | string]>([
    ['shown otherwise than expected', 'it did go out at all', 'did it go out at all'],
    ['another card', { ...CARD, text: 'changed' }, CARD],
  ])('is unresolvable when a similar one is there: %s', async (_, sent, wanted) => {
    await t.send(t.group.id, sent);
    const looked = () => find(workchatAttempt(t.group.id, wanted));
    expect(await looked()).toMatchObject({ kind: 'unresolved' });
    const later = { endedMs: 70 * SECOND };
    const outcome = await find(workchatAttempt(t.group.id, wanted), later);
    expect(outcome).toMatchObject({ kind: 'unresolvable' });
    const known = { ...later, known: [last(t.group).id] };
    expect(await find(workchatAttempt(t.group.id, wanted), known)).toEqual({ kind: 'not-sent' });
  });

  it('is unresolvable when one without text is there', async () => {
    await sendUnheard(t.group.id, 'did it go out at all');
    const message = last(t.group);
    message.deletedAt = Date.now();
    expect(await find(attempt(), { endedMs: 70 * SECOND })).toMatchObject({ kind: 'unresolvable' });
  });
});

it('a message of an earlier attempt is found after a later attempt', async () => {
  const attempt = await sendUnheard(t.group.id, 'said by the first');
  const startedAt = Date.now() + 60 * SECOND;
  const later = { ...attempt, number: 2, startedAt, ended: { at: startedAt, code: 'remote-error' } as const };
  const found = await t.bot.connector.findSent(later, async () => false, new AbortController().signal);
  expect(found).toMatchObject({ kind: 'sent', messageId: last(t.group).id });
});

describe('a look-up when the directory does not answer', () => {
  const attempt = () => workchatAttempt(t.irene.chat.id, 'hello');
  const graph = { when: callTo('graph') };
  const calls = () => t.cloud.requestsTo('graph').length;

  it('without permission is unresolvable and names it', async () => {
    t.cloud.app.resourcePermissions.clear();
    const post = await t.hears('post', t.channel);
    expect(await find(attempt())).toMatchObject({
      kind: 'unresolvable',
      detail: expect.stringContaining('Chat.Read.All'),
    });
    expect(await find(workchatAttempt(t.channel.id, 'hello', post.id))).toMatchObject({
      kind: 'unresolvable',
      detail: expect.stringContaining('ChannelMessage.Read.Group'),
    });
  });

  it('for the moment is repeated, with a new token after a 401', async () => {
    for (const status of [500, 502, 401]) {
      const answer = { kind: 'answer', answer: serviceProblem(status, 'x') } as const;
      t.cloud.faults.requests.next(answer, { ...graph, times: status === 401 ? 2 : 1 });
      expect(await find(attempt())).toMatchObject({ kind: 'unresolved' });
    }
    const tokens = () => t.cloud.requestsTo('login').filter(({ path }) => path.endsWith('/token')).length;
    const before = tokens();
    expect(await find(attempt())).toEqual({ kind: 'not-sent' });
    expect(tokens()).toBe(before + 1);
  });

  it('sends no token to a next page on another host', async () => {
    const link = `${t.cloud.address('foreign')}/v1.0/chats`;
    const change = (answer: object) => ({ ...answer, json: { value: [], '@odata.nextLink': link } });
    t.cloud.faults.requests.next({ kind: 'change', change: change as never }, graph);
    expect(await find(attempt())).toMatchObject({ kind: 'unresolvable' });
    expect(t.cloud.requestsTo('foreign')).toEqual([]);
  });

  it('after a 429 makes no call until its pause is over', async () => {
    await t.restart({});
    t.people();
    await t.hears('again');
    t.cloud.faults.requests.next({ kind: 'answer', answer: throttled(30) }, graph);
    expect(await find(attempt())).toMatchObject({ kind: 'unresolved' });
    const before = calls();
    expect(await find(attempt())).toMatchObject({ kind: 'unresolved' });
    expect(calls()).toBe(before);
    await t.restart({});
  });
});
