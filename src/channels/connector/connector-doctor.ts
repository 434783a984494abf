import type { Check } from '../../common/index.js';
import type { AccountId } from '../ids.js';
import { hasMethod } from './connector-checks.js';
import type { ChannelConnector } from './connector.js';

export interface HasChecks {
  /**
   * The checks of `gatehouse doctor` for an account, whatever its state: credentials, addresses, whether events arrive.
   * The ids are the same for every account, without the channel: `webhook`. A finding names the account where there are
   * several. No I/O here; the checks ask the service, and send nothing to anyone.
   */
  checks(account: AccountId): readonly Check[];
}

export const hasChecks = (c: ChannelConnector): c is ChannelConnector & HasChecks => hasMethod(c, 'checks');
