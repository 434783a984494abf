import { request } from 'undici';
import { errorText } from '../../common/index.js';
import type { WebhookTarget } from './imbridge.webhook-registration.js';

/** The event by which the gateway calls its own webhook; nothing follows from it. */
export const SELF_TEST_EVENT = 'gatehouse-self-test';

const TIMEOUT_MS = 5_000;
const MAX_ANSWER = 100;

/**
 * Calls our webhook where the bridge was told it is, with its secret, the way an event goes: through whatever stands
 * before us (wire 6.3 row 38). Never throws.
 * @returns what is wrong, for an operator and without the secret; undefined when it came through
 */
export async function callOwnWebhook(
  origin: string,
  { path, secret }: WebhookTarget,
): Promise<string | undefined> {
  const address = origin + path;
  try {
    const { statusCode, body } = await request(`${address}?password=${encodeURIComponent(secret)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: SELF_TEST_EVENT, data: null }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (await body.text()).slice(0, MAX_ANSWER);
    if (statusCode === 200 && answer === 'ok') return undefined;
    return problemWith(address, statusCode === 200 ? 'somebody else answers there' : `HTTP ${statusCode}`);
  } catch (error) {
    return problemWith(address, errorText(error).replaceAll(encodeURIComponent(secret), '***'));
  }
}

const problemWith = (address: string, what: string): string =>
  `The webhook at ${address} does not reach this gateway (${what}): check gateway.publicUrl, and what stands before it.`;
