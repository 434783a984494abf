import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type NewMessage, serviceProblem, throttled, WorkplaceSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { byNight } from '../support/night.js';
import { type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { workchatConfig } from '../support/workchat.js';
import { emptyDatabaseOn } from './support/empty-database.js';
import { GatewayProcess } from './support/gateway-process.js';
import { LoadBalancer } from './support/load-balancer.js';

const PLUGIN = resolve(import.meta.dirname, '../../extensions/workchat');
/** Activities and kills of one gateway, and of two on PostgreSQL. */
const [ALONE, REPLICAS] = [
  { written: byNight(250, 120), kills: byNight(4, 2) },
  { written: byNight(150, 100), kills: byNight(3, 2) },
] as const;
/** Maximum time until all is answered; sends with an unknown outcome are looked up and repeated within seconds. */
const ANSWERED_MS = 90_000;

type Written = ReturnType<WorkplaceSimulator['people']['write']>;
type Somewhere = Omit<NewMessage, 'text'> & { readonly from: NewMessage['from'] };

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Every message comes twice, the service fails, and gateways are killed: one answer each, in its own thread. */
describe('workchat under kills', () => {
  let cloud: WorkplaceSimulator;
  let front: LoadBalancer;
  let gateways: GatewayProcess[] = [];
  /** Installs the plugin that all others share. */
  let installer: GatewayProcess;

  beforeAll(async () => {
    installer = new GatewayProcess({});
    const { code, stderr } = await installer.cli('plugins', 'install', PLUGIN);
    expect([code, stderr]).toEqual([0, '']);
  }, 120_000);
  afterAll(() => installer.dispose());

  beforeEach(async () => {
    cloud = await WorkplaceSimulator.start();
    front = new LoadBalancer();
    await front.start();
    cloud.connectBot(front.url);
    Object.assign(cloud.limits, { messageRepeats: 250, repeatDelayMs: 200 });
    cloud.faults.deliveries.all({ kind: 'repeat', times: 2 });
    const { sends } = cloud.faults;
    const when = ({ body }: { body: object }) => 'type' in body && body.type === 'message';
    sends.sometimes(0.04, { kind: 'lost', then: serviceProblem(504, 'ServiceError') }, { when });
    sends.sometimes(0.04, { kind: 'answer', answer: serviceProblem(502, 'BadGateway') }, { when });
    sends.sometimes(0.04, { kind: 'answer', answer: throttled(1) }, { when });
  });
  afterEach(async () => {
    await Promise.all(gateways.map((each) => each.dispose()));
    await front.stop();
    await cloud.stop();
  });

  const start = async (count: number, env: Record<string, string> = {}) => {
    const config = {
      session: { dmScope: 'per-sender' },
      channels: { workchat: { ...workchatConfig(cloud), dmPolicy: 'open', groupPolicy: 'open' } },
    };
    gateways = Array.from({ length: count }, () => new GatewayProcess(config, { env }));
    for (const { stateDir } of gateways)
      symlinkSync(join(installer.stateDir, 'plugins'), join(stateDir, 'plugins'));
    await Promise.all(gateways.map((each) => each.start()));
    await direct();
  };

  /** The webhook's port changes with each start. */
  const direct = async () => {
    const ends = await Promise.all(gateways.filter(({ isRunning }) => isRunning).map(endpointOf));
    front.targets = ends;
  };
  const endpointOf = async (gateway: GatewayProcess): Promise<string> => {
    let endpoint: unknown;
    await eventually(
      async () => {
        const { body } = await gateway.admin('GET', '/channels/workchat?deep=true');
        const [account] = body.accounts as readonly { probe: { endpoint: unknown } | null }[];
        endpoint = account?.probe?.endpoint;
        return typeof endpoint === 'string';
      },
      { what: 'the address of the webhook' },
    );
    return String(endpoint);
  };

  /** Personal chats, group chats and threads of channels: many, because the service limits the rate of each. */
  const somewhere = (): Somewhere[] => {
    const contacts = Array.from({ length: 16 }, (_, index) => cloud.addContact(`Person ${index}`));
    const members = contacts.map(({ user }) => user);
    const mentions = ['bot'] as const;
    const groups = members.map((from, index) => {
      const group = cloud.world.addGroupChat({ members, hasBot: true, name: `Crew ${index}` });
      return { from, in: group, mentions };
    });
    const team = cloud.world.addTeam({ name: 'Release', members, hasBot: true });
    const threads = members.slice(0, 8).flatMap((from, index) => {
      const channel = cloud.world.addChannel(team, { name: `Work ${index}` });
      return ['first', 'second'].map((text) => {
        const under = cloud.people.write({ from, in: channel, text: `${text} post`, mentions });
        written.push(under);
        return { from, in: channel, under, mentions };
      });
    });
    return [...contacts.map(({ user: from }) => ({ from })), ...groups, ...threads];
  };
  const written: Written[] = [];
  const answers = () => cloud.botMessages().length;

  const talk = async (total: number) => {
    written.length = 0;
    const places = somewhere();
    for (let n = written.length; n < total; n += 1) {
      const place = places[n % places.length]!;
      written.push(cloud.people.write({ ...place, text: `message ${n}` }));
      await pause(Math.random() * 20);
    }
  };

  const killAtRandom = async (times: number, total: number) => {
    for (let kill = 0; kill < times; kill += 1) {
      const before = answers();
      // On a slow machine all may be answered while a killed one starts.
      const isFurther = () => answers() > before + 5 || answers() >= total;
      await eventually(isFurther, { timeoutMs: 60_000, what: 'progress' });
      await pause(Math.random() * 400);
      const victim = gateways[kill % gateways.length]!;
      await victim.kill();
      await direct();
      await victim.start();
      await direct();
    }
  };

  const allAnsweredOnce = async () => {
    await eventually(() => answers() >= written.length, {
      timeoutMs: ANSWERED_MS,
      what: `${written.length} answers`,
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}: ${answers()} came\n${gateways[0]!.output.slice(-3_000)}`);
    });
    await eventually(isIdle, { timeoutMs: 60_000, what: 'an empty queue' });
    const places = new Set(written.map(({ conversation }) => conversation));
    for (const place of places) {
      const mine = written.filter(({ conversation }) => conversation === place);
      const expected = mine.map(({ rootId, activity }) => [rootId, `echo: ${words(activity.text)}`]);
      const said = cloud.transcript(place).filter(({ by }) => by === 'bot');
      expect(said.map(({ threadId, text }) => [threadId, text]).sort()).toEqual(expected.sort());
    }
    expect(cloud.complaints).toEqual([]);
    expect(cloud.requestsTo('graph')).not.toEqual([]);
  };
  /** A duplicate answer would come within the next moments, from jobs still in the queue. */
  const isIdle = async () => {
    if (cloud.botMessages().length === 0) return false;
    return gateways[0]!.isIdle();
  };
  const words = (text = '') => text.replace(/<at>[^<]*<\/at>\s*/g, '').trim();

  it('answers each of many activities once, in its own thread', async () => {
    await start(1);
    await Promise.all([talk(ALONE.written), killAtRandom(ALONE.kills, ALONE.written)]);
    await allAnsweredOnce();
  }, 180_000);

  describe('as replicas on one PostgreSQL', () => {
    let postgres: PostgresServer;
    beforeAll(async () => {
      postgres = await startPostgres();
    });
    afterAll(() => postgres.remove());

    it('answers each of many activities once, in its own thread', async () => {
      const env = {
        DATABASE_URL: await emptyDatabaseOn(postgres),
        GATEHOUSE_ADMIN_TOKEN: 'owner-of-all-replicas',
      };
      await start(2, env);
      await Promise.all([talk(REPLICAS.written), killAtRandom(REPLICAS.kills, REPLICAS.written)]);
      await allAnsweredOnce();
    }, 180_000);
  });
});
