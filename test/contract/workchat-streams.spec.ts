import { Clock } from '../../src/common/index.js';
import type { StreamId, StreamUpdate } from '../../src/channels/index.js';
import { type Answer, serviceProblem, throttled } from '../../simulators/index.js';
import { workchatAttempt } from '../support/workchat.js';
import { WorkchatWorld } from '../support/workchat-world.js';

/** A clock ahead of ours, so that calls keep the platform's interval. */
class LaterClock extends Clock {
  aheadMs = 0;
  override now(): number {
    return Date.now() + this.aheadMs;
  }
  override elapsed(): number {
    return performance.now() + this.aheadMs;
  }
}

/** Messages that are shown while they are written (workchat-wire 3.7), for each way the service ends a call. */
const t = new WorkchatWorld();
const clock = new LaterClock();
const { signal } = new AbortController();
const TEXT = 'one two three';

beforeAll(async () => {
  await t.start();
  await t.restart({ clock });
  t.cloud.limits.streamPaceMs = 0;
  t.bot.account.outbound.streams.endPaceMs = 0;
});
afterAll(t.stop);
beforeEach(async () => {
  t.people();
  t.cloud.faults.clear();
  await t.hears(`hello ${t.irene.chat.id}`);
  clock.aheadMs += 2_000;
});

const target = () => workchatAttempt(t.irene.chat.id, '').target;
const opened = async (): Promise<StreamId> => {
  clock.aheadMs += 1_000;
  const opening = await t.bot.connector.openStream(target(), signal);
  if (opening.kind !== 'open') throw new Error(`not opened: ${opening.kind}`);
  return opening.id;
};
const update = (id: StreamId, more: Partial<StreamUpdate> = {}) =>
  t.bot.connector.updateStream({ target: target(), id, number: 1, text: 'one', ...more }, signal);
const end = (id: StreamId, shown: number, text = TEXT) =>
  t.send(t.irene.chat.id, { kind: 'text', text, stream: { id, shown, updatedAt: clock.now() } });
const answering = (answer: Answer) => t.cloud.faults.sends.next({ kind: 'answer', answer });
const view = () =>
  t.cloud.transcript(t.irene.chat).flatMap(({ by, text, state }) => (by === 'bot' ? [[state, text]] : []));
const refused = (why: string) => serviceProblem(403, 'ContentStreamNotAllowed', why);
const OUT_OF_ORDER: Answer = {
  status: 202,
  json: { error: { code: 'ContentStreamSequenceOrderPreConditionFailed', message: 'x' } },
};

it('a stream shows its text while it grows, and becomes a message with the id of the stream', async () => {
  const id = await opened();
  expect(view()).toEqual([]);
  await t.bot.connector.typing(target());
  expect(await update(id)).toBe('shown');
  expect(await update(id, { number: 2, text: 'one\n**two** <at>' })).toBe('shown');
  expect(view()).toEqual([['streaming', 'one  \n**two** &lt;at>']]);
  const sent = await end(id, 3, 'one\n**two** <at>three');
  expect(sent).toMatchObject({ kind: 'sent', messageId: id });
  expect(view()).toEqual([['whole', 'one  \n**two** &lt;at>three']]);
  const said = t.cloud.posted.filter(({ conversationId }) => conversationId === t.irene.chat.id);
  expect(said.map(({ verb }) => verb)).toEqual(['stream', 'stream', 'stream', 'send']);
  clock.aheadMs += 5_000;
  await t.bot.connector.typing(target());
  expect(t.cloud.posted.at(-1)!.verb).toBe('typing');
});

it('a stream is refused in groups and channels without a call', async () => {
  for (const place of [t.group, t.channel]) {
    await t.hears(`hi ${place.kind}`, place);
    const { target: there } = workchatAttempt(place.id, '');
    expect(t.bot.connector.capabilities(there).features.stream).toBe('rejected');
    expect(await t.bot.connector.openStream(there, signal)).toMatchObject({ kind: 'refused' });
  }
  expect(t.bot.connector.capabilities(target()).features.stream).toBe('full');
});

