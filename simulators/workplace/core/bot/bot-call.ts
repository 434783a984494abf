import type { BotAnswer } from '../../common/types.js';

export interface BotCall {
  readonly url: string;
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body on the wire. */
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** Calls the bot's endpoint once, without following redirects. Rejects when there is no answer. */
export async function callBot({ url, method = 'POST', headers, body, signal }: BotCall): Promise<BotAnswer> {
  const response = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
    ...(signal ? { signal } : {}),
  });
  const content = await response.text();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: content,
    json: parsed(content),
  };
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch {
    return undefined;
  }
}
