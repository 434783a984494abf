import { RuntimeFailure } from '../../src/assistant/index.js';
import { SYSTEM } from '../../src/access-control/index.js';
import type { ConversationId } from '../../src/channels/index.js';
import { Holds } from '../../src/conversations/index.js';
import { PairingService } from '../../src/pairing/index.js';
import { LeaseRepository } from '../../src/persistence/leadership/lease.repository.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FAKE } from '../support/fake-channel.js';
import type { ReceivedMessage, WebhookReceiver } from '../support/webhook-receiver.js';
import { webhookWorld } from '../support/webhook-world.js';

const HOUR_MS = 3_600_000;
const NOTED = () => Promise.resolve();

const from = (sender: string) => (message: ReceivedMessage) => message.data.sender_id === sender;
const textsOf = (messages: readonly ReceivedMessage[]) => messages.map(({ data }) => data.text);

describe.each(DATABASES)('webhooks on %s', (_, open) => {
  const world = webhookWorld(open);
  const { listen, start, tries } = world;

  it('tell of a message and its answer in order, signed, and with their texts only to those that have them', async () => {
    const [full, bare] = [
      await listen('full', ['message.*'], { includeText: true }),
      await listen('bare', ['message.answered']),
    ];
    const { connector } = await start([full.entry, bare.entry]);
    await connector.receive('ann', 'hello');
    const [received, answered] = await tries(full.receiver, 2);
    const place = {
      channel: FAKE,
      account: 'default',
      conversation_id: 'chat-ann',
      conversation_kind: 'direct',
    };
    expect(full.receiver.verify(received!)).toEqual({
      type: 'message.received',
      timestamp: new Date(world.clock.now()).toISOString(),
      data: {
        ...{ event_id: expect.stringMatching(/^evt_/), ...place, thread_id: null, sender_id: 'ann' },
        ...{ message_id: expect.any(String), files: 0, text: 'hello' },
      },
    });
    expect(full.receiver.verify(answered!)).toMatchObject({
      type: 'message.answered',
      data: { event_id: received!.data.event_id, outcome: 'answer', text: 'echo: hello', sender_id: 'ann' },
    });
    const [told] = await tries(bare.receiver, 1);
    expect(told?.id).toBe(answered?.id);
    expect(told?.body).not.toContain('hello');
    await eventually(async () => (await world.webhooks(world.world.pipeline).backlog()).get('full') === 0);
    expect(full.receiver.types).toEqual(['message.received', 'message.answered']);
  });

  it('keep the later messages of a conversation behind one that is not taken, and no others', async () => {
    const { receiver, entry } = await listen('crm', ['message.received'], { includeText: true });
    const pipeline = await start([entry]);
    receiver.answer = ({ data }) => ({ status: data.text === 'first' ? 500 : 204 });
    await pipeline.connector.receive('ann', 'first');
    await tries(receiver, 1);
    await pipeline.connector.receive('ann', 'second');
    await pipeline.connector.receive('bob', 'hi');
    await eventually(() => receiver.tries.some(from('bob')));
    expect(textsOf(receiver.tries.filter(from('ann')))).toEqual(['first']);

    receiver.answer = () => ({ status: 204 });
    world.clock.advance(HOUR_MS);
    await eventually(() => receiver.tries.length === 4);
    expect(textsOf(receiver.tries.filter(from('ann')))).toEqual(['first', 'first', 'second']);
    const [first, again] = receiver.tries.filter(({ data }) => data.text === 'first');
    expect([again?.id, again?.body]).toEqual([first?.id, first?.body]);
    expect(Number(again?.timestamp) - Number(first?.timestamp)).toBeGreaterThanOrEqual(HOUR_MS / 1_000 - 1);
  });

  it('wait as long as Retry-After asks', async () => {
    const { receiver, entry } = await listen('crm', ['message.received']);
    const pipeline = await start([entry]);
    receiver.answer = () => ({ status: 503, headers: { 'retry-after': '7200' } });
    await pipeline.connector.receive('ann', 'hello');
    await tries(receiver, 1);
    await eventually(async () => (await world.webhooks(pipeline).get('crm')).nextTryAt !== null);
    const { nextTryAt, state, lastFailure } = await world.webhooks(pipeline).get('crm');
    expect([nextTryAt! - world.clock.now(), state, lastFailure]).toEqual([7_200_000, 'failing', 'HTTP 503']);

    world.clock.advance(7_199_000);
    world.look(pipeline, ['crm']);
    await pipeline.connector.receive('bob', 'hello');
    await world.world.idle();
    expect(receiver.tries).toHaveLength(1);
    receiver.answer = () => ({ status: 204 });
    world.clock.advance(1_000);
    await tries(receiver, 3);
    await eventually(async () => (await world.webhooks(pipeline).get('crm')).state === 'on');
  });

  it.each([204, 500])('wait so also when a try under way ends with %s after that', async (status) => {
    const { receiver, entry } = await listen('crm', ['message.received']);
    const pipeline = await start([entry]);
    const later = Promise.withResolvers<undefined>();
    receiver.answer = async ({ data }) => {
      if (data.sender_id === 'ann') return { status: 429, headers: { 'retry-after': '7200' } };
      await later.promise;
      return { status };
    };
    await pipeline.connector.receive('bob', 'hello');
    await tries(receiver, 1);
    await pipeline.connector.receive('ann', 'hello');
    const view = () => world.webhooks(pipeline).get('crm');
    await eventually(async () => (await view()).lastFailure === 'HTTP 429');
    later.resolve(undefined);
    const isOver = ({ lastFailure, waiting }: Awaited<ReturnType<typeof view>>) =>
      status === 204 ? waiting === 1 : lastFailure === 'HTTP 500';
    await eventually(async () => isOver(await view()));
    expect((await view()).nextTryAt).toBe(world.clock.now() + 7_200_000);
    await pipeline.connector.receive('eve', 'hello');
    world.look(pipeline, ['crm']);
    await world.world.idle();
    expect(receiver.tries).toHaveLength(2);
  });

  it('wait for nothing that was noted before the clock was set back', async () => {
    const { receiver, entry } = await listen('crm', ['message.received']);
    world.clock.advance(1_000 * HOUR_MS);
    const pipeline = await start([entry]);
    receiver.answer = () => ({ status: 503, headers: { 'retry-after': '7200' } });
    await pipeline.connector.receive('ann', 'hello');
    await tries(receiver, 1);
    await eventually(async () => (await world.webhooks(pipeline).get('crm')).state === 'failing');
    receiver.answer = () => ({ status: 204 });
    world.clock.advance(-1_000 * HOUR_MS);
    await tries(receiver, 2);
    await eventually(async () => (await world.webhooks(pipeline).get('crm')).state === 'on');
  });

  it('give messages up after a day, and send them again when an operator wants it', async () => {
    const { receiver, entry } = await listen('crm', ['message.received'], { includeText: true });
    const pipeline = await start([entry]);
    receiver.answer = () => ({ status: 500 });
    for (const text of ['one', 'two']) await pipeline.connector.receive('ann', text);
    await tries(receiver, 1);
    const view = () => world.webhooks(pipeline).get('crm');
    await eventually(async () => (await view()).state === 'failing');
    world.clock.advance(24 * HOUR_MS + 1);
    await eventually(async () => (await view()).dead === 2, { what: 'both given up' });
    expect(await view()).toMatchObject({ waiting: 0, oldest: null, lastFailure: 'HTTP 500' });

    receiver.tries.length = 0;
    receiver.answer = () => ({ status: 204 });
    expect(await world.webhooks(pipeline).resend('crm', NOTED)).toBe(2);
    await world.webhooks(pipeline).switchOn('crm', NOTED);
    await eventually(async () => (await view()).waiting === 0);
    expect(textsOf(receiver.tries)).toEqual(['one', 'two']);
    expect(await view()).toMatchObject({ state: 'on', dead: 0 });
  });

  it('are off after 410 until they are switched on, and nothing is stored for them meanwhile', async () => {
    const { receiver, entry } = await listen('crm', ['message.received']);
    const pipeline = await start([entry]);
    receiver.answer = () => ({ status: 410 });
    await pipeline.connector.receive('ann', 'hello');
    const view = () => world.webhooks(pipeline).get('crm');
    await eventually(async () => (await view()).state === 'off');
    await pipeline.connector.receive('ann', 'again');
    await world.world.idle();
    expect(await view()).toMatchObject({ state: 'off', waiting: 0, dead: 1 });
    expect(receiver.tries).toHaveLength(1);

    receiver.answer = () => ({ status: 204 });
    await world.webhooks(pipeline).switchOn('crm', NOTED);
    await pipeline.connector.receive('ann', 'now');
    await tries(receiver, 2);
    await eventually(async () => (await view()).state === 'on');
  });

  it('tell of pairings, drops, holds and dead deliveries by ids alone', async () => {
    const { receiver, entry } = await listen('crm', ['*'], { includeText: true });
    const pipeline = await start([entry]);
    const { connector, module } = pipeline;
    connector.settings = { ...connector.settings, dmPolicy: 'pairing' };
    await connector.receive('eve', 'secret words');
    await tries(receiver, 2);
    const requested = receiver.tries.find(({ type }) => type === 'pairing.requested');
    const pairing = module.get(PairingService, { strict: false });
    await pairing.deny(SYSTEM, { id: String(requested?.data.pairing_id) });
    const place = {
      channel: FAKE,
      account: connector.settings.account,
      conversation: 'chat-ann' as ConversationId,
    };
    const holds = module.get(Holds, { strict: false });
    await holds.hold(SYSTEM, place, { until: null, note: 'private' });
    await holds.release(SYSTEM, place, false);
    connector.settings = { ...connector.settings, dmPolicy: 'open' };
    connector.onSend = () => ({ kind: 'not-sent', code: 'rejected', retry: { kind: 'never' }, detail: 'no' });
    await connector.receive('bob', 'hello');
    await eventually(() => receiver.types.includes('delivery.dead'));

    const told = Object.fromEntries(receiver.tries.map(({ type, data }) => [type, data]));
    expect(told['message.dropped']).toMatchObject({ sender_id: 'eve', reason: 'not-paired' });
    expect(told['pairing.decided']).toMatchObject({ status: 'denied', sender_id: 'eve', by: SYSTEM.id });
    expect(told['conversation.held']).toMatchObject({ conversation_id: 'chat-ann', until: null });
    expect(told['conversation.released']).toMatchObject({ conversation_id: 'chat-ann' });
    expect(told['delivery.dead']).toMatchObject({
      code: 'rejected',
      conversation_id: 'chat-bob',
      attempts: 1,
    });
    const bodies = receiver.tries.map(({ body }) => body).join();
    expect(bodies).not.toMatch(/secret words|private/);
    expect(receiver.types.filter((type) => type === 'message.received')).toHaveLength(1);
  });

  it('tell of a message that cannot be answered with the reason, and not with its text', async () => {
    const { receiver, entry } = await listen('crm', ['message.failed'], { includeText: true });
    const { connector, runtime } = await start([entry]);
    runtime.answer = () => {
      throw new RuntimeFailure('the model is away', false);
    };
    await connector.receive('ann', 'hello');
    const [failed] = await tries(receiver, 1);
    expect(receiver.verify(failed!)).toMatchObject({
      type: 'message.failed',
      data: { event_id: expect.stringMatching(/^evt_/), sender_id: 'ann', reason: 'model-error' },
    });
    expect(failed?.body).not.toMatch(/hello|away/);
  });

  it('tell when an account has been down for ten seconds and when an agent fails, once, and of their end', async () => {
    const { receiver, entry } = await listen('crm', ['channel.*', 'agent.*']);
    const pipeline = await start([entry]);
    const { connector, runtime } = pipeline;
    const told = (count: number) =>
      eventually(async () => {
        await world.compare(pipeline);
        return receiver.tries.length === count;
      });
    const { account } = connector.settings;
    await told(0);
    connector.report({ status: 'transient-disconnect', reason: 'gone' });
    world.clock.advance(9_000);
    await told(0);
    connector.report({ status: 'connected' });
    connector.report({ status: 'transient-disconnect', reason: 'gone' });
    world.clock.advance(10_000);
    await told(1);
    connector.report({ status: 'connected' });
    await told(2);
    const whole = runtime.answer;
    runtime.answer = () => {
      throw new RuntimeFailure('the model is away', false);
    };
    await connector.receive('ann', 'hello');
    await told(3);
    runtime.answer = whole;
    await connector.receive('ann', 'hello again');
    await told(4);
    expect(receiver.types).toEqual(['channel.down', 'channel.up', 'agent.failing', 'agent.recovered']);
    expect(receiver.tries.map(({ data }) => data)).toMatchObject([
      { channel: FAKE, account, status: 'transient-disconnect', reason: 'gone' },
      { channel: FAKE, account, status: 'connected' },
      { agent_id: 'main' },
      { agent_id: 'main' },
    ]);
  });

  it('are sent what waits by the next process, with the same ids', async () => {
    const { receiver, entry } = await listen('crm', ['message.*']);
    const first = await start([entry]);
    receiver.answer = () => ({ status: 500 });
    for (const name of ['ann', 'bob']) await first.connector.receive(name, 'hello');
    await world.world.idle();
    await tries(receiver, 2);
    await first.stop();
    const ids = new Set(receiver.tries.map(({ id }) => id));

    receiver.answer = () => ({ status: 204 });
    world.clock.advance(HOUR_MS);
    const second = await start([entry]);
    await eventually(async () => (await world.webhooks(second).get('crm')).waiting === 0);
    const taken = receiver.tries.slice(-4);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(4);
    expect(ids).not.toEqual(new Set());
    for (const id of ids) expect(taken.map((each) => each.id)).toContain(id);
    for (const name of ['ann', 'bob'])
      expect(taken.filter(from(name)).map(({ type }) => type)).toEqual([
        'message.received',
        'message.answered',
      ]);
  });

  it('test messages are answered with their outcome, and change nothing', async () => {
    const { receiver, entry } = await listen('crm', ['message.*']);
    const pipeline = await start([entry]);
    const webhooks = world.webhooks(pipeline);
    expect(await webhooks.test('crm')).toEqual({
      messageId: receiver.tries[0]?.id,
      outcome: { kind: 'taken', status: 204 },
    });
    expect(receiver.verify(receiver.tries[0]!)).toMatchObject({
      type: 'webhook.test',
      data: { webhook_id: 'crm' },
    });
    receiver.answer = () => ({ status: 410 });
    expect((await webhooks.test('crm')).outcome).toMatchObject({ kind: 'gone', status: 410 });
    expect(await webhooks.get('crm')).toMatchObject({ state: 'on', lastSuccessAt: null });
    await expect(webhooks.test('other')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

/** Two replicas share the work on PostgreSQL only. */
describe.each(DATABASES.filter(([name]) => name === 'PostgreSQL'))(
  'webhooks of replicas on %s',
  (_, open) => {
    const world = webhookWorld(open);

    it('are sent each message once, by one replica, and by the other when that ends', async () => {
      const { receiver, entry } = await world.listen('crm', ['message.received']);
      const [one, two] = [await world.start([entry]), await world.start([entry])];
      const say = (names: readonly string[]) =>
        Promise.all(
          names.map((name, at) => [one, two][at % 2]!.connector.receive(name, 'hello', { inboxKey: name })),
        );
      await say(['ann', 'bob', 'cid', 'dan']);
      await world.tries(receiver, 4);
      await one.stop();
      await two.connector.receive('eve', 'hello', { inboxKey: 'eve' });
      await world.tries(receiver, 5);
      expect(idsOf(receiver).size).toBe(5);
      await eventually(async () => (await world.webhooks(two).get('crm')).waiting === 0);
      expect(receiver.tries).toHaveLength(5);
    });

    it('are stored while a replica that was killed has the lease, and sent by another once that has run out', async () => {
      const { db } = await world.start([]);
      expect(await new LeaseRepository(db, 'killed').hold('webhooks', 15_000)).toBe(true);
      const { receiver, entry } = await world.listen('crm', ['message.received']);
      const other = await world.start([entry]);
      await other.connector.receive('ann', 'hello');
      await world.world.idle();
      expect((await world.webhooks(other).get('crm')).waiting).toBe(1);
      expect(receiver.tries).toHaveLength(0);
      await db.on().updateTable('leases').set({ expires_at: 0 }).where('owner', '=', 'killed').execute();
      await world.tries(receiver, 1);
    });
  },
);

const idsOf = ({ tries }: WebhookReceiver) => new Set(tries.map(({ id }) => id));
