import { DEFAULT_ACCOUNT } from '../../src/channels/index.js';
import { ChatDirectory } from '../../src/imbridge/bridge/chats.js';
import { ContactDirectory } from '../../src/imbridge/bridge/contacts.js';
import { RecentSends } from '../../src/imbridge/bridge/recent-sends.js';
import { ImbridgeClient } from '../../src/imbridge/client/bridge-client.js';
import { ServerInfo } from '../../src/imbridge/client/server-info.js';
import { Cursor } from '../../src/imbridge/inbound/cursor.js';
import { Intake } from '../../src/imbridge/inbound/row-ingest.js';
import { BridgeSimulator, EXAMPLES, type ExampleId } from '../../simulators/index.js';
import { FakeClock } from './fake-clock.js';
import { MemoryState, RecordingSink } from './imbridge.js';

export const ME = 'host.owner@example.com';

export const example = (id: ExampleId, index = 0, more = {}) => ({
  ...(EXAMPLES[id][index]!.data as object),
  ...more,
});
export const writtenAt = (id: ExampleId) => (EXAMPLES[id][0]!.data as { dateCreated: number }).dateCreated;

/** The connector's inbound half, between a bridge and a sink that records; a second after example E1 was written. */
export class IntakeWorld {
  readonly client: ImbridgeClient;
  readonly state = new MemoryState();
  readonly clock = new FakeClock(writtenAt('E1') + 1_000);
  readonly recent = new RecentSends();
  readonly info: ServerInfo;
  sink = new RecordingSink();
  losses = 0;
  needsMention = false;
  private readonly intakes: Intake[] = [];

  private constructor(readonly bridge: BridgeSimulator) {
    const { url: serverUrl, password } = bridge;
    this.client = new ImbridgeClient({ serverUrl, password, sendTimeoutMs: 1_000 });
    this.info = new ServerInfo(this.client, this.clock);
  }

  static async start(): Promise<IntakeWorld> {
    return new IntakeWorld(await BridgeSimulator.start({ ownAddress: ME }));
  }

  /** As after a restart: only the state, the bridge and the sink stay. */
  intake(looksMs: readonly number[] = [5, 15, 40]): Intake {
    const { client, info, state, clock, recent } = this;
    const chats = new ChatDirectory(DEFAULT_ACCOUNT, state, client, info);
    const contacts = new ContactDirectory(client, () => undefined);
    const options = {
      account: DEFAULT_ACCOUNT,
      maxAgeMs: 3_600_000,
      needsMention: () => this.needsMention,
      lost: () => this.losses++,
      looksMs,
    };
    const cursor = new Cursor(DEFAULT_ACCOUNT, state, clock);
    const intake = new Intake(options, { client, info, chats, contacts, recent, clock }, cursor);
    this.intakes.push(intake);
    return intake;
  }

  async stop(): Promise<void> {
    for (const each of this.intakes) await each.stop();
    await this.client.close();
    await this.bridge.stop();
  }
}
