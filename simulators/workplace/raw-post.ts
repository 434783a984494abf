import type { WorkplaceCore } from './core/core.js';
import type { TokenPlan } from './core/login/channel-signer.js';
import type { Activity, BotAnswer } from './common/types.js';
import type { BotCall } from './core/bot/bot-call.js';
import { callBot } from './core/bot/bot-call.js';
import { BOT_HEADERS } from './core/bot/dispatcher.js';

/** A call of the bot's endpoint by an attacker or a tester. */
export interface RawPost extends Omit<Partial<BotCall>, 'headers'> {
  /** Options for the token; null sends no Authorization header. */
  readonly token?: TokenPlan | null;
  /** A complete header value that replaces the signed token. */
  readonly authorization?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the bot once without repeats and stores nothing. Rejects when there is no answer. */
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
