import { jest } from '@jest/globals';
import { RuntimeFailure } from '../../src/assistant/index.js';
import { SYSTEM } from '../../src/access-control/index.js';
import { ConditionsModule } from '../../src/conditions/index.js';
import type { ConversationId } from '../../src/channels/index.js';
import { checkConfig, CORE_SECTIONS, GatehouseConfig } from '../../src/config/index.js';
import { Holds } from '../../src/conversations/index.js';
import { PairingService } from '../../src/pairing/index.js';
import { Plugins, PluginsModule } from '../../src/plugins/index.js';
import { WebhookRecords } from '../../src/webhooks/sending/webhook-records.service.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FAKE } from '../support/fake-channel.js';
import type { Pipeline } from '../support/pipeline.js';
import { newSecret, type ReceivedMessage } from '../support/webhook-receiver.js';
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
        event_id: expect.stringMatching(/^evt_/),
        ...place,
        thread_id: null,
        sender_id: 'ann',
        message_id: expect.any(String),
        files: 0,
        text: 'hello',
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
    await world.failed(pipeline);
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

  it('get pending messages of other conversations once they accept one again', async () => {
    const { receiver, entry } = await listen('crm', ['message.received']);
    const pipeline = await start([entry]);
    const since = world.clock.now();
    receiver.answer = () => ({ status: 500 });
    await pipeline.connector.receive('ann', 'hello');
    const view = () => world.webhooks(pipeline).get('crm');
    for (let n = 1; n <= 6; n++) {
      await tries(receiver, n);
      await eventually(async () => (await view()).lastFailureAt === world.clock.now());
      if (n < 6) world.clock.advance(HOUR_MS);
    }
    expect(await view()).toMatchObject({ state: 'failing', failingSince: since });

    // Less than the sixth pause of a message, and as much as that of a receiver at the most.
    receiver.answer = () => ({ status: 204 });
    await pipeline.connector.receive('bob', 'hello');
    world.clock.advance(8_000);
    await tries(receiver, 8);
    expect(receiver.tries.slice(6).map(({ data }) => data.sender_id)).toEqual(['bob', 'ann']);
    await eventually(async () => (await view()).state === 'on');
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
    await eventually(async () => (await view()).dead === 2, { what: 'both failed for good' });
    expect(await view()).toMatchObject({ waiting: 0, oldest: null, lastFailure: 'HTTP 500' });

    receiver.tries.length = 0;
    expect(await world.webhooks(pipeline).resend('crm', NOTED)).toBe(2);
    await world.webhooks(pipeline).switchOn('crm', NOTED);
    await tries(receiver, 1);
    await eventually(async () => (await view()).state === 'failing');
    // They have a day again.
    expect(await view()).toMatchObject({ waiting: 2, dead: 0, oldest: world.clock.now() });

    receiver.answer = () => ({ status: 204 });
    await world.webhooks(pipeline).switchOn('crm', NOTED);
    await eventually(async () => (await view()).waiting === 0);
    expect(textsOf(receiver.tries)).toEqual(['one', 'one', 'two']);
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

  it('tell of an account that is down and of an agent that fails once, by one patience, and of their end', async () => {
    const [states, all, alerts] = [
      await listen('states', ['channel.*', 'agent.*']),
      await listen('all', ['*']),
      await listen('alerts', ['alert.*']),
    ];
    const plugins = PluginsModule.forRoot(new Plugins(), []) as never;
    const pipeline = await start([states.entry, all.entry, alerts.entry], [ConditionsModule, plugins]);
    const { connector, runtime } = pipeline;
    const ofStates = ({ receiver }: typeof all) =>
      receiver.tries.filter(({ type }) => /^(?:channel|agent|alert)\./.test(type));
    const told = (count: number) =>
      eventually(async () => {
        expect(await world.lookForAlerts(pipeline)).toEqual([]);
        return [states, all, alerts].every((each) => ofStates(each).length === count);
      });
    const { account } = connector.settings;
    await told(0);
    connector.report({ status: 'transient-disconnect', reason: 'gone' });
    world.clock.advance(59_000);
    await told(0);
    connector.report({ status: 'connected' });
    connector.report({ status: 'transient-disconnect', reason: 'gone' });
    await told(0);
    world.clock.advance(60_000);
    await told(1);
    connector.report({ status: 'connected' });
    await told(1);
    world.clock.advance(60_000);
    await told(2);
    const whole = runtime.answer;
    runtime.answer = () => {
      throw new RuntimeFailure('the model is away', false);
    };
    await connector.receive('ann', 'hello');
    await told(3);
    runtime.answer = whole;
    await connector.receive('ann', 'hello again');
    await world.world.idle(pipeline);
    await told(3);
    world.clock.advance(120_000);
    await told(4);
    const types = ['channel.down', 'channel.up', 'agent.failing', 'agent.recovered'];
    expect(ofStates(states).map(({ type }) => type)).toEqual(types);
    expect(ofStates(all).map(({ type }) => type)).toEqual(types);
    expect(ofStates(alerts).map(({ type }) => type)).toEqual([
      'alert.raised',
      'alert.cleared',
      'alert.raised',
      'alert.cleared',
    ]);
    expect(ofStates(states).map(({ data }) => data)).toMatchObject([
      { channel: FAKE, account, status: 'transient-disconnect', reason: 'gone' },
      { channel: FAKE, account, status: 'connected' },
      { agent_id: 'main', reason: 'model-error', detail: 'the model is away' },
      { agent_id: 'main' },
    ]);
  });

  it('get pending messages from the next process, with the same ids', async () => {
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

  it('have the same state after a restart, and none at another address', async () => {
    const listening = (id: string) => listen(id, ['message.received']);
    const [failing, off, last] = [
      await listening('failing'),
      await listening('off'),
      await listening('last'),
    ];
    const entries = [failing, off, last].map(({ entry }) => entry);
    failing.receiver.answer = () => ({ status: 503, headers: { 'retry-after': '7200' } });
    off.receiver.answer = () => ({ status: 410 });
    const first = await start(entries);
    await first.connector.receive('ann', 'hello', { inboxKey: 'ann' });
    const states = async (pipeline: Pipeline) => {
      const list = await world.webhooks(pipeline).list();
      return list.map(({ state, failingSince, nextTryAt }) => ({ state, failingSince, nextTryAt }));
    };
    await eventually(async () => (await states(first)).map(({ state }) => state).join() === 'failing,off,on');
    const before = await states(first);
    await first.stop();

    const second = await start(entries);
    await second.connector.receive('bob', 'hello', { inboxKey: 'bob' });
    // Sent once all are followed, in their order.
    await eventually(() => last.receiver.tries.some(from('bob')));
    await second.stop();
    expect((await states(second)).slice(0, 2)).toEqual(before.slice(0, 2));
    expect([failing, off].map(({ receiver }) => receiver.tries.length)).toEqual([1, 1]);

    const moved = await Promise.all(entries.map(({ id }) => listening(id)));
    const third = await start(moved.map(({ entry }) => entry));
    await third.connector.receive('eve', 'hello', { inboxKey: 'eve' });
    for (const { receiver } of moved) await eventually(() => receiver.tries.some(from('eve')));
    expect((await states(third)).map(({ state }) => state)).toEqual(['on', 'on', 'on']);
  });

  it('follow a change of the configuration: a first one, its address, where it is on again, its secret, and none', async () => {
    const [one, two] = [await listen('crm', ['message.received']), await listen('crm', ['message.received'])];
    const pipeline = await start([]);
    const { connector } = pipeline;
    one.receiver.answer = () => ({ status: 410 });
    configure(pipeline, [one.entry]);
    await eventually(async () => {
      await connector.receive('ann', 'hello');
      return (await world.webhooks(pipeline).get('crm')).state === 'off';
    });
    // What follows a change may be late: until then the worker for the old address must not give up what comes in.
    const records = pipeline.module.get(WebhookRecords, { strict: false });
    const isFollowed = Promise.withResolvers<undefined>();
    const begin = jest.spyOn(records, 'forgetOthers').mockReturnValue(isFollowed.promise);
    configure(pipeline, [one.entry]);
    await eventually(() => begin.mock.calls.length > 0);
    configure(pipeline, [two.entry]);
    await connector.receive('bob', 'hello');
    await world.world.idle();
    begin.mockRestore();
    isFollowed.resolve(undefined);
    await eventually(() => two.receiver.tries.some(from('bob')));
    expect(one.receiver.tries.some(from('bob'))).toBe(false);

    const secret = newSecret();
    configure(pipeline, [{ ...two.entry, secret, includeText: true }]);
    await connector.receive('eve', 'hello');
    await eventually(() => two.receiver.tries.some(from('eve')));
    const told = two.receiver.tries.find(from('eve'))!;
    expect(two.receiver.verify(told, secret)).toMatchObject({ data: { text: 'hello' } });

    configure(pipeline, []);
    await connector.receive('dan', 'hello');
    await world.world.idle();
    const stored = await pipeline.db.on().selectFrom('webhook_messages').selectAll().execute();
    expect(stored.filter(({ body }) => body.includes('dan'))).toEqual([]);
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

/** Has a replica take up other webhooks, as it does when its file is changed. */
function configure({ module }: Pipeline, list: readonly object[]): void {
  const config = module.get(GatehouseConfig, { strict: false });
  config.adopt(checkConfig(CORE_SECTIONS, { webhooks: { list } }, config.environment));
}
