import type { Clock } from '../../common/index.js';
import type { ChatDirectory } from './chats.js';
import type { ContactDirectory } from './contacts.js';
import type { BridgeClient } from './client/bridge-client.js';
import type { RecentSends } from './recent-sends.js';
import type { ServerInfo } from './client/server-info.js';

/** The parts that all who speak to the bridge of one account share. */
export interface Bridge {
  readonly client: BridgeClient;
  readonly info: ServerInfo;
  readonly chats: ChatDirectory;
  readonly contacts: ContactDirectory;
  readonly recent: RecentSends;
  readonly clock: Clock;
}
