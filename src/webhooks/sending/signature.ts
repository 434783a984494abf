import { createHmac } from 'node:crypto';

/** The signed content (Standard Webhooks, https://github.com/standard-webhooks/standard-webhooks). */
export interface Signed {
  readonly id: string;
  /** Time of this try, seconds since the epoch. */
  readonly timestamp: number;
  readonly body: string;
}

/** The header `webhook-signature`: one signature for each key, separated by spaces. */
export function signatureOf({ id, timestamp, body }: Signed, keys: readonly Buffer[]): string {
  const content = `${id}.${timestamp}.${body}`;
  return keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`).join(' ');
}
