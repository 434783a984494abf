import type { WorkplaceCore } from './core/core.js';
import type { TokenPlan } from './core/login/channel-signer.js';
import type { Activity, BotAnswer } from './common/types.js';
import type { BotCall } from './core/bot/bot-call.js';
import { callBot } from './core/bot/bot-call.js';
import { BOT_HEADERS } from './core/bot/dispatcher.js';

/** A call of the bot's endpoint as an attacker or a tester makes it. */
export interface RawPost extends Omit<Partial<BotCall>, 'headers'> {
  /** How the token is made; null: no Authorization header. */
  readonly token?: TokenPlan | null;
  /** Whole header instead of a signed token. */
  readonly authorization?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One call without repeats; nothing is stored. Rejects when there is no answer. */
export async function postRaw(
  { dispatcher, signer }: WorkplaceCore,
  activity: Activity,
  { token = {}, authorization, headers, ...call }: RawPost = {},
): Promise<BotAnswer> {
  const url = call.url ?? dispatcher.endpoint;
  if (url === undefined) throw new Error('No bot is connected.');
  const signed = token === null ? undefined : `Bearer ${await signer.sign(activity.serviceUrl, token)}`;
  const header = authorization ?? signed;
  return callBot({
    body: JSON.stringify(activity),
    ...call,
    url,
    headers: { ...BOT_HEADERS, ...(header === undefined ? {} : { authorization: header }), ...headers },
  });
}
