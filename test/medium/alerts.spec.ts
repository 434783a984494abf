import { type Condition, condition, type ConditionSource } from '../../src/conditions/condition.js';
import { Alerts, Conditions } from '../../src/conditions/index.js';
import { AlertNotices } from '../../src/conditions/watch/alert-notices.service.js';
import { AlertsRepository } from '../../src/conditions/watch/alerts.repository.js';
import { ConnectorRegistry } from '../../src/channels/index.js';
import { GatehouseConfig } from '../../src/config/index.js';
import { ChannelHost } from '../../src/inbound/index.js';
import { OperatorMessages } from '../../src/operator/index.js';
import type { Tx } from '../../src/persistence/index.js';
import { WebhookStates } from '../../src/webhooks/outbox/webhook-states.repository.js';
import { WebhookOutbox, WebhooksModule } from '../../src/webhooks/index.js';
import { DATABASES } from '../support/databases.js';
import { FakeClock } from '../support/fake-clock.js';
import type { Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const MINUTE = 60_000;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const hook = (id: string, ...events: string[]) => ({ id, url: 'http://127.0.0.1:9', secret: SECRET, events });
const PLACE = { channel: 'fake', target: 'chat-ann' };

describe.each(DATABASES)('alerts on %s', (_, open) => {
  const world = pipelineWorld(open);
  let clock: FakeClock;
  let p: Pipeline;
  let found: readonly Condition[];
  const down = (subject = 'imbridge/default', code: Condition['code'] = 'account-down') =>
    condition(code, `${subject} is error`, { subject, since: clock.now(), isDue: true, event: { subject } });

  async function start(to: readonly object[] = [PLACE], hooks: readonly object[] = []): Promise<void> {
    found = [];
    clock = new FakeClock(Date.now());
    const config = { alerts: { to }, webhooks: { list: hooks } };
    p = await world.start({ config, modules: [WebhooksModule] });
  }

  /** A process that looks, as it is after a start; all of them find what the test says. */
  function replica(crashes?: () => void): Alerts {
    const get = <T>(type: abstract new (...args: never[]) => T) => p.module.get<T>(type, { strict: false });
    const config = get(GatehouseConfig);
    const source: ConditionSource = {
      codes: ['account-down', 'bad-credentials'],
      cost: 'memory',
      find: async () => found,
      recovered: async (subject) => (subject === 'removed' ? undefined : { subject, status: 'connected' }),
    };
    const notices = new AlertNotices(
      config,
      get(ConnectorRegistry),
      get(ChannelHost),
      get(OperatorMessages),
      get(WebhookOutbox),
    );
    const send = notices.send.bind(notices);
    notices.send = async (tx: Tx, ...rest) => {
      await send(tx, ...rest);
      crashes?.();
    };
    const conditions = new Conditions([{ sources: [source] }], p.db, config, clock);
    return new Alerts(conditions, notices, new AlertsRepository(p.db, clock), p.db, config, clock);
  }

  /** Gives the webhook a state, as its tries do. */
  async function note(state: object): Promise<void> {
    await new WebhookStates(p.db).begin(hook('ops'));
    await p.db.on().updateTable('webhook_states').set(state).execute();
    await p.module.get(WebhookOutbox, { strict: false }).refresh();
  }

  const said = async () => {
    await world.idle(p);
    return p.connector.sent.map(({ text }) => text.split('\n')[0]);
  };
  const rows = () => p.db.on().selectFrom('alerts').selectAll().orderBy('id').execute();
  const toWebhooks = async () =>
    (await p.db.on().selectFrom('webhook_messages').selectAll().orderBy('seq').execute()).map(
      ({ webhook, type }) => `${webhook} ${type}`,
    );
  /** The fault ends, and stays away. */
  async function settle(sut: Alerts): Promise<void> {
    found = [];
    await sut.look();
    clock.advance(MINUTE);
    await sut.look();
  }

  it('are told once when they begin and once when they are over', async () => {
    await start();
    const sut = replica();
    found = [down()];
    for (let n = 0; n < 3; n++) expect(await sut.look()).toEqual([]);
    expect(await said()).toEqual(['Problem: imbridge/default is error']);
    await settle(sut);
    expect(await said()).toEqual([
      'Problem: imbridge/default is error',
      'Resolved: imbridge/default is error',
    ]);
    expect(await rows()).toMatchObject([{ code: 'account-down', cleared_at: clock.now() }]);
    found = [down()];
    await sut.look();
    expect(await said()).toHaveLength(3);
  });

  it('are neither told again nor forgotten over restarts', async () => {
    await start();
    found = [down()];
    await replica().look();
    await replica().look();
    found = [];
    await replica().look();
    clock.advance(MINUTE);
    await replica().look();
    await replica().look();
    expect(await said()).toEqual([
      'Problem: imbridge/default is error',
      'Resolved: imbridge/default is error',
    ]);
  });

  it('are told once by replicas that look at the same time', async () => {
    await start();
    const [one, other] = [replica(), replica()];
    const both = () => Promise.all([one.look(), other.look()]);
    found = [down('a'), down('b')];
    await both();
    found = [];
    await both();
    clock.advance(MINUTE);
    await both();
    const all = await said();
    expect(all.toSorted()).toEqual([
      'Problem: a is error',
      'Problem: b is error',
      'Resolved: a is error',
      'Resolved: b is error',
    ]);
  });

  it('that a crash cuts off before the commit are told by the next start, once', async () => {
    await start([PLACE, { webhook: 'ops' }], [hook('ops', 'message.received')]);
    const crashing = () =>
      replica(() => {
        throw new Error('killed');
      });
    found = [down()];
    expect(await crashing().look()).toEqual(['killed']);
    expect([await said(), await toWebhooks(), await rows()]).toEqual([[], [], []]);
    await replica().look();
    found = [];
    await replica().look();
    clock.advance(MINUTE);
    expect(await crashing().look()).toEqual(['killed']);
    await replica().look();
    expect(await said()).toHaveLength(2);
    expect(await toWebhooks()).toEqual(['ops alert.raised', 'ops alert.cleared']);
  });

  it('go to each webhook that wants them or is named, once', async () => {
    await start(
      [{ webhook: 'named' }, { webhook: 'both' }],
      [
        hook('named', 'message.received'),
        hook('both', 'alert.*'),
        hook('wants', '*'),
        hook('other', 'channel.*'),
      ],
    );
    const sut = replica();
    found = [down()];
    await sut.look();
    await settle(sut);
    expect((await toWebhooks()).toSorted()).toEqual(
      [
        ...['both', 'named'].flatMap((each) => [`${each} alert.cleared`, `${each} alert.raised`]),
        ...['other', 'wants'].flatMap((each) => [`${each} channel.down`, `${each} channel.up`]),
      ].toSorted(),
    );
    const first = (await p.db.on().selectFrom('webhook_messages').selectAll().execute()).find(
      ({ type }) => type === 'alert.raised',
    );
    expect(JSON.parse(first!.body)).toMatchObject({
      type: 'alert.raised',
      data: { code: 'account-down', subject: 'imbridge/default', remedy: expect.any(String) },
    });
  });

  it('are one event of their account, from the first of them to the last', async () => {
    await start([{ webhook: 'ops' }], [hook('states', '*'), hook('ops', 'message.received')]);
    const sut = replica();
    found = [down()];
    await sut.look();
    found = [down(), down(undefined, 'bad-credentials')];
    await sut.look();
    found = [down(undefined, 'bad-credentials')];
    await sut.look();
    clock.advance(MINUTE);
    await sut.look();
    expect(await toWebhooks()).toEqual([
      'states channel.down',
      'ops alert.raised',
      'ops alert.raised',
      'ops alert.cleared',
    ]);
    await settle(sut);
    expect((await toWebhooks()).slice(4)).toEqual(['states channel.up', 'ops alert.cleared']);
  });

  it('of an account that is taken out are no event of it when they end', async () => {
    await start([], [hook('states', 'channel.*'), hook('all', '*')]);
    const sut = replica();
    found = [down('removed')];
    await sut.look();
    await settle(sut);
    expect(await toWebhooks()).toEqual(['states channel.down', 'all channel.down', 'all alert.cleared']);
  });

  it('without a recipient are closed silently, and no longer looked for', async () => {
    await start([], [hook('states', 'agent.*')]);
    const sut = replica();
    found = [down()];
    expect(await sut.look()).toEqual([]);
    expect(await rows()).toEqual([]);
    await new AlertsRepository(p.db, clock).raise(undefined as never, down());
    await sut.look();
    expect([await toWebhooks(), await rows()]).toMatchObject([[], [{ cleared_at: clock.now() }]]);
  });

  describe('for a place whose account is down', () => {
    it('go to a webhook alone, and their end also to the place', async () => {
      await start([PLACE, { webhook: 'ops' }], [hook('ops', 'channel.*')]);
      p.connector.report({ status: 'error' });
      const sut = replica();
      found = [down('fake/default')];
      await sut.look();
      p.connector.report({ status: 'connected' });
      await settle(sut);
      expect(await said()).toEqual(['Resolved: fake/default is error']);
      expect(await toWebhooks()).toEqual(['ops channel.down', 'ops channel.up']);
    });

    it.each(['failing_since', 'off_at'])('wait there too when the webhook has %s', async (time) => {
      await start([PLACE, { webhook: 'ops' }], [hook('ops', 'channel.*')]);
      const { db, connector } = p;
      await note({ [time]: clock.now() });
      connector.report({ status: 'error' });
      const sut = replica();
      found = [down('fake/default')];
      await sut.look();
      expect(await db.on().selectFrom('deliveries').select('id').execute()).toHaveLength(1);
    });

    it('wait there when no other recipient can be reached', async () => {
      await start();
      p.connector.onSend = () => ({
        kind: 'not-sent',
        code: 'unreachable',
        retry: { kind: 'wait' },
        detail: 'away',
      });
      p.connector.report({ status: 'error' });
      const sut = replica();
      found = [down('fake/default')];
      await sut.look();
      const states = p.db.on().selectFrom('deliveries').select('state').execute();
      expect(await states).toMatchObject([{ state: expect.stringMatching(/queued|sending/) }]);
    });
  });

  it('that cannot be told to anybody are not lost, and told once a place is found', async () => {
    await start([{ channel: 'fake', target: 'nowhere' }]);
    const sut = replica();
    found = [down()];
    expect(await sut.look()).toEqual([
      expect.stringContaining('a place of alerts.to on fake cannot be told'),
    ]);
    expect(await rows()).toEqual([]);
    p.connector.resolveTarget = async () => 'chat-ann' as never;
    expect(await sut.look()).toEqual([]);
    expect(await said()).toEqual(['Problem: imbridge/default is error']);
  });

  it('of a channel that is needed to find the place are told to the webhook that lists them', async () => {
    await start([{ channel: 'fake', target: 'nowhere' }], [hook('ops', 'alert.*')]);
    p.connector.report({ status: 'error' });
    found = [down('fake/default')];
    expect(await replica().look()).toEqual([]);
    expect(await toWebhooks()).toEqual(['ops alert.raised']);
  });

  it('wait for the only webhook that wants them while that is off', async () => {
    await start([], [hook('ops', 'alert.*')]);
    await note({ off_at: 1 });
    const sut = replica();
    found = [down()];
    expect(await sut.look()).toEqual(['webhooks that are off: ops']);
    expect([sut.isWanted, await rows()]).toEqual([true, []]);

    await note({ off_at: null });
    expect(await sut.look()).toEqual([]);
    expect(await toWebhooks()).toEqual(['ops alert.raised']);
  });

  it('are closed silently when no one is to be notified any more', async () => {
    await start();
    const sut = replica();
    found = [down()];
    await sut.look();
    await sut.closeAll();
    expect(await said()).toHaveLength(1);
    expect(await rows()).toMatchObject([{ cleared_at: clock.now() }]);
  });
});
