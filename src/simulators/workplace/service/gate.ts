import type { WorkplaceCore } from '../core.js';
import { Refusal } from '../http/answer.js';
import { refuseService, serviceProblem, writesBlocked } from '../http/problems.js';
import type { Call } from '../http/route.js';
import { BOT_AUDIENCE } from '../login/tokens.js';
import type { Conversation, Message, Team } from '../types.js';

/** Who may call the connector: a valid token of the bot, for this audience (workchat-wire 3.6, 401). */
export async function admitBot({ tokens, app }: WorkplaceCore, { headers }: Call): Promise<void> {
  const claims = await tokens.read(headers.authorization);
  if (claims?.audience === BOT_AUDIENCE && claims.appId === app.appId) return;
  throw new Refusal(
    serviceProblem(401, 'AuthorizationRequired', 'Authorization has been denied for this request.', {
      'www-authenticate': 'Bearer',
    }),
  );
}

/** The tenant in the service URL, when it has one (1.1). */
export const tenantOf = ({ prefix }: Call): string | undefined => prefix.split('/')[2];

/** A place a call names: base conversation, and the post whose thread is meant. */
export interface Addressed {
  readonly conversation: Conversation;
  readonly rootId: string | undefined;
}

/** Finds the conversation of `{c}` and makes sure that the bot is in it. */
export function addressed(core: WorkplaceCore, call: Call): Addressed {
  const id = call.params.c ?? '';
  const conversation = core.world.conversationById(id);
  if (!conversation) throw refuseService(404, 'ConversationNotFound', 'Conversation not found.');
  const tenant = tenantOf(call);
  if (tenant !== undefined && tenant !== conversation.tenantId) throw forbidden('The tenant is wrong.');
  if (!conversation.hasBot) {
    throw refuseService(403, 'BotNotInConversationRoster', 'The bot is not part of the conversation roster.');
  }
  return { conversation, rootId: rootOf(conversation, id) };
}

/** Only channels have threads (3.2); a thread without its root is not found. */
function rootOf(conversation: Conversation, id: string): string | undefined {
  const [, rootId] = /;messageid=(.*)$/.exec(id) ?? [];
  if (rootId === undefined || conversation.kind !== 'channel') return undefined;
  if (conversation.messages.some((each) => each.id === rootId && each.rootId === rootId)) return rootId;
  throw refuseService(404, 'ConversationNotFound', 'The thread was not found.');
}

/** Throws when something keeps the bot from writing there (3.6). */
export function checkWritable({ block }: Conversation): void {
  if (block === 'MessageWritesBlocked') throw new Refusal(writesBlocked());
  if (block === 'ConversationBlockedByUser') {
    throw refuseService(403, block, 'User blocked the conversation with the bot.');
  }
  if (block) throw refuseService(403, block, 'The tenant admin disabled this bot');
}

/** A message of that conversation which is still there. */
export function messageIn(conversation: Conversation, id: string): Message {
  const found = conversation.messages.find((each) => each.id === id && each.deletedAt === undefined);
  if (!found)
    throw refuseService(404, 'ActivityNotFoundInConversation', 'Activity not found in conversation.');
  return found;
}

export function teamIn({ world }: WorkplaceCore, id: string): Team {
  const team = world.teams.find((each) => each.id === id);
  if (!team) throw refuseService(404, 'ConversationNotFound', 'The team was not found.');
  if (team.hasBot) return team;
  throw refuseService(403, 'BotNotInConversationRoster', 'The bot is not part of the conversation roster.');
}

export const forbidden = (why: string): Refusal => refuseService(403, 'ForbiddenOperationException', why);
