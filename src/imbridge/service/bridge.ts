import type { Clock } from '../../common/index.js';
import type { ChatDirectory } from './chats.js';
import type { ContactDirectory } from './contacts.js';
import type { BridgeClient } from './client/bridge-client.js';
import type { MirroredChats } from './mirrored-chats.js';
import type { RecentSends } from './recent-sends.js';
import type { ServerInfo } from './client/server-info.js';

/** The shared parts for all calls to the bridge of one account. */
export interface Bridge {
  readonly client: BridgeClient;
  readonly info: ServerInfo;
  readonly chats: ChatDirectory;
  readonly contacts: ContactDirectory;
  readonly recent: RecentSends;
  readonly mirrored: MirroredChats;
  readonly clock: Clock;
}
