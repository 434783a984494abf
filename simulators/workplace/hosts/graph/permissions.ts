import type { WorkplaceCore } from '../../core/core.js';
import { refuseGraph } from '../../http/problems.js';
import type { Call } from '../../http/route.js';
import type { TokenClaims } from '../../core/login/tokens.js';
import { GRAPH_AUDIENCE } from '../../core/login/tokens.js';
import type { Conversation, Team } from '../../common/types.js';

/** Any one of the application permissions is enough, as is the resource-specific one where the app is installed. */
export interface Need {
  readonly anyOf: readonly string[];
  readonly resource?: string;
  /** Directory objects have a different error. */
  readonly isDirectory?: boolean;
}

/** The permissions for each read or write (workchat-wire 5.4 to 5.6). */
export const NEEDS = {
  users: { anyOf: ['User.Read.All', 'User.ReadBasic.All', 'Directory.Read.All'], isDirectory: true },
  groups: { anyOf: ['Group.Read.All', 'GroupMember.Read.All', 'Directory.Read.All'], isDirectory: true },
  applications: {
    anyOf: ['Application.Read.All', 'Application.ReadWrite.All', 'Directory.Read.All'],
    isDirectory: true,
  },
  team: {
    anyOf: ['Team.ReadBasic.All', 'TeamSettings.Read.All', 'Group.Read.All'],
    resource: 'TeamSettings.Read.Group',
  },
  teams: { anyOf: ['Team.ReadBasic.All', 'TeamSettings.Read.All', 'Group.Read.All'] },
  channels: {
    anyOf: ['Channel.ReadBasic.All', 'ChannelSettings.Read.All', 'Group.Read.All'],
    resource: 'ChannelSettings.Read.Group',
  },
  teamMembers: { anyOf: ['TeamMember.Read.All', 'Group.Read.All'], resource: 'TeamMember.Read.Group' },
  channelMembers: {
    anyOf: ['ChannelMember.Read.All', 'ChannelMember.ReadWrite.All'],
    resource: 'ChannelMember.Read.Group',
  },
  channelMessages: {
    anyOf: ['ChannelMessage.Read.All', 'Group.Read.All'],
    resource: 'ChannelMessage.Read.Group',
  },
  chatMessages: { anyOf: ['Chat.Read.All', 'ChatMessage.Read.All'], resource: 'ChatMessage.Read.Chat' },
  chat: {
    anyOf: ['Chat.ReadBasic.All', 'Chat.Read.All', 'Chat.ReadWrite.All'],
    resource: 'ChatSettings.Read.Chat',
  },
  chatMembers: {
    anyOf: ['ChatMember.Read.All', 'Chat.ReadBasic.All', 'Chat.Read.All'],
    resource: 'ChatMember.Read.Chat',
  },
  readSites: { anyOf: ['Sites.Read.All', 'Sites.ReadWrite.All'] },
  writeSites: { anyOf: ['Sites.ReadWrite.All', 'Files.ReadWrite.All'] },
  shares: { anyOf: ['Files.Read.All', 'Files.ReadWrite.All', 'Sites.Read.All', 'Sites.ReadWrite.All'] },
} as const satisfies Readonly<Record<string, Need>>;

/** Requires a valid directory token for Graph; a token for the bot service is refused. */
export async function admitGraph({ tokens }: WorkplaceCore, { headers }: Call): Promise<void> {
  if (headers.authorization === undefined) {
    throw refuseGraph(401, 'InvalidAuthenticationToken', 'Access token is empty.');
  }
  const claims = await tokens.read(headers.authorization);
  if (claims?.audience === GRAPH_AUDIENCE) return;
  const why = claims
    ? 'Access token validation failure. Invalid audience.'
    : 'Lifetime validation failed, the token is expired.';
  throw refuseGraph(401, 'InvalidAuthenticationToken', why);
}

/** @throws 403 unless the token, or the app's consent in that place, has a needed permission */
export async function permit(
  core: WorkplaceCore,
  { headers }: Call,
  need: Need,
  place?: Conversation | Team,
): Promise<TokenClaims> {
  const claims = await core.tokens.read(headers.authorization);
  if (!claims) throw refuseGraph(401, 'InvalidAuthenticationToken', 'Access token is empty.');
  const { anyOf, resource, isDirectory } = need;
  core.permissionsAsked.push([...anyOf, ...(resource === undefined ? [] : [resource])]);
  const isConsented =
    resource !== undefined && place?.hasBot === true && core.app.resourcePermissions.has(resource);
  if (isConsented || anyOf.some((name) => claims.roles.includes(name))) return claims;
  if (isDirectory) {
    throw refuseGraph(
      403,
      'Authorization_RequestDenied',
      'Insufficient privileges to complete the operation.',
    );
  }
  // The text is that of microsoftgraph/microsoft-graph-docs-contrib issue 3379.
  const why = `Missing role permissions on the request. API requires one of '${anyOf.join(', ')}'. Roles on the request '${claims.roles.join(', ')}'.`;
  throw refuseGraph(403, 'Forbidden', why);
}
