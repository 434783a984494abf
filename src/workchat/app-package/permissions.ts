import { API_PERMISSIONS, type ApiPermission, type ApiUse } from '../service/directory/api-permissions.js';
import type { WorkchatSettings } from '../settings/settings.js';
import { readEntry } from '../settings/allow-list.js';
import { isTeamName } from '../settings/teams.js';
import { type Surface, surfacesOf } from './surfaces.js';

/** A permission that the app requests, with its purpose. */
export interface Need {
  readonly name: string;
  /** For a person, without a full stop. */
  readonly why: string;
}

/** The permissions of the specification, which `--all-permissions` requests together. */
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

/** Further names that the platform knows (wire 7.2); the schema accepts any name. */
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
/** The permissions that the connector may request; others in a package are left alone. */
export const OUR_PERMISSIONS: ReadonlySet<string> = new Set([
  ...OF_TEAMS,
  ...OF_CHATS,
  ...Object.values(API_PERMISSIONS).flatMap(({ inApp }: ApiPermission) => inApp ?? []),
]);

/** Resource-specific permissions without which these settings have no effect. */
export function resourceNeeds(settings: WorkchatSettings): readonly Need[] {
  const surfaces = surfacesOf(settings);
  return [
    ...(surfaces.includes('team') ? teamNeeds(settings) : []),
    ...(surfaces.includes('groupChat') ? chatNeeds(settings) : []),
  ];
}

/** All permissions of the specification that fit the surfaces, and further ones the settings need. */
export function allResourceNeeds(settings: WorkchatSettings): readonly Need[] {
  const needed = resourceNeeds(settings);
  const surfaces = surfacesOf(settings);
  const others = [
    ...(surfaces.includes('team') ? OF_TEAMS : []),
    ...(surfaces.includes('groupChat') ? OF_CHATS : []),
  ]
    .filter((name) => !needed.some((each) => each.name === name))
    .map((name) => ({ name, why: 'requested with --all-permissions, although no setting needs it' }));
  return [...needed, ...others];
}

function teamNeeds(settings: WorkchatSettings): readonly Need[] {
  const isNamed = namedChannels(settings) || namedTeams(settings);
  const { 'channel-messages': messages, channels, 'channel-members': members } = API_PERMISSIONS;
  return [
    { name: messages.inApp, why: readingReason(settings, 'channels') },
    { name: 'ChannelMessage.Send.Group', why: 'to answer in channels' },
    ...(isNamed ? [{ name: channels.inApp, why: 'the setting "teams" contains team or channel names' }] : []),
    ...linkNeeds(settings, members.inApp, 'channel'),
  ];
}

function chatNeeds(settings: WorkchatSettings): readonly Need[] {
  const { 'chat-messages': messages, 'chat-members': members } = API_PERMISSIONS;
  return [
    { name: messages.inApp, why: readingReason(settings, 'group chats') },
    ...linkNeeds(settings, members.inApp, 'chat'),
  ];
}

const linkNeeds = ({ config }: WorkchatSettings, name: string, place: string): readonly Need[] =>
  config.docSiteId === undefined
    ? []
    : [{ name, why: `docSiteId is set, so file links are for the members of the ${place}` }];

function readingReason(settings: WorkchatSettings, where: string): string {
  const { config } = settings;
  const hears = hearsWithoutMention(settings)
    ? 'answer messages without a mention (requireMention is off)'
    : config.historyLimit === 0
      ? 'confirm sends'
      : 'read messages for context and to confirm sends';
  return `${where}: ${hears}`;
}

/** Whether messages without a mention are heard in at least one place. */
export function hearsWithoutMention({ requireMention, teams = {} }: WorkchatSettings): boolean {
  const levels = Object.values(teams).flatMap((team) => [team, ...Object.values(team.channels ?? {})]);
  return !requireMention || levels.some((level) => level.requireMention === false);
}

/** A directory permission for the app itself, which needs an administrator's consent. */
export interface DirectoryNeed extends ApiPermission {
  readonly use: ApiUse;
  readonly why: string;
  /** Whether a setting has no effect without it; otherwise it only improves a feature. */
  readonly isRequired: boolean;
}

/** Permissions of the directory that these settings need or could use (spec 3-workchat, "Capability matrix"). */
export function directoryNeeds(settings: WorkchatSettings): readonly DirectoryNeed[] {
  const surfaces = surfacesOf(settings);
  const isUsed = (surface: Surface) => surfaces.includes(surface);
  return [
    ...nameNeeds(settings, isUsed('team')),
    ...siteNeeds(settings, isUsed),
    ...(isUsed('team')
      ? [useful('channel-messages', 'pictures, files and earlier messages in channels')]
      : []),
    ...(isUsed('groupChat')
      ? [useful('chat-messages', 'pictures, files and earlier messages in group chats')]
      : []),
    ...(isUsed('personal') ? [useful('personal-messages', 'missed messages in personal chats')] : []),
    ...(isUsed('team') || isUsed('groupChat')
      ? [useful('files', 'files shared from document libraries')]
      : []),
  ];
}

const required = (use: ApiUse, why: string): DirectoryNeed => ({
  use,
  ...API_PERMISSIONS[use],
  why,
  isRequired: true,
});
const useful = (use: ApiUse, why: string): DirectoryNeed => ({ ...required(use, why), isRequired: false });

function nameNeeds(settings: WorkchatSettings, hasTeams: boolean): readonly DirectoryNeed[] {
  const people = [...settings.allowFrom, ...settings.groupAllowFrom];
  const isPersonNamed = people.some((entry) => readEntry(entry).kind === 'name');
  const toPlaces = 'sending to channels by name (Team/Channel)';
  return [
    isPersonNamed
      ? required('people', 'allowFrom or groupAllowFrom contains names, principal names or addresses')
      : useful('people', 'sending to people by name (user:<name>)'),
    ...(namedTeams(settings) ? [required('teams', 'the setting "teams" contains team names')] : []),
    ...(namedChannels(settings) ? [required('channels', 'the setting "teams" contains channel names')] : []),
    ...(hasTeams && !namedTeams(settings) ? [useful('teams', toPlaces)] : []),
    ...(hasTeams && !namedChannels(settings) ? [useful('channels', toPlaces)] : []),
  ];
}

function siteNeeds(
  { config }: WorkchatSettings,
  isUsed: (surface: Surface) => boolean,
): readonly DirectoryNeed[] {
  if (config.docSiteId === undefined) return [];
  const why = (place: string) => `file links for the members of a ${place} instead of the whole organization`;
  return [
    required('uploads', 'docSiteId is set, so files are uploaded there'),
    ...(isUsed('team') ? [useful('channel-members', why('channel'))] : []),
    ...(isUsed('groupChat') ? [useful('chat-members', why('chat'))] : []),
  ];
}

const namedTeams = ({ teams = {} }: WorkchatSettings): boolean => Object.keys(teams).some(isTeamName);

const namedChannels = ({ teams = {} }: WorkchatSettings): boolean =>
  Object.values(teams).some(({ channels = {} }) => Object.keys(channels).some(isTeamName));
