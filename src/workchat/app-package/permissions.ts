import type { WorkchatSettings } from '../settings/settings.js';
import { readEntry } from '../settings/allow-list.js';
import { isTeamName } from '../settings/teams.js';
import { type Surface, surfacesOf } from './surfaces.js';

/** A permission that the app asks for, and what for. */
export interface Need {
  readonly name: string;
  /** For a person, without a full stop. */
  readonly why: string;
}

/** Those of the specification, which `--all-permissions` asks for together. */
const OF_TEAMS = [
  'ChannelMessage.Read.Group',
  'ChannelMessage.Send.Group',
  'Member.Read.Group',
  'Owner.Read.Group',
  'ChannelSettings.Read.Group',
  'TeamMember.Read.Group',
  'TeamSettings.Read.Group',
];
const OF_CHATS = ['ChatMessage.Read.Chat'];

/** Names that the platform knows besides (wire 7.2); the schema lets any name pass. */
const OTHERS = `
  Channel.Create.Group Channel.Delete.Group ChannelMember.Read.Group ChannelMember.ReadWrite.Group
  ChannelSettings.ReadWrite.Group File.Read.Group TeamSettings.ReadWrite.Group TeamsActivity.Send.Group
  TeamsAppInstallation.Read.Group TeamsTab.Create.Group TeamsTab.Delete.Group TeamsTab.Read.Group
  TeamsTab.ReadWrite.Group
  Calls.AccessMedia.Chat Calls.JoinGroupCalls.Chat Chat.Manage.Chat ChatMember.Read.Chat ChatMessage.Send.Chat
  ChatMessageReadReceipt.Read.Chat ChatSettings.Read.Chat ChatSettings.ReadWrite.Chat OnlineMeeting.ReadBasic.Chat
  OnlineMeetingArtifact.Read.Chat OnlineMeetingIncomingAudio.Detect.Chat OnlineMeetingNotification.Send.Chat
  OnlineMeetingParticipant.Read.Chat OnlineMeetingParticipant.ToggleIncomingAudio.Chat
  OnlineMeetingRecording.Read.Chat OnlineMeetingTranscript.Read.Chat TeamsActivity.Send.Chat
  TeamsAppInstallation.Read.Chat TeamsTab.Create.Chat TeamsTab.Delete.Chat TeamsTab.Read.Chat TeamsTab.ReadWrite.Chat
  CameraStream.Read.User InAppPurchase.Allow.User TeamsActivity.Send.User`
  .trim()
  .split(/\s+/);

export const KNOWN_PERMISSIONS: readonly string[] = [...OF_TEAMS, ...OF_CHATS, ...OTHERS];
/** Those that the connector may ask for: others in a package are somebody else's business. */
export const OUR_PERMISSIONS: ReadonlySet<string> = new Set([
  ...OF_TEAMS,
  ...OF_CHATS,
  'ChatMember.Read.Chat',
]);

/** Resource-specific permissions without which these settings have no effect. */
export function resourceNeeds(settings: WorkchatSettings): readonly Need[] {
  const surfaces = surfacesOf(settings);
  return [
    ...(surfaces.includes('team') ? teamNeeds(settings) : []),
    ...(surfaces.includes('groupChat') ? chatNeeds(settings) : []),
  ];
}

/** All of the specification that fit the surfaces, and what the settings need beyond them. */
export function allResourceNeeds(settings: WorkchatSettings): readonly Need[] {
  const needed = resourceNeeds(settings);
  const surfaces = surfacesOf(settings);
  const others = [
    ...(surfaces.includes('team') ? OF_TEAMS : []),
    ...(surfaces.includes('groupChat') ? OF_CHATS : []),
  ]
    .filter((name) => !needed.some((each) => each.name === name))
    .map((name) => ({ name, why: 'asked for with --all-permissions, no setting needs it' }));
  return [...needed, ...others];
}

function teamNeeds(settings: WorkchatSettings): readonly Need[] {
  return [
    { name: 'ChannelMessage.Read.Group', why: readingReason(settings, 'channels') },
    { name: 'ChannelMessage.Send.Group', why: 'to answer in channels' },
    ...(namedChannels(settings) || namedTeams(settings)
      ? [{ name: 'ChannelSettings.Read.Group', why: 'teams names teams or channels by their name' }]
      : []),
  ];
}

function chatNeeds(settings: WorkchatSettings): readonly Need[] {
  return [
    { name: 'ChatMessage.Read.Chat', why: readingReason(settings, 'group chats') },
    ...(settings.config.docSiteId === undefined
      ? []
      : [
          {
            name: 'ChatMember.Read.Chat',
            why: 'docSiteId is set: links to files are for the members of the chat',
          },
        ]),
  ];
}

function readingReason(settings: WorkchatSettings, where: string): string {
  const { config } = settings;
  const hears = hearsWithoutMention(settings)
    ? 'requireMention is off: it answers messages that do not mention it'
    : config.historyLimit === 0
      ? 'to look up what it may have sent'
      : 'what does not mention it is kept as context, and what it may have sent is looked up';
  return `in ${where} ${hears}`;
}

