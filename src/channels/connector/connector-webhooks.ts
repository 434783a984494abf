import type { Webhook } from '../../common/index.js';
import type { ChannelConnector } from './connector.js';
import { hasMethod } from './connector-checks.js';

export interface HasWebhooks {
  /**
   * The paths at which the service calls us. The gateway serves those on its own listener, ahead of all routes, where a
   * path that two connectors declare is the first one's. They can change with the configuration only: the gateway asks
   * again after each change. No I/O.
   */
  webhooks(): readonly Webhook[];
}

export const hasWebhooks = (c: ChannelConnector): c is ChannelConnector & HasWebhooks =>
  hasMethod(c, 'webhooks');
