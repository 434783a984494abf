import type { BridgeCore } from '../core.js';
import { actionRoutes } from './action.routes.js';
import { activityRoutes } from './activity.routes.js';
import { attachmentRoutes } from './attachment.routes.js';
import { chatRoutes } from './chat.routes.js';
import { groupRoutes } from './group.routes.js';
import { healthRoutes } from './health.routes.js';
import { messageRoutes } from './message.routes.js';
import { multipartRoutes } from './multipart.routes.js';
import { newChatRoutes } from './new-chat.routes.js';
import { peopleRoutes } from './people.routes.js';
import type { Route } from './route.js';
import { sendRoutes } from './send.routes.js';
import { webhookRoutes } from './webhook.routes.js';

const GROUPS = [
  healthRoutes,
  sendRoutes,
  multipartRoutes,
  actionRoutes,
  messageRoutes,
  newChatRoutes,
  chatRoutes,
  activityRoutes,
  groupRoutes,
  attachmentRoutes,
  peopleRoutes,
  webhookRoutes,
];

/** Every route of the simulator; within a group a fixed path precedes one with a parameter. */
export function allRoutes(core: BridgeCore): readonly Route[] {
  return GROUPS.flatMap((make) => make(core));
}
