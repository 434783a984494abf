import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_ACCOUNT } from '../../src/channels/index.js';
import { ChannelHost } from '../../src/inbound/index.js';
import { WorkplaceSimulator } from '../../simulators/index.js';
import { WorkchatAccounts } from '../../src/workchat/account/accounts.js';
import { WORKCHAT, WorkchatModule } from '../../src/workchat/index.js';
import type { TestDatabase } from './databases.js';
import { eventually } from './eventually.js';
import type { Pipeline, PipelineOptions } from './pipeline.js';
import { type Lifetime, pipelineWorld } from './pipeline-world.js';
import { workchatConfig } from './workchat.js';
import type { Place } from './workchat-world.js';

/** The complete pipeline between the simulated workplace cloud and a scripted assistant, with the real connector. */
export class WorkchatPipelines {
  cloud!: WorkplaceSimulator;
  irene!: ReturnType<WorkplaceSimulator['addContact']>;
  /** The folder of polls and the configuration. */
  stateDir!: string;
  private readonly world;

  /** Call it where the tests are declared. */
  constructor(open: () => Promise<TestDatabase>, lifetime: Lifetime = 'test') {
    this.world = pipelineWorld(open, lifetime);
    const [before, after] = lifetime === 'test' ? [beforeEach, afterEach] : [beforeAll, afterAll];
    before(async () => {
      this.stateDir = await mkdtemp(join(tmpdir(), 'gatehouse-workchat-'));
      this.cloud = await WorkplaceSimulator.start();
      this.irene = this.cloud.addContact('Irene Paz');
    });
    after(async () => {
      await this.cloud.stop();
      await rm(this.stateDir, { recursive: true });
      // The platform would ignore these faults silently.
      expect(this.cloud.complaints).toEqual([]);
    });
  }

  get database(): TestDatabase {
    return this.world.database;
  }

  /**
   * Starts another gateway, which receives messages from now on; resolves when it is connected.
   * @param workchat merged over `workchatConfig`
   */
  async start(
    workchat: object = {},
    { config = {}, ...options }: Omit<PipelineOptions, 'channel' | 'stateDir'> = {},
  ): Promise<Pipeline> {
    const { cloud, stateDir } = this;
    const channels = { workchat: { ...workchatConfig(cloud), ...workchat } };
    await writeFile(join(stateDir, 'gatehouse.json'), JSON.stringify({ ...config, channels }), {
      mode: 0o600,
    });
    const channel = { module: WorkchatModule, section: WORKCHAT };
    const pipeline = await this.world.start({ ...options, stateDir, channel });
    const isConnected = async () => {
      const states = await this.service(ChannelHost).status();
      return [...states.values()].some((each) => each.channel === 'workchat' && each.status === 'connected');
    };
    await eventually(isConnected, { what: 'the connection' });
    const { port } = this.service(WorkchatAccounts).find(DEFAULT_ACCOUNT)!;
    cloud.connectBot(`http://127.0.0.1:${port}/api/messages`);
    return pipeline;
  }

  /** A service of the last pipeline started. */
  readonly service = <T>(type: new (...args: never[]) => T): T =>
    this.world.pipeline.module.get(type, { strict: false });

  /** Resolves when all actions of people have arrived and the queue is empty. */
  readonly idle = async (): Promise<void> => {
    await this.cloud.idle();
    await this.world.idle();
  };

  /** Irene writes, and mentions the bot. */
  readonly say = (text: string, place: Place, more: object = {}) =>
    this.cloud.people.write({ from: this.irene.user, in: place, text, mentions: ['bot'], ...more });

  /** The bot's messages as people see them. */
  readonly shown = (place: Place): readonly string[] =>
    this.cloud.botMessages(place).map((message) => this.cloud.shown(message));
}
