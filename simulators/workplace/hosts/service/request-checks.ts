import type { WorkplaceCore } from '../../core/core.js';
import { HttpFailure } from '../../http/answer.js';
import { refuseService, serviceProblem, writesBlocked } from '../../http/problems.js';
import type { Call } from '../../http/route.js';
import { BOT_AUDIENCE } from '../../core/login/tokens.js';
import type { Conversation, Message, Team } from '../../common/types.js';
import type { Addressed } from '../../messages/bot-messages.js';

/** Admits a call with a valid token of the bot for this audience, at this service (workchat-wire 1.1, 3.6). */
export async function admitBot(core: WorkplaceCore, { headers, prefix }: Call): Promise<void> {
  const { tokens, app } = core;
  // The connector has no host at a former URL or in an unknown region.
  if (!core.isServiceAt(prefix)) throw refuseService(404, 'NotFound', `No service at '${prefix}'.`);
  const claims = await tokens.read(headers.authorization);
  if (claims?.audience === BOT_AUDIENCE && claims.appId === app.appId) return;
  throw new HttpFailure(
    serviceProblem(401, 'AuthorizationRequired', 'Authorization has been denied for this request.', {
      'www-authenticate': 'Bearer',
    }),
  );
}

/** The tenant in the service URL, if any (1.1). */
const tenantOf = ({ prefix }: Call): string | undefined => prefix.split('/')[2];

/** Finds the conversation of `{c}` and checks that the bot is a member. */
export function addressed(core: WorkplaceCore, call: Call): Addressed {
  const id = call.params.c ?? '';
  const conversation = core.world.conversationById(id);
  if (!conversation) throw refuseService(404, 'ConversationNotFound', 'Conversation not found.');
  const tenant = tenantOf(call);
  if (tenant !== undefined && tenant !== conversation.tenantId) throw forbidden('The tenant is wrong.');
  if (!conversation.hasBot) throw notInstalled(core, conversation);
  return { conversation, rootId: rootOf(conversation, id), answers: call.params.a };
}

/** A personal chat has no roster: the app was uninstalled there (3.6). */
function notInstalled({ variants }: WorkplaceCore, { kind }: Conversation): HttpFailure {
  if (kind !== 'personal') {
    return refuseService(
      403,
      'BotNotInConversationRoster',
      'The bot is not part of the conversation roster.',
    );
  }
  return variants.uninstalledChat === 'MessageWritesBlocked'
    ? new HttpFailure(writesBlocked())
    : forbidden('The bot is not installed in user’s personal scope.');
}

/** Only channels have threads (3.2); a thread without its root is not found. */
function rootOf(conversation: Conversation, id: string): string | undefined {
  const [, rootId] = /;messageid=(.*)$/.exec(id) ?? [];
  if (rootId === undefined || conversation.kind !== 'channel') return undefined;
  if (conversation.messages.some((each) => each.id === rootId && each.rootId === rootId)) return rootId;
  throw refuseService(404, 'ConversationNotFound', 'The thread was not found.');
}

/** @throws the conversation's block, if the bot may not write there (3.6) */
export function checkWritable({ block }: Conversation): void {
  if (block === 'MessageWritesBlocked') throw new HttpFailure(writesBlocked());
  if (block === 'ConversationBlockedByUser') {
    throw refuseService(403, block, 'User blocked the conversation with the bot.');
  }
  if (block) throw refuseService(403, block, 'The tenant admin disabled this bot');
}

/** Finds a message of the conversation that was not deleted. */
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

export const forbidden = (why: string): HttpFailure => refuseService(403, 'ForbiddenOperationException', why);