/** In one place at least. */
export function hearsWithoutMention({ requireMention, teams = {} }: WorkchatSettings): boolean {
  const levels = Object.values(teams).flatMap((team) => [team, ...Object.values(team.channels ?? {})]);
  return !requireMention || levels.some((level) => level.requireMention === false);
}

/** A permission of the directory for the app itself, which an administrator consents to. */
export interface DirectoryNeed {
  readonly use:
    'people' | 'teams' | 'channels' | 'uploads' | 'links' | 'channel-messages' | 'chat-messages' | 'files';
  /** Any of them will do; the first is the one to ask for. */
  readonly anyOf: readonly string[];
  /** A resource-specific one that does the same where the app is installed. */
  readonly insteadInApp?: string;
  readonly why: string;
  /** Without it a setting has no effect; else something is only better with it. */
  readonly isRequired: boolean;
}

/** Permissions of the directory that these settings need or can use (spec 3-workchat, "Capability matrix"). */
export function directoryNeeds(settings: WorkchatSettings): readonly DirectoryNeed[] {
  const surfaces = surfacesOf(settings);
  const isUsed = (surface: Surface) => surfaces.includes(surface);
  return [
    ...nameNeeds(settings),
    ...siteNeeds(settings),
    ...(isUsed('team') ? [MESSAGES_OF_CHANNELS] : []),
    ...(isUsed('groupChat') ? [MESSAGES_OF_CHATS] : []),
    ...(isUsed('team') || isUsed('groupChat') ? [SHARED_FILES] : []),
  ];
}

const MESSAGES_OF_CHANNELS: DirectoryNeed = {
  use: 'channel-messages',
  anyOf: ['ChannelMessage.Read.All', 'Group.Read.All', 'Group.ReadWrite.All'],
  insteadInApp: 'ChannelMessage.Read.Group',
  why: 'pictures, files and earlier messages of channels',
  isRequired: false,
};
const MESSAGES_OF_CHATS: DirectoryNeed = {
  use: 'chat-messages',
  anyOf: ['Chat.Read.All', 'ChatMessage.Read.All', 'Chat.ReadWrite.All'],
  insteadInApp: 'ChatMessage.Read.Chat',
  why: 'pictures, files and earlier messages of group chats',
  isRequired: false,
};
const SHARED_FILES: DirectoryNeed = {
  use: 'files',
  anyOf: [
    'Files.Read.All',
    'Sites.Read.All',
    'Files.ReadWrite.All',
    'Sites.ReadWrite.All',
    'Sites.FullControl.All',
  ],
  why: 'files that people share from document libraries',
  isRequired: false,
};

function nameNeeds(settings: WorkchatSettings): readonly DirectoryNeed[] {
  const people = [...settings.allowFrom, ...settings.groupAllowFrom];
  const isPersonNamed = people.some((entry) => readEntry(entry).kind === 'name');
  return [
    {
      use: 'people',
      anyOf: ['User.Read.All', 'Directory.Read.All', 'User.ReadWrite.All'],
      why: isPersonNamed
        ? 'allowFrom or groupAllowFrom names people by name, principal name or address'
        : 'sending to people by name, as to user:<name>',
      isRequired: isPersonNamed,
    },
    ...(namedTeams(settings) ? [NAMES_OF_TEAMS] : []),
    ...(namedChannels(settings) ? [NAMES_OF_CHANNELS] : []),
  ];
}

const NAMES_OF_TEAMS: DirectoryNeed = {
  use: 'teams',
  anyOf: ['Group.Read.All', 'Directory.Read.All', 'Group.ReadWrite.All'],
  why: 'teams names teams by name',
  isRequired: true,
};
const NAMES_OF_CHANNELS: DirectoryNeed = {
  use: 'channels',
  anyOf: ['Channel.ReadBasic.All', 'ChannelSettings.Read.All', 'Group.Read.All'],
  insteadInApp: 'ChannelSettings.Read.Group',
  why: 'teams names channels by name',
  isRequired: true,
};

function siteNeeds(settings: WorkchatSettings): readonly DirectoryNeed[] {
  if (settings.config.docSiteId === undefined) return [];
  return [
    {
      use: 'uploads',
      anyOf: ['Sites.ReadWrite.All', 'Sites.FullControl.All', 'Sites.Selected'],
      why: 'docSiteId is set: files are uploaded there',
      isRequired: true,
    },
    {
      use: 'links',
      anyOf: ['Chat.Read.All', 'ChatMember.Read.All', 'Chat.ReadBasic.All'],
      insteadInApp: 'ChatMember.Read.Chat',
      why: 'links to files are for the members of a chat, not for the whole organization',
      isRequired: false,
    },
  ];
}

const namedTeams = ({ teams = {} }: WorkchatSettings): boolean => Object.keys(teams).some(isTeamName);

const namedChannels = ({ teams = {} }: WorkchatSettings): boolean =>
  Object.values(teams).some(({ channels = {} }) => Object.keys(channels).some(isTeamName));
