import { DEFAULT_ACCOUNT } from '../../src/channels/index.js';
import { ChatDirectory } from '../../src/imbridge/service/chats.js';
import { ContactDirectory } from '../../src/imbridge/service/contacts.js';
import { MirroredChats } from '../../src/imbridge/service/mirrored-chats.js';
import { RecentSends } from '../../src/imbridge/service/bridge.js';
import { BridgeClient } from '../../src/imbridge/service/client/bridge-client.js';
import { ServerInfo } from '../../src/imbridge/service/client/server-info.js';
import { Cursor } from '../../src/imbridge/inbound/rows/cursor.js';
import { RowIngest } from '../../src/imbridge/inbound/rows/row-ingest.js';
import { BridgeSimulator, EXAMPLES, type ExampleId } from '../../simulators/index.js';
import { FakeClock } from './fake-clock.js';
import { MemoryState, RecordingSink } from './imbridge.js';

export const ME = 'host.owner@example.com';

export const example = (id: ExampleId, index = 0, more = {}) => ({
  ...(EXAMPLES[id][index]!.data as object),
  ...more,
});
export const writtenAt = (id: ExampleId) => (EXAMPLES[id][0]!.data as { dateCreated: number }).dateCreated;

/** The connector's inbound half, between a bridge and a recording sink; a second after example E1 was written. */
export class RowIngestWorld {
  readonly client: BridgeClient;
  readonly state = new MemoryState();
  readonly clock = new FakeClock(writtenAt('E1') + 1_000);
  readonly recent = new RecentSends();
  readonly info: ServerInfo;
  sink = new RecordingSink();
  losses = 0;
  needsMention = false;
  private readonly rowIngests: RowIngest[] = [];

  private constructor(readonly bridge: BridgeSimulator) {
    const { url: serverUrl, password } = bridge;
    this.client = new BridgeClient({ serverUrl, password, sendTimeoutMs: 1_000 });
    this.info = new ServerInfo(this.client, this.clock);
  }

  static async start(): Promise<RowIngestWorld> {
    return new RowIngestWorld(await BridgeSimulator.start({ ownAddress: ME }));
  }

  /** Simulates a restart: only the state, the bridge and the sink stay. */
  rowIngest(recheckAfterMs: readonly number[] = [5, 15, 40]): RowIngest {
    const { client, info, state, clock, recent } = this;
    const chats = new ChatDirectory(DEFAULT_ACCOUNT, state, client, info);
    const contacts = new ContactDirectory(client, () => undefined);
    const options = {
      account: DEFAULT_ACCOUNT,
      maxAgeMs: 3_600_000,
      rememberedSince: () => 0,
      needsMention: () => this.needsMention,
      lost: () => this.losses++,
      recheckAfterMs,
    };
    const cursor = new Cursor(DEFAULT_ACCOUNT, state, clock);
    const mirrored = new MirroredChats();
    const bridge = { client, info, chats, contacts, recent, mirrored, clock };
    const rowIngest = new RowIngest(options, bridge, cursor);
    this.rowIngests.push(rowIngest);
    return rowIngest;
  }

  async stop(): Promise<void> {
    for (const each of this.rowIngests) await each.stop();
    await this.client.close();
    await this.bridge.stop();
  }
}
