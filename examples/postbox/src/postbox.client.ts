import { HttpClient, type HttpOutcome } from 'gatehouse/plugin';
import type { PostboxConfig } from './postbox.config.js';

const TIMEOUT_MS = 10_000;
const client = new HttpClient();

export interface Letter {
  readonly to: string;
  readonly text: string;
}

/** @param key makes a repeated call harmless, where the service heeds it */
export const postLetter = (
  { url = '', secret = '' }: PostboxConfig,
  letter: Letter,
  { key, signal }: { readonly key?: string; readonly signal: AbortSignal },
): Promise<HttpOutcome> =>
  client.exchange({
    url: `${url}/messages`,
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify(letter),
    timeoutMs: TIMEOUT_MS,
    signal,
  });
