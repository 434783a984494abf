import { WorkplaceSetup } from '../../../testing/workplace.js';
import { callTo } from '../../core/faults.js';
import { serviceProblem, throttled } from '../../http/problems.js';
import { WORKPLACE_EXAMPLES } from '../../fixtures/index.js';
import type { Activity, Conversation, User } from '../../common/types.js';

const t = new WorkplaceSetup();
let user: User;
let chat: Conversation;
const ADAPTIVE = 'application/vnd.microsoft.card.adaptive';
const HI: Activity = { type: 'message', text: 'hi' };

beforeEach(async () => {
  await t.start();
  ({ user, chat } = t.sut.addContact('Irene Paz'));
});
afterEach(t.stop);

const code = (json: unknown): unknown => (json as { error?: { code?: unknown } } | undefined)?.error?.code;

describe('401 (workchat-wire 3.6)', () => {
  it.each([
    ['no token', async () => null],
    ['garbage', async () => 'a.b.c'],
    ['a token for Graph', () => t.token('graph')],
    ['a token of the bot channel', () => t.sut.sign(t.sut.serviceUrl)],
  ])('answers %s', async (_name, make) => {
    const token = await make();
    const answer = await t.service(`GET v3/conversations/${encodeURIComponent(chat.id)}/members`, undefined, {
      token,
    });
    expect([answer.status, code(answer.json)]).toEqual([401, 'AuthorizationRequired']);
    expect(t.sut.requestsTo('service')[0]!.token).not.toBe('bot');
  });

  it('answers an expired token', async () => {
    const token = await t.token('bot');
    t.sut.clock.advance(3600_000);
    expect((await t.service(`GET v3/conversations/${chat.id}/members`, undefined, { token })).status).toBe(
      401,
    );
  });
});

describe('403 and 404 (workchat-wire 3.6)', () => {
  it('report blocked chats with the documented body, which has another form', async () => {
    t.sut.membership.block(chat);
    const { status, json } = await t.send(chat, HI);
    expect(status).toBe(403);
    expect(json).toEqual({
      errorCode: 209,
      message: expect.stringContaining('"subCode":"MessageWritesBlocked"'),
    });
    expect(JSON.parse(String(json?.message))).toMatchObject({ subCode: 'MessageWritesBlocked' });
    t.sut.membership.unblock(chat);
    expect((await t.send(chat, HI)).status).toBe(201);
  });

  it.each(['ConversationBlockedByUser', 'NotEnoughPermissions'] as const)('report %s', async (how) => {
    t.sut.membership.block(chat, how);
    const { status, json } = await t.send(chat, HI);
    expect([status, code(json)]).toEqual([403, how]);
  });

  it('report a bot that is not in the roster, or not installed in a personal chat', async () => {
    const group = t.sut.world.addGroupChat({ members: [user] });
    t.sut.membership.uninstall(chat, user);
    const answers = [await t.send(group, HI), await t.send(chat, HI)];
    t.sut.variants.uninstalledChat = 'MessageWritesBlocked';
    answers.push(await t.send(chat, HI));
    expect(answers.map(({ status, json }) => [status, code(json) ?? json?.errorCode])).toEqual([
      [403, 'BotNotInConversationRoster'],
      [403, 'ForbiddenOperationException'],
      [403, 209],
    ]);
    expect(t.sut.botMessages()).toEqual([]);
  });

  it('report an unknown conversation, an unknown thread, or a deleted channel as ConversationNotFound', async () => {
    const team = t.sut.world.addTeam({ name: 'Release', members: [user], hasBot: true });
    const channel = t.sut.world.addChannel(team, { name: 'Work' });
    const gone = t.sut.world.addChannel(team, { name: 'Old' });
    t.sut.membership.deleteChannel(gone, user);
    for (const id of ['a:1unknown', `${channel.id};messageid=1768992120777`, gone.id]) {
      const { status, json } = await t.send(id, HI);
      expect([status, code(json)]).toEqual([404, 'ConversationNotFound']);
    }
  });
});

