import { HttpClient, type HttpOutcome } from 'gatehouse/plugin';
import type { PostboxConfig } from './postbox.config.js';

const client = new HttpClient();

/** @param key tells the service that a message is the same as an earlier one */
export const postLetter = (
  { url = '', secret = '' }: PostboxConfig,
  json: { readonly to: string; readonly text: string },
  { key, signal }: { readonly key: string; readonly signal: AbortSignal },
): Promise<HttpOutcome> => {
  const headers = { authorization: `Bearer ${secret}`, 'idempotency-key': key };
  return client.exchange({
    url: `${url}/messages`,
    method: 'POST',
    headers,
    json,
    timeoutMs: 10_000,
    signal,
  });
};
