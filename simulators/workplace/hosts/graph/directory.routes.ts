import type { WorkplaceCore } from '../../core/core.js';
import type { BotApp } from '../../core/login/bot-app.js';
import type { Answer } from '../../http/answer.js';
import { refuseGraph } from '../../http/problems.js';
import type { Call, Route } from '../../http/route.js';
import { route } from '../../http/route.js';
import type { Json } from '../../common/json.js';
import { text } from '../../common/json.js';
import type { Conversation, Team, User } from '../../common/types.js';
import { parseFilter } from './filter.js';
import { page, single } from './page.js';
import { NEEDS, permit } from './permissions.js';

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Look-ups of people, teams and channels (workchat-wire 5.5). */
export function directoryRoutes(core: WorkplaceCore): Route[] {
  return [
    route('GET /users', (call) => users(core, call)),
    route('GET /users/{id}', (call) => oneUser(core, call)),
    route('GET /groups', (call) => groups(core, call)),
    route('GET /applications', async (call) => {
      await permit(core, call, NEEDS.applications);
      return page(core, call, filtered(call, [appJson(core.app)]));
    }),
    route('GET /groups/{group}', async (call) => {
      await permit(core, call, NEEDS.groups);
      return single(core, call, groupJson(teamOf(core, call)));
    }),
    route('GET /teams', async (call) => {
      const { tenantId } = await permit(core, call, NEEDS.teams);
      const own = core.world.teams.filter((team) => team.tenantId === tenantId);
      const all = own.map(({ aadGroupId: id, name }) => ({ id, displayName: name }));
      return page(core, call, filtered(call, all));
    }),
    route('GET /teams/{group}', async (call) => {
      const team = teamOf(core, call);
      await permit(core, call, NEEDS.team, team);
      return single(core, call, { id: team.aadGroupId, displayName: team.name, internalId: team.id });
    }),
    route('GET /teams/{group}/channels', async (call) => {
      const team = teamOf(core, call);
      await permit(core, call, NEEDS.channels, team);
      return page(core, call, team.channels.filter(({ isDeleted }) => !isDeleted).map(channelJson));
    }),
    route('GET /teams/{group}/channels/{channel}', async (call) => {
      const team = teamOf(core, call);
      await permit(core, call, NEEDS.channels, team);
      return single(core, call, channelJson(channelOf(team, call)));
    }),
    route('GET /teams/{group}/primaryChannel', async (call) => {
      const team = teamOf(core, call);
      await permit(core, call, NEEDS.channels, team);
      const general = team.channels.find(({ id }) => id === team.id);
      return single(core, call, general ? channelJson(general) : {});
    }),
    route('GET /teams/{group}/channels/{channel}/members', async (call) => {
      const team = teamOf(core, call);
      await permit(core, call, NEEDS.channelMembers, team);
      return page(core, call, channelOf(team, call).members.map(memberOf));
    }),
    route('GET /teams/{group}/members', async (call) => {
      const team = teamOf(core, call);
      await permit(core, call, NEEDS.teamMembers, team);
      return page(core, call, team.members.map(memberOf));
    }),
  ];
}

async function users(core: WorkplaceCore, call: Call): Promise<Answer> {
  const { tenantId } = await permit(core, call, NEEDS.users);
  const all = core.world.users.filter((user) => user.tenantId === tenantId).map(userJson);
  const search = call.query.get('$search');
  const found = search === null ? all : all.filter(searchTest(call, search));
  return page(core, call, filtered(call, found));
}

/** `$search` needs a special header, and matches the beginnings of words. */
function searchTest({ headers }: Call, search: string): (entry: Json) => boolean {
  if (headers.consistencylevel !== 'eventual') {
    const why =
      "Request with $search query parameter only works through MSGraph with a special request header: 'ConsistencyLevel: eventual'";
    throw refuseGraph(400, 'Request_UnsupportedQuery', why);
  }
  const [, field = '', words = ''] = /^"(\w+):([^"]+)"$/.exec(search) ?? [];
  if (field === '') throw refuseGraph(400, 'BadRequest', 'Syntax error in $search.');
  return (entry) => {
    const value = (text(entry[field]) ?? '').toLowerCase();
    return (
      value.split(/\s+/).some((word) => word.startsWith(words.toLowerCase())) ||
      value.startsWith(words.toLowerCase())
    );
  };
}

async function oneUser(core: WorkplaceCore, call: Call): Promise<Answer> {
  const { tenantId } = await permit(core, call, NEEDS.users);
  const id = call.params.id ?? '';
  const user = core.world.user(id);
  if (user?.tenantId === tenantId && !id.startsWith('29:')) return single(core, call, userJson(user));
  const why = `Resource '${id}' does not exist or one of its queried reference-property objects are not present.`;
  throw refuseGraph(404, 'Request_ResourceNotFound', why);
}

async function groups(core: WorkplaceCore, call: Call): Promise<Answer> {
  const { tenantId } = await permit(core, call, NEEDS.groups);
  const all = core.world.teams.filter((team) => team.tenantId === tenantId).map(groupJson);
  return page(core, call, filtered(call, all));
}

function filtered({ query }: Call, entries: readonly Json[]): readonly Json[] {
  const filter = query.get('$filter');
  return filter === null ? entries : entries.filter(parseFilter(filter));
}

/** Finds a team by directory guid only: the thread id, `team.id` in events, is refused (5.6). */
export function teamOf({ world }: WorkplaceCore, { params }: Call): Team {
  const id = params.group ?? '';
  if (!GUID.test(id)) throw refuseGraph(400, 'BadRequest', 'teamId needs to be a valid GUID.');
  const team = world.teams.find(({ aadGroupId }) => aadGroupId === id);
  if (!team) throw refuseGraph(404, 'NotFound', `No team found with Group Id ${id}`);
  return team;
}

function channelOf({ channels }: Team, { params }: Call): Conversation {
  const channel = channels.find(({ id, isDeleted }) => id === params.channel && !isDeleted);
  if (!channel) throw refuseGraph(404, 'NotFound', 'No channel found with that id');
  return channel;
}

const groupJson = ({ aadGroupId: id, name }: Team): Json => ({
  id,
  displayName: name,
  resourceProvisioningOptions: ['Team'],
});

const channelJson = ({ id, name, channelType }: Conversation): Json => ({
  id,
  displayName: name,
  membershipType: channelType,
});

/** It shows how each secret begins and when it ends, never the value. */
const appJson = ({ appId, name, secrets }: BotApp): Json => ({
  appId,
  displayName: name,
  passwordCredentials: secrets.map(({ value, expiresAt = NEVER }) => ({
    hint: value.slice(0, 3),
    endDateTime: new Date(expiresAt).toISOString(),
    secretText: null,
  })),
});
/** The end of a secret that was made without one. */
const NEVER = Date.UTC(2299, 11, 31);

const userJson = ({ aadObjectId, name, mail, userPrincipalName, givenName, surname }: User): Json => ({
  id: aadObjectId,
  displayName: name,
  givenName,
  surname,
  mail,
  userPrincipalName,
});

/** A member of a team or chat (5.4). */
export const memberOf = ({ aadObjectId, name, mail, tenantId }: User): Json => ({
  '@odata.type': '#microsoft.graph.aadUserConversationMember',
  id: Buffer.from(`member ${aadObjectId}`).toString('base64url'),
  roles: [],
  displayName: name,
  userId: aadObjectId,
  email: mail,
  tenantId,
});
