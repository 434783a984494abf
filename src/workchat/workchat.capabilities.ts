import type { ActionName, ChannelCapabilities } from '../channels/index.js';
import { MAX_TEXT_CHUNK } from './settings/top-config.js';

/** What the channel can do. An unknown send is reconciled where the app may read messages in the directory (wire 13.21). */
export const WORKCHAT_CAPABILITIES: ChannelCapabilities = {
  version: 2,
  text: { maxChars: MAX_TEXT_CHUNK, format: 'markdown' },
  features: {
    typing: 'full',
    reconcile: 'partial',
    probe: 'full',
    edit: 'full',
    unsend: 'full',
    card: 'full',
    poll: 'full',
  },
};

const OBSTACLES: Readonly<Partial<Record<ActionName, string>>> = {
  react: 'the platform lets bots react to nothing',
  reply: 'answers go to the thread of what they answer, and nothing else can be quoted',
  sendWithEffect: 'the platform has no message effects',
  sendAttachment: 'files are not sent on this channel yet',
  renameGroup: 'the platform lets bots rename nothing',
  setGroupIcon: 'the platform lets bots set no icon',
  addParticipant: 'the platform lets bots add nobody',
  removeParticipant: 'the platform lets bots remove nobody',
  leaveGroup: 'the app is removed from a group by its members',
};

/** Why an action is not among them; undefined when it is. */
export const obstacleTo = (action: ActionName): string | undefined => OBSTACLES[action];
