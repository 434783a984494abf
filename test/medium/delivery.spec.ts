import { Registry } from 'prom-client';
import type {
  ConversationId,
  DeliveryAttempt,
  RemoteMessageId,
  SendOutcome,
} from '../../src/channels/index.js';
import { DEFAULT_ACCOUNT } from '../../src/channels/index.js';
import { Deliveries, type Delivery, OutboundFile, Outbox, Receipts } from '../../src/delivery/index.js';
import { MediaStore } from '../../src/media/index.js';
import { OutboundMedia } from '../../src/delivery/attempts/attempt-sender.js';
import { DATABASES, lanesOf } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FAKE } from '../support/fake-connector.js';
import { FakeClock } from '../support/fake-clock.js';
import { throughBackOffs } from '../support/passing-time.js';
import type { Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const notSent = (kind: 'later' | 'wait' | 'never'): SendOutcome => ({
  kind: 'not-sent',
  code: 'remote-error',
  retry: { kind },
  detail: 'the remote said no',
});
const unknown: SendOutcome = { kind: 'unknown', code: 'timeout', detail: 'no answer' };

describe.each(DATABASES)('delivery on %s', (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  let clock: FakeClock;
  let deliveries: Deliveries;
  let receipts: Receipts;

  beforeEach(async () => {
    clock = new FakeClock(Date.now());
    p = await world.start({ clock, config: { delivery: { maxAttempts: 3, maxAgeHours: 1 } } });
    p.connector.settings = { ...p.connector.settings, dmPolicy: 'open' };
    deliveries = p.module.get(Deliveries, { strict: false });
    receipts = p.module.get(Receipts, { strict: false });
  });

  const say = (text: string) => p.connector.receive('ann', text, { occurredAt: clock.now() });
  /** Advances the clock over back-offs until the condition holds. */
  const until = (condition: () => boolean | Promise<boolean>) => throughBackOffs({ ...p, clock }, condition);
  const states = async () => (await deliveries.list({ limit: 50 })).map(({ state }) => state).reverse();

  it('retries a message that was not sent, keeping the order', async () => {
    let attempts = 0;
    p.connector.onSend = (_attempt, take) =>
      ++attempts <= 2 ? notSent('later') : { kind: 'sent', messageId: take(), at: clock.now() };
    await say('one');
    await say('two');
    await until(() => p.connector.sent.length === 2);
    expect(p.connector.textsTo('ann')).toEqual(['echo: one', 'echo: two']);
    const [, first] = await deliveries.list({ limit: 2 });
    await until(async () => (await deliveries.get(first!.id)).state === 'sent');
    expect(await deliveries.attemptsOf(first!.id)).toMatchObject([
      { number: 1, outcome: 'not-sent', code: 'remote-error' },
      { number: 2, outcome: 'not-sent' },
      { number: 3, outcome: 'sent' },
    ]);
    const metrics = await p.module.get(Registry, { strict: false }).metrics();
    const counted = (outcome: string) =>
      `gatehouse_delivery_attempts_total{channel="fake",account="default",outcome="${outcome}"}`;
    expect(metrics).toContain(`${counted('not-sent')} 2`);
    expect(metrics).toContain(`${counted('sent')} 2`);
  });

  it('makes a dead letter after too many refusals, continues, and sends it again on a retry', async () => {
    let refusals = 0;
    p.connector.onSend = (attempt, take) =>
      attempt.content.text === 'echo: one' && refusals++ < 3
        ? notSent('later')
        : { kind: 'sent', messageId: take(), at: clock.now() };
    await say('one');
    await say('two');
    await until(async () => (await states()).join() === 'dead,sent');
    const [dead] = await deliveries.list({ state: 'dead', limit: 1 });
    // Long after the time in which it would have been sent, and with as many refusals as it may have.
    clock.advance(2 * 3_600_000);
    refusals = 1;
    await deliveries.retry(dead!.id);
    await until(() => p.connector.sent.length === 2);
    expect(p.connector.textsTo('ann')).toEqual(['echo: two', 'echo: one']);
    await expect(deliveries.retry(dead!.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Only dead deliveries can be retried.',
      details: 'status is not dead',
    });
    await expect(deliveries.retry('dlv_none')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'No such delivery.',
      details: 'id names no delivery',
    });
  });

  it('makes a dead letter at once of a message that can never be sent', async () => {
    p.connector.onSend = () => notSent('never');
    await say('one');
    await until(async () => (await states())[0] === 'dead');
    expect(await deliveries.list({ limit: 1 })).toMatchObject([{ attempts: 1, lastCode: 'remote-error' }]);
  });

  it('waits for an unreachable service without using up attempts, and records the outage once', async () => {
    let isDown = true;
    let attempts = 0;
    p.connector.onSend = (_attempt, take) => {
      attempts++;
      return isDown ? notSent('wait') : { kind: 'sent', messageId: take(), at: clock.now() };
    };
    await say('one');
    await until(() => attempts >= 10);
    isDown = false;
    await until(() => p.connector.sent.length === 1);
    const [delivery] = await deliveries.list({ limit: 1 });
    await until(async () => (await deliveries.get(delivery!.id)).state === 'sent');
    expect((await deliveries.attemptsOf(delivery!.id)).map(({ outcome }) => outcome)).toEqual([
      'not-sent',
      'sent',
    ]);
  });

  it('keeps the pause that a service asks for without using up attempts, until the delivery expires', async () => {
    let attempts = 0;
    const askFor = (afterMs: number) => (): SendOutcome => {
      attempts++;
      return { kind: 'not-sent', code: 'rate-limited', retry: { kind: 'wait', afterMs }, detail: 'too fast' };
    };
    const nextTry = async () => {
      const lanes = p.db
        .on()
        .selectFrom(lanesOf(p.db))
        .select('visible_at')
        .where('visible_at', 'is not', null)
        .where('kind', '=', 'delivery');
      return (await lanes.where('owner', 'is', null).executeTakeFirst())?.visible_at ?? 0;
    };
    p.connector.onSend = askFor(250_000);
    const begunAt = clock.now();
    await say('one');
    await eventually(async () => (await nextTry()) >= begunAt + 250_000);
    // More attempts than the limit of refusals.
    await until(() => attempts >= 5);
    // The fifth was counted at its start; its end may still be on its way to the disk.
    await eventually(async () => (await states())[0] === 'queued');
    expect(await deliveries.list({ limit: 1 })).toMatchObject([{ failures: 0, state: 'queued' }]);
    clock.advance(2 * 3_600_000);
    await until(async () => (await states())[0] === 'dead');
  });

  it('makes a dead letter of a message that waited for two hours', async () => {
    let attempts = 0;
    p.connector.onSend = () => {
      attempts++;
      return notSent('wait');
    };
    await say('one');
    await until(() => attempts > 0);
    clock.advance(2 * 3_600_000);
    await until(async () => (await states())[0] === 'dead');
  });

  it('does not repeat a message that the service has, although its answer was lost', async () => {
    let attempts = 0;
    p.connector.onSend = (_attempt, take) => {
      attempts++;
      take();
      return unknown;
    };
    await say('one');
    await until(async () => (await states())[0] === 'sent');
    expect(attempts).toBe(1);
    expect(p.connector.sent).toHaveLength(1);
  });

  it('repeats a message that the service does not have', async () => {
    let attempts = 0;
    p.connector.onSend = (_attempt, take) =>
      ++attempts === 1 ? unknown : { kind: 'sent', messageId: take(), at: clock.now() };
    await say('one');
    await until(async () => (await states())[0] === 'sent');
    expect(p.connector.sent).toHaveLength(1);
    expect(attempts).toBe(2);
  });

  it('makes a dead letter after three attempts with an unknown outcome', async () => {
    let attempts = 0;
    p.connector.onSend = () => {
      attempts++;
      return { kind: 'unknown', code: 'remote-error', detail: 'an unhandled error' };
    };
    await say('one');
    await until(async () => (await states())[0] === 'dead');
    expect(attempts).toBe(3);
  });

  it('passes the end of the last attempt to findSent', async () => {
    const asked: (string | undefined)[] = [];
    p.connector.onSend = () => ({ kind: 'unknown', code: 'timeout', detail: 'no answer' });
    p.connector.onFindSent = ({ ended }) => {
      asked.push(ended?.code);
      return { kind: 'unresolved', detail: 'not yet' };
    };
    await say('one');
    await until(() => asked.length >= 2);
    expect(asked.slice(0, 2)).toEqual(['timeout', 'timeout']);
  });

  it('passes the end of the attempt before to the next one', async () => {
    const before: (string | undefined)[] = [];
    p.connector.onSend = (attempt, take) => {
      before.push(attempt.before);
      if (before.length === 1) return unknown;
      if (before.length === 2)
        return { kind: 'not-sent', code: 'remote-error', retry: { kind: 'later' }, detail: 'a fault' };
      return { kind: 'sent', messageId: take(), at: clock.now() };
    };
    await say('one');
    await until(async () => (await states())[0] === 'sent');
    expect(before).toEqual([undefined, 'timeout', 'remote-error']);
  });

  it('passes the latest code of an unresolved attempt to findSent', async () => {
    const asked: DeliveryAttempt['ended'][] = [];
    p.connector.onSend = () => ({ kind: 'unknown', code: 'cut-off', detail: 'no answer' });
    p.connector.onFindSent = ({ ended }) => {
      asked.push(ended);
      clock.advance(1);
      return { kind: 'unresolved', code: 'in-flight', detail: 'still at work' };
    };
    await say('one');
    await until(() => asked.length >= 2);
    expect(asked.map((ended) => ended?.code).slice(0, 2)).toEqual(['cut-off', 'in-flight']);
    expect(asked[1]!.at).toBeGreaterThan(asked[0]!.at);
  });

  it('waits while findSent is unresolved, and sends nothing', async () => {
    let asked = 0;
    let attempts = 0;
    p.connector.onSend = () => {
      attempts++;
      return unknown;
    };
    p.connector.onFindSent = () => {
      asked++;
      return { kind: 'unresolved', detail: 'still on its way' };
    };
    await say('one');
    await until(() => asked >= 5);
    expect(attempts).toBe(1);
    expect(await states()).toEqual(['unknown']);
    clock.advance(2 * 3_600_000);
    await until(async () => (await states())[0] === 'dead');
    expect(attempts).toBe(1);
  });

  it('ends a delivery by a receipt before findSent is asked', async () => {
    p.connector.onSend = () => unknown;
    p.connector.onFindSent = () => ({ kind: 'unresolved', detail: 'still on its way' });
    await say('one');
    await until(async () => (await states())[0] === 'unknown');
    const [delivery] = await deliveries.list({ limit: 1 });
    const receipt = {
      conversation: delivery!.target.conversation,
      channel: FAKE,
      account: DEFAULT_ACCOUNT,
      messageId: 'remote-1' as RemoteMessageId,
      at: clock.now(),
    };
    await receipts.record({ ...receipt, kind: 'sent', correlationId: delivery!.id, sequence: 7 });
    expect(await p.db.on().selectFrom('deliveries').select('sequence').execute()).toEqual([{ sequence: 7 }]);
    expect(await deliveries.get(delivery!.id)).toMatchObject({ state: 'sent', remoteId: 'remote-1' });
    await eventually(async () => (await p.queue.depth()).size === 0);
    // The same id in another conversation.
    await receipts.record({ ...receipt, conversation: 'chat-ben' as ConversationId, kind: 'failed' });
    const { conversation: _, ...nowhere } = receipt;
    await receipts.record({ ...nowhere, kind: 'failed' });
    expect(await deliveries.get(delivery!.id)).toMatchObject({ state: 'sent' });
    const failure = { code: 'recipient-unreachable', detail: 'Apple error 22' } as const;
    await receipts.record({ ...receipt, kind: 'failed', failure });
    const dead = { state: 'dead', lastCode: failure.code, lastDetail: failure.detail };
    expect(await deliveries.get(delivery!.id)).toMatchObject(dead);
  });

  it('keeps the attempt of a sent message that failed later, when it is retried', async () => {
    await say('one');
    await until(async () => (await states())[0] === 'sent');
    const [{ id, target, remoteId } = undefined!] = await deliveries.list({ limit: 1 });
    const receipt = { ...target, messageId: remoteId as RemoteMessageId, at: clock.now() };
    const dead: string[] = [];
    deliveries.onDead(async (_tx, each) => void dead.push(each.id));
    for (const kind of ['read', 'failed', 'failed'] as const) await receipts.record({ ...receipt, kind });
    expect([dead, await deliveries.get(id)]).toMatchObject([[id], { state: 'dead', readAt: clock.now() }]);
    const first = { number: 1, outcome: 'sent', ended_at: expect.any(Number) };
    expect(await deliveries.attemptsOf(id)).toMatchObject([first]);
    const hang = Promise.withResolvers<SendOutcome>();
    p.connector.onSend = () => hang.promise;
    await deliveries.retry(id);
    await until(async () => (await states())[0] === 'sending');
    expect(await deliveries.attemptsOf(id)).toHaveLength(1);
    const unsent = { remoteId: null, deliveredAt: null, readAt: null };
    expect(await deliveries.get(id)).toMatchObject(unsent);
    hang.resolve({ kind: 'sent', messageId: 'later' as RemoteMessageId, at: clock.now() });
    await until(async () => (await states())[0] === 'sent');
    expect(await deliveries.attemptsOf(id)).toMatchObject([first, { number: 2, outcome: 'sent' }]);
  });

  it('row 30: stores the first delivered and the first read receipt of a message', async () => {
    await say('one');
    await until(async () => (await states())[0] === 'sent');
    const [delivery] = await deliveries.list({ limit: 1 });
    const messageId = delivery!.remoteId as RemoteMessageId;
    const receipt = { ...delivery!.target, messageId };
    await receipts.record({ ...receipt, kind: 'delivered', at: 7 });
    await receipts.record({ ...receipt, kind: 'delivered', at: 9 });
    await receipts.record({ ...receipt, kind: 'read', at: 11 });
    await receipts.record({
      ...receipt,
      conversation: 'chat-ben' as ConversationId,
      kind: 'read',
      at: 3,
    });
    expect(await deliveries.get(delivery!.id)).toMatchObject({ state: 'sent', deliveredAt: 7, readAt: 11 });
  });

  it('makes a dead letter of an unknown message that a receipt reports as unreachable', async () => {
    p.connector.onSend = () => unknown;
    p.connector.onFindSent = () => ({ kind: 'unresolved', detail: 'still on its way' });
    await say('one');
    await until(async () => (await states())[0] === 'unknown');
    const [{ id, target }] = (await deliveries.list({ limit: 1 })) as [Delivery];
    const failure = { code: 'recipient-unreachable', detail: 'Apple error 22' } as const;
    const messageId = 'remote-1' as RemoteMessageId;
    await receipts.record({ ...target, messageId, at: 1, kind: 'failed', correlationId: id, failure });
    await until(async () => (await p.queue.depth()).size === 0);
    expect(await deliveries.get(id)).toMatchObject({ state: 'dead', lastCode: failure.code });
  });

  it('does not repeat a message whose receipt arrives during findSent', async () => {
    let attempts = 0;
    p.connector.onSend = () => {
      attempts++;
      return unknown;
    };
    p.connector.onFindSent = async ({ deliveryId }) => {
      const at = clock.now();
      const messageId = 'remote-1' as RemoteMessageId;
      const receipt = { channel: FAKE, account: DEFAULT_ACCOUNT, messageId, at, kind: 'sent' } as const;
      await receipts.record({ ...receipt, correlationId: deliveryId });
      return { kind: 'not-sent' };
    };
    await say('one');
    await until(async () => (await p.queue.depth()).size === 0);
    expect(attempts).toBe(1);
    expect(await states()).toEqual(['sent']);
  });

  it('counts a refusal of a file once, however often others come before its repeat', async () => {
    const media = p.module.get(OutboundMedia, { strict: false });
    const stored = await p.module.get(MediaStore, { strict: false }).store(new Uint8Array([1, 2, 3]));
    const file = new OutboundFile(stored, 'a.bin');
    let others = Promise.withResolvers<undefined>();
    let [attempts, asked, seen] = [0, 0, 0];
    p.connector.onSend = (_attempt, take) => {
      if (++attempts === 1) return { kind: 'unknown', code: 'remote-error', detail: 'a fault' };
      return { kind: 'sent', messageId: take(), at: clock.now() };
    };
    p.connector.onFindSent = () => {
      others = Promise.withResolvers<undefined>();
      const content = file.contentOf(false);
      if (++asked <= 4) while (!media.isBusy) void media.withFile(content, () => others.promise);
      return { kind: 'not-sent' };
    };
    const target = { channel: FAKE, account: DEFAULT_ACCOUNT, conversation: 'ann' as ConversationId };
    const outbox = p.module.get(Outbox, { strict: false });
    await world.database.db.transaction((tx) =>
      outbox.addFile(tx, { target, file, asVoice: false, author: 'operator' }),
    );
    await until(async () => {
      // All of them have left by the next check.
      if (asked === seen) others.resolve(undefined);
      seen = asked;
      return (await p.queue.depth()).size === 0;
    });
    expect(await deliveries.list({ limit: 1 })).toMatchObject([{ state: 'sent', attempts: 2, failures: 1 }]);
  }, 60_000);

  it('neither sends nor decides once another worker has taken the job', async () => {
    let attempts = 0;
    const asked: (string | undefined)[] = [];
    p.connector.onSend = () => {
      attempts++;
      return unknown;
    };
    p.connector.onFindSent = async ({ ended }) => {
      if (asked.push(ended?.code) > 2)
        return { kind: 'sent', messageId: 'remote-1' as RemoteMessageId, at: clock.now() };
      await world.database.db.transaction((tx) =>
        world.database.db
          .on(tx)
          .updateTable(lanesOf(world.database.db))
          .set((eb) => ({ epoch: eb('epoch', '+', 1) }))
          .where('kind', '=', 'delivery')
          .execute(),
      );
      // The other one dies.
      clock.advance(31_000);
      return asked.length === 1
        ? { kind: 'not-sent' }
        : { kind: 'unresolved', code: 'in-flight', detail: 'mine' };
    };
    await say('one');
    await until(async () => (await p.queue.depth()).size === 0);
    expect(attempts).toBe(1);
    expect(asked).toEqual(['timeout', 'timeout', 'timeout']);
    expect(await states()).toEqual(['sent']);
  }, 60_000);

  it('reconciles after a crash between a send and its record', async () => {
    const hang = Promise.withResolvers<SendOutcome>();
    p.connector.onSend = (_attempt, take) => {
      take();
      return hang.promise;
    };
    await say('one');
    await eventually(() => p.connector.sent.length === 1);
    // A second gateway on the same database represents the restarted one; the first one's lease runs out.
    const second = await world.start({ clock });
    second.connector.settings = p.connector.settings;
    second.connector.sent.push(...p.connector.sent);
    clock.advance(31_000);
    await eventually(async () => {
      await second.queue.expedite('delivery');
      return (await states())[0] === 'sent';
    });
    expect(second.connector.sent).toHaveLength(1);
    hang.resolve(unknown);
    await second.stop();
  });
});