it.each<[string, Answer, string, string]>([
  ['429', throttled(0), 'not-now', 'not-now'],
  ['401', serviceProblem(401, 'Unauthorized'), 'not-now', 'not-now'],
  ['403', refused('not allowed'), 'refused', 'over'],
  ['400', serviceProblem(400, 'BadRequest'), 'refused', 'over'],
  ['502', serviceProblem(502, 'BadGateway'), 'refused', 'unknown'],
  ['412', serviceProblem(412, 'PreconditionFailed'), 'refused', 'unknown'],
  ['an error in a 202', OUT_OF_ORDER, 'refused', 'unknown'],
  ['a 201 without id', { status: 201, json: {} }, 'refused', 'shown'],
])('%s has the right outcome for opening and updating a stream', async (_, answer, opening, updated) => {
  answering(answer);
  expect(await t.bot.connector.openStream(target(), signal)).toMatchObject({ kind: opening });
  const id = await opened();
  answering(answer);
  expect(await update(id)).toBe(updated);
});

it.each([
  ['the person stopped it', () => t.cloud.stopStream(t.irene.chat), 3],
  ['the service does not know it any more', () => answering(serviceProblem(400, 'BadRequest')), 3],
  ['the service has counted otherwise', () => answering(OUT_OF_ORDER), 3],
])('10.21 only the rest is sent as a message when %s', async (_, arrange, shown) => {
  const id = await opened();
  await update(id);
  arrange();
  expect(await end(id, shown)).toMatchObject({ kind: 'sent' });
  expect(view().map(([, text]) => text)).toEqual(['one', 'two three']);
});

it('all text is sent when none was shown, and none when all was shown', async () => {
  for (const [text, expected] of [
    ['', [TEXT]],
    [TEXT, [TEXT]],
  ] as const) {
    t.people();
    await t.hears(`hello ${t.irene.chat.id}`);
    const id = await opened();
    if (text !== '') await update(id, { text });
    t.cloud.stopStream(t.irene.chat);
    expect(await end(id, text.length)).toMatchObject({ kind: 'sent' });
    expect(view().map(([, said]) => said)).toEqual(expected);
  }
});

it('a stream stays one message however often its end is sent', async () => {
  const id = await opened();
  await update(id);
  t.cloud.faults.sends.next({ kind: 'lost', then: serviceProblem(504, 'ServiceError') });
  expect(await end(id, 3)).toMatchObject({ kind: 'unknown' });
  expect(await end(id, 3)).toMatchObject({ kind: 'sent', messageId: id });
  expect(view()).toEqual([['whole', TEXT]]);
});

it('a stream is found again as its message, or as the message with its rest', async () => {
  const attempt = (id: StreamId) => ({
    ...workchatAttempt(t.irene.chat.id, { kind: 'text', text: TEXT, stream: { id, shown: 3, updatedAt: 0 } }),
    firstStartedAt: Date.now() - 60_000,
    startedAt: Date.now() - 60_000,
  });
  const find = (id: StreamId) => t.bot.connector.findSent(attempt(id), async () => false, signal);
  const whole = await opened();
  await update(whole);
  expect(await find(whole)).toEqual({ kind: 'not-sent' });
  await end(whole, 3);
  expect(await find(whole)).toMatchObject({ kind: 'sent' });
  t.people();
  await t.hears(`hello ${t.irene.chat.id}`);
  const stopped = await opened();
  await update(stopped);
  // The text shown by a stream may exist as a separate message.
  await t.send(t.irene.chat.id, 'one');
  t.cloud.stopStream(t.irene.chat);
  expect(await find(stopped)).toEqual({ kind: 'not-sent' });
  await end(stopped, 3);
  expect(await find(stopped)).toMatchObject({ kind: 'sent' });
});

it('updates leave room in the rate limit to messages', async () => {
  const outcomes: string[] = [];
  const id = await opened();
  for (let number = 1; number <= 6; number += 1)
    outcomes.push(
      await update(id, {
        number: outcomes.filter((each) => each === 'shown').length + 1,
        text: `one ${'x'.repeat(number)}`,
      }),
    );
  expect(outcomes).toContain('not-now');
  expect(await t.send(t.irene.chat.id, 'in between')).toMatchObject({ kind: 'sent' });
});

it('the end of a stream waits for the pause that the service wants', async () => {
  t.cloud.limits.streamPaceMs = 60;
  t.bot.account.outbound.streams.endPaceMs = 80;
  const id = await opened();
  expect(await end(id, 0)).toMatchObject({ kind: 'sent' });
  expect(view()).toEqual([['whole', TEXT]]);
});
