import type { WorkplaceCore } from '../core.js';
import { object, objects } from '../json.js';
import type { Message } from '../types.js';
import { BotMessages } from './bot-messages.js';
import { checkMessage } from './check-activity.js';

/** `expectReplies` (workchat-wire 1.18): the bot's messages stand in the HTTP response, `{"activities":[…]}`. */
export async function takeReplies(
  core: WorkplaceCore,
  { activity, conversation, rootId }: Message,
): Promise<void> {
  const answer = await core.dispatcher.deliver(activity);
  const replies = objects(object(answer?.json).activities).filter(({ type }) => type === 'message');
  const messages = new BotMessages(core);
  for (const reply of replies) {
    checkMessage(core, reply, conversation);
    messages.store({ conversation, rootId }, reply);
  }
}
