import type { WorkplaceCore } from '../../core/core.js';
import type { Answer } from '../../http/answer.js';
import { ok } from '../../http/answer.js';
import { refuseService } from '../../http/problems.js';
import type { Call, Route } from '../../http/route.js';
import { route } from '../../http/route.js';
import type { Json } from '../../common/json.js';
import { compact } from '../../common/json.js';
import type { Conversation, User } from '../../common/types.js';
import { addressed, messageIn } from './request-checks.js';

const LEGACY_CAP = 10_000;

/** Members of conversations and teams (workchat-wire 3.1). */
export function memberRoutes(core: WorkplaceCore): Route[] {
  return [
    route('GET /v3/conversations/{c}/members', (call) => all(core, call)),
    route('GET /v3/conversations/{c}/pagedmembers', (call) => page(core, call)),
    route('GET /v3/conversations/{c}/members/{m}', (call) => ok(memberJson(one(core, call)))),
    route('GET /v3/conversations/{c}/activities/{a}/members', (call) => {
      const conversation = enter(core, call);
      messageIn(conversation, call.params.a ?? '');
      return ok(conversation.members.map(memberJson));
    }),
    route('DELETE /v3/conversations/{c}/members/{m}', (call) => {
      const { conversation } = addressed(core, call);
      conversation.members.splice(conversation.members.indexOf(one(core, call)), 1);
      return { status: 204 };
    }),
  ];
}

function enter(core: WorkplaceCore, call: Call): Conversation {
  const { conversation } = addressed(core, call);
  core.rates.count('get', conversation.tenantId, conversation.id);
  return conversation;
}

/** The old call: not paged, limited in size, and slow (3.1, 3.4). */
function all(core: WorkplaceCore, call: Call): Answer {
  const { id, members } = enter(core, call);
  core.rates.countLegacyMembers(id);
  return ok(members.slice(0, LEGACY_CAP).map(memberJson));
}

function page(core: WorkplaceCore, call: Call): Answer {
  const { members } = enter(core, call);
  const asked = Math.min(500, Math.max(50, Number(call.query.get('pageSize') ?? 200) || 200));
  const size = core.limits.membersPageSize ?? asked;
  const from = positionOf(call.query.get('continuationToken'));
  const next = from + size;
  const continuationToken = next < members.length ? tokenOf(next) : undefined;
  return ok(compact({ members: members.slice(from, next).map(memberJson), continuationToken }));
}

const tokenOf = (position: number): string => Buffer.from(`from ${position}`).toString('base64url');

function positionOf(token: string | null): number {
  if (token === null || token === '') return 0;
  const [, position] = /^from (\d+)$/.exec(Buffer.from(token, 'base64url').toString()) ?? [];
  if (position === undefined) throw refuseService(400, 'BadArgument', 'Invalid continuation token');
  return Number(position);
}

function one(core: WorkplaceCore, call: Call): User {
  const { members } = enter(core, call);
  const user = core.world.user(call.params.m ?? '');
  if (user && members.includes(user)) return user;
  throw refuseService(404, 'MemberNotFoundInConversation', 'Member not found in conversation.');
}

/** `objectId` on the wire; botbuilder copies it to `aadObjectId`. */
export const memberJson = ({ id, name, givenName, surname, mail, ...rest }: User): Json => ({
  id,
  name,
  givenName,
  surname,
  email: mail,
  userPrincipalName: rest.userPrincipalName,
  tenantId: rest.tenantId,
  userRole: 'user',
  objectId: rest.aadObjectId,
});
