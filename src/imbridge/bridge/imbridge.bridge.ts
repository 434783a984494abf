import type { Clock } from '../../common/index.js';
import type { ChatDirectory } from './imbridge.chats.js';
import type { ContactDirectory } from './imbridge.contacts.js';
import type { ImbridgeClient } from '../client/imbridge.client.js';
import type { RecentSends } from './imbridge.echo.js';
import type { ServerInfo } from '../client/imbridge.server-info.js';

/** The parts that all who speak to the bridge of one account share. */
export interface Bridge {
  readonly client: ImbridgeClient;
  readonly info: ServerInfo;
  readonly chats: ChatDirectory;
  readonly contacts: ContactDirectory;
  readonly recent: RecentSends;
  readonly clock: Clock;
}
