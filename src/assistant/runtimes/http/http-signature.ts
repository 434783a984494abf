import { createHmac } from 'node:crypto';

/**
 * The headers that prove that a call is ours and when we made it: HMAC-SHA256 with the agent's key over version,
 * timestamp (epoch seconds) and the bytes of the body, joined by colons. None without a key.
 */
export function signatureHeaders(
  key: string | undefined,
  body: string,
  nowMs: number,
): Readonly<Record<string, string>> {
  if (key === undefined) return {};
  const timestamp = String(Math.floor(nowMs / 1000));
  const digest = createHmac('sha256', key).update(`v1:${timestamp}:${body}`).digest('hex');
  return { 'x-gatehouse-timestamp': timestamp, 'x-gatehouse-signature': `v1=${digest}` };
}
