import type { BridgeCore } from '../core.js';
import type { Call, Route } from './route.js';

/** Typing and read marks; none of them checks that the chat exists (imbridge-wire 2.7). */
export function activityRoutes({ activity }: BridgeCore): readonly Route[] {
  const guid = (call: Call): string => call.params.guid ?? '';
  return [
    {
      method: 'post',
      path: '/chat/:guid/typing',
      privateApi: true,
      handle: (call) => {
        activity.startTyping(guid(call), 'post');
        return { message: 'Successfully started typing!' };
      },
    },
    {
      method: 'delete',
      path: '/chat/:guid/typing',
      privateApi: true,
      handle: (call) => {
        // Versions 1.9.0 to 1.9.9 have this defect: the answer says stopped, but the handler starts typing again.
        activity.startTyping(guid(call), 'delete');
        return { message: 'Successfully stopped typing!' };
      },
    },
    {
      method: 'post',
      path: '/chat/:guid/read',
      privateApi: true,
      handle: (call) => {
        activity.mark(guid(call), true);
        return { message: 'Successfully marked chat as read!' };
      },
    },
    {
      method: 'post',
      path: '/chat/:guid/unread',
      privateApi: true,
      handle: (call) => {
        activity.mark(guid(call), false);
        return { message: 'Successfully marked chat as unread!' };
      },
    },
  ];
}