describe('400 and 413 (workchat-wire 3.4, 3.6)', () => {
  const bad: readonly [string, Activity, string][] = [
    ['an empty message', { type: 'message' }, 'BadSyntax'],
    ['no type', { text: 'hi' }, 'MissingProperty'],
    [
      'eleven attachments',
      { type: 'message', attachments: Array.from({ length: 11 }, () => ({ contentType: 'image/png' })) },
      'BadArgument',
    ],
    ['blank text', { type: 'message', text: ' \n' }, 'BadSyntax'],
    ...[
      { name: 'x' },
      { contentType: 'application/pdf', contentUrl: 'data:application/pdf;base64,AAAA' },
      { contentType: 'text/plain', contentUrl: 'data:text/plain;base64,AAAA' },
      { contentType: 'image/png', contentUrl: 'http://pictures.example/a.png' },
      { contentType: 'image/png', contentUrl: 'data:application/pdf;base64,AAAA' },
      { contentType: ADAPTIVE, content: { nope: 1 } },
      { contentType: ADAPTIVE },
      { contentType: ADAPTIVE, content: { type: 'AdaptiveCard', version: '9.0', body: [] } },
      { contentType: 'application/vnd.microsoft.card.hero' },
      { contentType: 'application/vnd.microsoft.teams.card.file.info', name: 'a.pdf', content: {} },
    ].map(
      (attachment) =>
        [JSON.stringify(attachment), { type: 'message', attachments: [attachment] }, 'BadArgument'] as [
          string,
          Activity,
          string,
        ],
    ),
  ];
  it.each(bad)('refuses %s', async (_name, activity, expected) => {
    const { status, json } = await t.send(chat, activity);
    expect([status, code(json)]).toEqual([400, expected]);
  });

  it('refuses a body that is not an object', async () => {
    const { status, json } = await t.service(
      `POST v3/conversations/${encodeURIComponent(chat.id)}/activities`,
      [1],
    );
    expect([status, code(json)]).toEqual([400, 'BadSyntax']);
  });

  it('refuses a consent card outside personal chats (5.2)', async () => {
    const group = t.sut.world.addGroupChat({ members: [user], hasBot: true });
    expect((await t.send(group, WORKPLACE_EXAMPLES.consentCard)).status).toBe(400);
    expect((await t.send(chat, WORKPLACE_EXAMPLES.consentCard)).status).toBe(201);
  });

  it('allows 100 KB of UTF-16 text, and does not count pictures in it', async () => {
    const fits = await t.send(chat, { type: 'message', text: 'ü'.repeat(50_000) });
    const tooLong = await t.send(chat, { type: 'message', text: 'ü'.repeat(51_300) });
    expect([fits.status, tooLong.status, code(tooLong.json)]).toEqual([201, 413, 'MessageSizeTooBig']);
    const picture = (letters: number) => ({
      type: 'message',
      attachments: [{ contentType: 'image/png', contentUrl: `data:image/png;base64,${'A'.repeat(letters)}` }],
    });
    expect((await t.send(chat, picture(1_300_000))).status).toBe(201);
    expect((await t.send(chat, picture(7_000_000))).status).toBe(413);
  });

  it('counts the card of a message', async () => {
    const content = {
      type: 'AdaptiveCard',
      version: '1.5',
      body: [{ type: 'TextBlock', text: 'x'.repeat(60_000) }],
    };
    const attachments = [{ contentType: 'application/vnd.microsoft.card.adaptive', content }];
    expect((await t.send(chat, { type: 'message', attachments })).status).toBe(413);
  });
});

