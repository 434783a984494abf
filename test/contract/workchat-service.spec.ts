import { timeLimit } from '../../simulators/common/time-limit.js';
import { DEFAULT_ACCOUNT } from '../../src/channels/index.js';
import { callTo, type HttpFault, serviceProblem, throttled, writesBlocked } from '../../simulators/index.js';
import { workchatAttempt } from '../support/workchat.js';
import { refTo, WorkchatWorld } from '../support/workchat-world.js';

const TEXTS = ['a private question', 'a private answer'] as const;
const t = new WorkchatWorld();

beforeAll(t.start);
afterAll(t.stop);
beforeEach(t.people);
afterEach(() => {
  t.cloud.faults.clear();
});

describe('a call to the service', () => {
  const post = { when: callTo('service', 'POST') };
  const later = (status: number, code: string) =>
    ({ kind: 'answer', answer: serviceProblem(status, code) }) as const;
  const after = (status: number) => ({ kind: 'lost', then: serviceProblem(status, 'ServiceError') }) as const;

  beforeEach(() => t.hears(TEXTS[0]));

  it.each<readonly [string, HttpFault, object]>([
    ['cut before it was done', { kind: 'cut' }, { kind: 'unknown', code: 'cut-off' }],
    ['done and cut', { kind: 'lost', then: 'cut' }, { kind: 'unknown', code: 'cut-off' }],
    ['done, and a body that breaks off', { kind: 'broken' }, { kind: 'sent' }],
    [
      'done, without an id',
      { kind: 'change', change: (answer) => ({ ...answer, json: {} }) },
      { kind: 'sent' },
    ],
    ['500 afterwards', after(500), { kind: 'unknown', code: 'remote-error' }],
    ['502 afterwards', after(502), { kind: 'unknown', code: 'remote-error' }],
    ['503 afterwards', after(503), { kind: 'unknown', code: 'remote-error' }],
    ['504 afterwards', after(504), { kind: 'unknown', code: 'remote-error' }],
    ['408 afterwards', after(408), { kind: 'unknown', code: 'remote-error' }],
    ['412 afterwards', after(412), { kind: 'unknown', code: 'remote-error' }],
    ['400', later(400, 'BadSyntax'), { kind: 'not-sent', code: 'rejected', retry: { kind: 'never' } }],
    [
      '401',
      later(401, 'AuthorizationRequired'),
      { kind: 'not-sent', code: 'bad-credentials', retry: { kind: 'later' } },
    ],
    [
      '413',
      later(413, 'MessageSizeTooBig'),
      { kind: 'not-sent', code: 'rejected', retry: { kind: 'never' } },
    ],
    ['302', later(302, 'x'), { kind: 'not-sent', code: 'rejected', retry: { kind: 'never' } }],
  ])('10.4 is made once, without a retry: %s', async (_, fault, outcome) => {
    t.cloud.faults.requests.next(fault, post);
    const before = t.cloud.requestsTo('service').length;
    expect(await t.send(t.irene.chat.id, TEXTS[1])).toMatchObject(outcome);
    // No hidden retry for any status (wire 3.5).
    expect(t.cloud.requestsTo('service')).toHaveLength(before + 1);
  });

  it.each([
    ['seconds', () => throttled(7), 7_000],
    ['absurd seconds', () => throttled(100_000), 60_000],
    ['a date', () => throttled(new Date(Date.now() + 30_000).toUTCString()), 30_000],
  ])('answered 429 with %s waits, and no other is made meanwhile', async (_, answer, afterMs) => {
    t.cloud.faults.requests.next({ kind: 'answer', answer: answer() }, post);
    const outcome = await t.send(t.irene.chat.id, TEXTS[1]);
    expect(outcome).toMatchObject({ kind: 'not-sent', code: 'rate-limited', retry: { kind: 'wait' } });
    const asked = (outcome as { retry: { afterMs: number } }).retry.afterMs;
    expect(Math.abs(asked - afterMs)).toBeLessThan(timeLimit(2_000));
    const before = t.cloud.requestsTo('service').length;
    expect(await t.send(t.irene.chat.id, TEXTS[1])).toMatchObject({ code: 'rate-limited' });
    await t.bot.connector.typing(workchatAttempt(t.irene.chat.id, '').target);
    expect(t.cloud.requestsTo('service')).toHaveLength(before);
  });

  it.each([
    ['not in the roster', later(403, 'BotNotInConversationRoster').answer],
    ['blocked', writesBlocked()],
    ['no such conversation', later(404, 'ConversationNotFound').answer],
  ])('answered with %s is followed by none for a minute, or until a message arrives', async (_, answer) => {
    t.cloud.faults.requests.next({ kind: 'answer', answer }, post);
    const gone = { kind: 'not-sent', code: 'recipient-unreachable', retry: { kind: 'never' } };
    expect(await t.send(t.irene.chat.id, TEXTS[1])).toMatchObject(gone);
    const before = t.cloud.requestsTo('service').length;
    expect(await t.send(t.irene.chat.id, TEXTS[1])).toMatchObject(gone);
    expect(t.cloud.requestsTo('service')).toHaveLength(before);
    await t.hears('here again');
    expect(await t.send(t.irene.chat.id, TEXTS[1])).toMatchObject({ kind: 'sent' });
    t.cloud.faults.requests.next({ kind: 'answer', answer }, post);
    expect(await t.send(t.irene.chat.id, TEXTS[1])).toMatchObject(gone);
    const { values } = t.bot.state;
    const key = [...values.keys()].find((each) => each.endsWith(`conversation:${t.irene.chat.id}`))!;
    const kept = JSON.parse(values.get(key)!) as { refusedAt: number };
    values.set(key, JSON.stringify({ ...kept, refusedAt: kept.refusedAt - 60_000 }));
    expect(await t.send(t.irene.chat.id, TEXTS[1])).toMatchObject({ kind: 'sent' });
    expect(values.get(key)).not.toMatch('isGone');
  });

  it('that refuses an edit does not stop messages', async () => {
    const sent = (await t.send(t.irene.chat.id, TEXTS[1])) as { messageId: string };
    const { answer } = later(403, 'NotEnoughPermissions');
    t.cloud.faults.requests.next({ kind: 'answer', answer }, { when: callTo('service', 'PUT') });
    const { signal } = new AbortController();
    const edit = { text: TEXTS[1], author: 'assistant' } as const;
    const edited = await t.bot.connector.edit(refTo(t.irene.chat, sent.messageId), edit, signal);
    expect(edited).toMatchObject({ kind: 'failed', code: 'recipient-unreachable' });
    expect(await t.send(t.irene.chat.id, TEXTS[1])).toMatchObject({ kind: 'sent' });
  });

  it('with . or .. as message id is not made', async () => {
    const before = t.cloud.requests.length;
    const { signal } = new AbortController();
    for (const id of ['.', '..']) {
      const message = refTo(t.irene.chat, id);
      const edit = { text: TEXTS[1], author: 'assistant' } as const;
      const refused = {
        kind: 'failed',
        code: 'rejected',
        detail: 'an id is . or .., which a path cannot contain',
      };
      expect(await t.bot.connector.edit(message, edit, signal)).toEqual(refused);
      expect(await t.bot.connector.unsend(message, signal)).toEqual(refused);
    }
    expect(t.cloud.requests).toHaveLength(before);
  });

  it('that hangs has an unknown outcome when it is aborted', async () => {
    t.cloud.faults.requests.next({ kind: 'hang' }, post);
    const before = t.cloud.requestsTo('service').length;
    const stop = new AbortController();
    const sending = t.bot.connector.send(workchatAttempt(t.irene.chat.id, TEXTS[1]), stop.signal);
    await t.cloud.waitFor(() => t.cloud.requestsTo('service').length > before);
    stop.abort();
    expect(await sending).toMatchObject({ kind: 'unknown', code: 'aborted' });
  });

  it('while the service is down waits until it is back', async () => {
    await t.bot.connector.probe(DEFAULT_ACCOUNT);
    await t.cloud.down();
    const outcome = await t.send(t.irene.chat.id, TEXTS[1]);
    expect(outcome).toMatchObject({ kind: 'not-sent', code: 'unreachable', retry: { kind: 'wait' } });
    await t.cloud.up();
    expect(await t.send(t.irene.chat.id, TEXTS[1])).toMatchObject({ kind: 'sent' });
  });

  it('is made no faster than the service allows (wire 3.4)', async () => {
    const before = t.cloud.requestsTo('service').length;
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, index) => t.send(t.irene.chat.id, `${index}`)),
    );
    const refusals = outcomes.filter(({ kind }) => kind === 'not-sent');
    expect(refusals.length).toBeGreaterThan(0);
    const calls = t.cloud.requestsTo('service').slice(before);
    expect(calls.filter(({ status }) => status === 429)).toEqual([]);
  });

  it('answered 401 is made with a new token the next time', async () => {
    await t.send(t.irene.chat.id, 'one');
    t.cloud.clock.advance(2 * 3_600_000);
    expect(await t.send(t.irene.chat.id, 'two')).toMatchObject({
      kind: 'not-sent',
      retry: { kind: 'later' },
    });
    expect(await t.send(t.irene.chat.id, 'two')).toMatchObject({ kind: 'sent' });
  });
});
