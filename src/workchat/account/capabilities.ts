import type { ActionName, ChannelCapabilities, ConversationRef, Target } from '../../channels/index.js';
import { MAX_TEXT_CHUNK } from '../settings/top-config.js';
import { placeOf } from '../ids/place.js';

/** The channel's capabilities. An unknown send is reconciled where the app may read messages in the directory (wire 13.21). */
export const WORKCHAT_CAPABILITIES: ChannelCapabilities = {
  version: 5,
  text: { maxChars: MAX_TEXT_CHUNK, format: 'markdown' },
  features: {
    typing: 'full',
    probe: 'full',
    edit: 'full',
    unsend: 'full',
    card: 'full',
    poll: 'full',
    approval: 'full',
    // Voice memos arrive as plain files.
    threads: 'full',
    reply: 'full',
    reconcile: 'partial',
    stream: 'partial',
    sendAttachment: 'partial',
  },
};

const { features } = WORKCHAT_CAPABILITIES;
const IN_CHANNELS = { ...WORKCHAT_CAPABILITIES, features: { ...features, stream: 'rejected' } } as const;
/** Chats have no threads, and bots cannot quote (wire 3.2). */
const IN_GROUPS = {
  ...IN_CHANNELS,
  features: { ...IN_CHANNELS.features, threads: 'rejected', reply: 'rejected' },
} as const;
/** Answers are shown while they are being written (wire 3.7). */
const IN_PERSONAL_CHATS = { ...IN_GROUPS, features: { ...IN_GROUPS.features, stream: 'full' } } as const;

const BY_KIND: Readonly<Record<ConversationRef['kind'], ChannelCapabilities>> = {
  direct: IN_PERSONAL_CHATS,
  group: IN_GROUPS,
  channel: IN_CHANNELS,
};

export const capabilitiesIn = (target: Target | undefined): ChannelCapabilities =>
  target === undefined ? WORKCHAT_CAPABILITIES : BY_KIND[placeOf(target.conversation).conversation.kind];

const OBSTACLES: Readonly<Partial<Record<ActionName, string>>> = {
  react: 'the platform lets bots react to nothing',
  reply: 'chats have no threads, and the platform lets bots quote nothing',
  sendWithEffect: 'the platform has no message effects',
  renameGroup: 'the platform lets bots rename nothing',
  setGroupIcon: 'the platform lets bots set no icon',
  addParticipant: 'the platform does not let bots add people',
  removeParticipant: 'the platform does not let bots remove people',
  leaveGroup: 'the app is removed from a group by its members',
};

/** The reason an action is missing; undefined when it is available. */
export const obstacleTo = (action: ActionName): string | undefined => OBSTACLES[action];