describe('faults of a call (workchat-wire 3.6)', () => {
  const sends = { when: callTo('service', 'POST', '/activities') };

  it('answer 504 although the message was stored', async () => {
    const then = serviceProblem(504, 'ServiceError', 'Gateway timeout');
    t.sut.faults.requests.next({ kind: 'lost', then }, sends);
    expect((await t.send(chat, HI)).status).toBe(504);
    expect(t.sut.botMessages(chat)).toHaveLength(1);
  });

  it.each(['cut', 'broken'] as const)('break the line after the message was stored (%s)', async (kind) => {
    t.sut.faults.requests.next(kind === 'cut' ? { kind: 'lost', then: 'cut' } : { kind }, sends);
    await expect(t.send(chat, HI)).rejects.toThrow();
    expect(t.sut.botMessages(chat)).toHaveLength(1);
  });

  it('cut the line before anything was done', async () => {
    t.sut.faults.requests.next({ kind: 'cut' }, sends);
    await expect(t.send(chat, HI)).rejects.toThrow();
    expect(t.sut.botMessages(chat)).toEqual([]);
  });

  it('hang before or after the message was stored', async () => {
    t.sut.faults.requests.next({ kind: 'hang' }, sends).next({ kind: 'lost', then: 'hang' }, sends);
    const [first, second] = [t.send(chat, HI), t.send(chat, HI)].map((each) => each.catch(() => 'cut'));
    await t.sut.waitFor(() => t.sut.botMessages(chat).length === 1);
    await t.sut.waitFor(() => t.sut.requestsTo('service').length === 2);
    await t.sut.down();
    expect(await Promise.all([first, second])).toEqual(['cut', 'cut']);
  });

  it('answer 201 without an id', async () => {
    t.sut.faults.requests.next({ kind: 'change', change: (answer) => ({ ...answer, json: {} }) }, sends);
    const { status, json } = await t.send(chat, HI);
    expect([status, json]).toEqual([201, {}]);
  });

  it.each([
    ['seconds', 7, '7'],
    ['a date', 'Wed, 21 Jan 2026 10:41:00 GMT', 'Wed, 21 Jan 2026 10:41:00 GMT'],
    ['no header', undefined, null],
  ])('answer 429 with %s', async (_name, retryAfter, header) => {
    t.sut.faults.requests.next({ kind: 'answer', answer: throttled(retryAfter) }, sends);
    const { status, headers, json } = await t.send(chat, HI);
    expect([status, headers.get('retry-after'), code(json)]).toEqual([429, header, 'TooManyRequests']);
    expect(t.sut.botMessages(chat)).toEqual([]);
  });

  it('apply to a number of matching calls only', async () => {
    const answer = serviceProblem(502, 'BadGateway');
    t.sut.faults.requests.next({ kind: 'answer', answer }, { times: 2, ...sends });
    expect((await t.service(`GET v3/conversations/${encodeURIComponent(chat.id)}/members`)).status).toBe(200);
    const statuses = [await t.send(chat, HI), await t.send(chat, HI), await t.send(chat, HI)];
    expect(statuses.map(({ status }) => status)).toEqual([502, 502, 201]);
  });

  it('can be limited to calls that send, or to messages', async () => {
    t.sut.faults.sends.all({ kind: 'answer', answer: serviceProblem(502, 'BadGateway') });
    const own = `v3/conversations/${encodeURIComponent(chat.id)}`;
    const calls = [`POST ${own}/activities`, `POST ${own}/activities/1`, 'POST v3/conversations'];
    for (const call of calls) expect((await t.service(call, HI)).status).toBe(502);
    expect((await t.service(`GET ${own}/members`)).status).toBe(200);
    t.sut.faults.sends.clear();
    const isMessage = ({ body }: { readonly body: Activity }): boolean => body.type === 'message';
    t.sut.faults.sends.next({ kind: 'lost', then: throttled() }, { when: isMessage });
    const statuses = [await t.send(chat, { type: 'typing' }), await t.send(chat, HI), await t.send(chat, HI)];
    expect(statuses.map(({ status }) => status)).toEqual([201, 429, 201]);
  });

  it('delay a call', async () => {
    t.sut.faults.requests.next({ kind: 'delay', ms: 5 }, sends);
    expect((await t.send(chat, HI)).status).toBe(201);
  });
});

it('the service answers calls that Teams does not offer with 404 (3.1)', async () => {
  const own = `v3/conversations/${encodeURIComponent(chat.id)}`;
  const calls = ['GET v3/conversations', `POST ${own}/activities/history`, `POST ${own}/attachments`];
  for (const call of calls) {
    const { status } = await t.service(call, call.startsWith('POST') ? HI : undefined);
    expect([call, status]).toEqual([call, 404]);
  }
  expect(t.sut.botMessages()).toEqual([]);
});
