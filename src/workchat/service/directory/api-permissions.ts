/** The permissions with which the directory API answers one kind of call; any of them will do. */
export interface ApiPermission {
  /** Permissions of the directory, which an administrator grants to the app; the first is the one to ask for. */
  readonly anyOf: readonly [string, ...string[]];
  /** A resource-specific one of the app package that does the same where the app is installed. */
  readonly inApp?: string;
}

/** All calls that the connector makes there, by what they are for (wire 5.4 to 5.6). */
export const API_PERMISSIONS = {
  people: { anyOf: ['User.Read.All', 'User.ReadBasic.All', 'Directory.Read.All', 'User.ReadWrite.All'] },
  teams: { anyOf: ['Group.Read.All', 'GroupMember.Read.All', 'Directory.Read.All', 'Group.ReadWrite.All'] },
  channels: {
    anyOf: ['Channel.ReadBasic.All', 'ChannelSettings.Read.All', 'Group.Read.All'],
    inApp: 'ChannelSettings.Read.Group',
  },
  'channel-messages': {
    anyOf: ['ChannelMessage.Read.All', 'Group.Read.All', 'Group.ReadWrite.All'],
    inApp: 'ChannelMessage.Read.Group',
  },
  'chat-messages': {
    anyOf: ['Chat.Read.All', 'ChatMessage.Read.All', 'Chat.ReadWrite.All'],
    inApp: 'ChatMessage.Read.Chat',
  },
  // The resource-specific one is for group chats (spec 3-workchat, resource-specific permissions).
  'personal-messages': { anyOf: ['Chat.Read.All', 'ChatMessage.Read.All', 'Chat.ReadWrite.All'] },
  'channel-members': {
    anyOf: ['ChannelMember.Read.All', 'ChannelMember.ReadWrite.All'],
    inApp: 'ChannelMember.Read.Group',
  },
  'chat-members': {
    anyOf: ['Chat.Read.All', 'ChatMember.Read.All', 'Chat.ReadBasic.All', 'Chat.ReadWrite.All'],
    inApp: 'ChatMember.Read.Chat',
  },
  uploads: {
    anyOf: ['Sites.ReadWrite.All', 'Files.ReadWrite.All', 'Sites.FullControl.All', 'Sites.Selected'],
  },
  files: {
    anyOf: [
      'Files.Read.All',
      'Sites.Read.All',
      'Files.ReadWrite.All',
      'Sites.ReadWrite.All',
      'Sites.FullControl.All',
    ],
  },
} as const satisfies Readonly<Record<string, ApiPermission>>;

export type ApiUse = keyof typeof API_PERMISSIONS;

/** The permissions to ask for, in the words of an error: `ChatMessage.Read.Chat or Chat.Read.All`. */
export function neededFor(use: ApiUse): string {
  const { anyOf, inApp }: ApiPermission = API_PERMISSIONS[use];
  return inApp === undefined ? anyOf[0] : `${inApp} or ${anyOf[0]}`;
}
