import type { BridgeCore } from '../core.js';
import { activityRoutes } from './activity.routes.js';
import { healthRoutes } from './health.routes.js';
import { messageRoutes } from './message.routes.js';
import type { Route } from './route.js';
import { sendRoutes } from './send.routes.js';
import { webhookRoutes } from './webhook.routes.js';

/** Every route of the simulator, the more specific path before the one with a parameter. */
export function allRoutes(core: BridgeCore): readonly Route[] {
  return [healthRoutes, sendRoutes, messageRoutes, activityRoutes, webhookRoutes].flatMap((make) =>
    make(core),
  );
}
