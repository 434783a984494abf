import type { WorkplaceCore } from '../../core/core.js';
import type { Answer } from '../../http/answer.js';
import { ok } from '../../http/answer.js';
import { refuseService } from '../../http/problems.js';
import type { Call, Route } from '../../http/route.js';
import { route } from '../../http/route.js';
import { compact, isObject, object, objects, text } from '../../common/json.js';
import type { Activity, Conversation, User } from '../../common/types.js';
import { BotMessages } from '../../messages/bot-messages.js';
import { activityOf, checkMessage } from '../../messages/check-activity.js';
import { addressed, checkWritable, forbidden, teamIn } from './request-checks.js';
import { SilentChecks } from './silent-checks.js';

/** New conversations, teams and their channels, pictures (workchat-wire 1.17, 2.8, 3.1, 3.2). */
export function conversationRoutes(core: WorkplaceCore): Route[] {
  return [
    route('POST /v3/conversations', (call) => create(core, call)),
    route('GET /v3/teams/{t}', ({ params }) => team(core, params.t ?? '')),
    route('GET /v3/teams/{t}/conversations', ({ params }) => channels(core, params.t ?? '')),
    route('GET /v3/attachments/{id}', ({ params }) => attachment(core, params.id ?? '')),
    route('GET /v3/attachments/{id}/views/{view}', ({ params }) => view(core, params.id ?? '')),
  ];
}

function create(core: WorkplaceCore, call: Call): Answer {
  const channelId = text(object(object(call.body.channelData).channel).id);
  return channelId === undefined ? personal(core, call) : post(core, call, channelId);
}

/** Opens a chat by `29:` id or directory id; the app must be installed for the person (2.8). */
function personal(core: WorkplaceCore, call: Call): Answer {
  const user = memberOf(core, call);
  const conversation = core.world.personalChat(user);
  if (!isReachable(core, conversation)) throw forbidden('The bot is not installed in user’s personal scope.');
  core.rates.count('send', user.tenantId, conversation.id);
  checkWritable(conversation);
  const activity = firstActivity(core, call, conversation);
  // A team with the app is enough to open a chat, which is then like any other.
  conversation.hasBot = true;
  const { id } = conversation;
  core.notePosted({
    verb: 'create',
    conversationId: id,
    threadId: undefined,
    messageId: undefined,
    activity: undefined,
  });
  if (!activity) return { status: 201, json: { id } };
  const said = new BotMessages(core).store({ conversation, rootId: undefined }, activity);
  return { status: 201, json: { id, activityId: said.id } };
}

/** Checks the bot, the shape, the tenant and the person, in this order. A bot cannot create group chats. */
function memberOf({ app, world }: WorkplaceCore, { body }: Call): User {
  const [member, ...others] = objects(body.members);
  const isOurs = text(object(body.bot).id) === app.id;
  if (!isOurs || body.isGroup === true || !member || others.length > 0) throw wrongParameters();
  const tenantId = text(body.tenantId) ?? text(object(object(body.channelData).tenant).id);
  if (tenantId === undefined) throw refuseService(400, 'BadSyntax', 'Could not parse tenant id');
  const id = text(member.id) ?? '';
  // A principal name is not an id of the bot channel.
  const user = id.includes('@') ? undefined : world.user(id);
  if (!user) throw refuseService(400, 'BadArgument', `Failed to decrypt pairwise id '${id}'`);
  if (tenantId !== user.tenantId) throw forbidden('The bot is not installed in that tenant.');
  return user;
}

function firstActivity(core: WorkplaceCore, call: Call, place: Conversation): Activity | undefined {
  if (call.body.activity === undefined) return undefined;
  if (!isObject(call.body.activity)) throw wrongParameters();
  const activity = activityOf(core, { ...call, body: call.body.activity });
  checkMessage(core, activity, place);
  new SilentChecks(core).sent(place, activity, {});
  return activity;
}

/** Whether the app is installed for the person, or in a team or chat of theirs (docs, send-proactive-messages). */
function isReachable({ world }: WorkplaceCore, { hasBot, members }: Conversation): boolean {
  const [user] = members;
  return (
    hasBot || world.teams.some((team) => team.hasBot && user !== undefined && team.members.includes(user))
  );
}

function post(core: WorkplaceCore, call: Call, channelId: string): Answer {
  const { conversation } = addressed(core, { ...call, params: { c: channelId } });
  core.rates.count('send', conversation.tenantId, conversation.id);
  checkWritable(conversation);
  const activity = firstActivity(core, call, conversation);
  if (conversation.kind !== 'channel' || !activity) throw wrongParameters();
  const { id } = new BotMessages(core).store({ conversation, rootId: undefined }, activity);
  return { status: 201, json: { id: `${conversation.id};messageid=${id}`, activityId: id } };
}

/** The error has the platform's text. */
const wrongParameters = (): Error =>
  refuseService(400, 'BadSyntax', 'Incorrect conversation creation parameters');

function team(core: WorkplaceCore, teamId: string): Answer {
  const { id, name, aadGroupId, tenantId, channels: list, members } = teamIn(core, teamId);
  core.rates.count('get', tenantId, id);
  const counts = { channelCount: list.length, memberCount: members.length };
  return ok({ id, name, type: 'standard', aadGroupId, ...counts });
}

/** Lists a team's channels. General has no name, and its id is the team's (3.1). */
function channels(core: WorkplaceCore, teamId: string): Answer {
  const { id: generalId, channels: list, tenantId } = teamIn(core, teamId);
  core.rates.count('get', tenantId, generalId);
  const shown = list.filter(({ isDeleted }) => !isDeleted);
  const conversations = shown.map(({ id, name, channelType: type }) =>
    compact({ id, name: id === generalId ? undefined : name, type }),
  );
  return ok({ conversations });
}

function attachment(core: WorkplaceCore, id: string): Answer {
  const { contentType, content } = imageOf(core, id);
  const size = content instanceof Uint8Array ? content.byteLength : content.zeros;
  const views = [
    { viewId: 'original', size },
    { viewId: 'thumbnail', size: Math.min(size, 3120) },
  ];
  return ok({ name: `image.${contentType.replace(/^image\//, '')}`, type: contentType, views });
}

function view(core: WorkplaceCore, id: string): Answer {
  const { contentType, content } = imageOf(core, id);
  return { status: 200, file: content, headers: { 'content-type': contentType } };
}

function imageOf({ files }: WorkplaceCore, id: string) {
  const image = files.image(id);
  if (!image) throw refuseService(404, 'AttachmentNotFound', 'The attachment was not found.');
  return image;
}
