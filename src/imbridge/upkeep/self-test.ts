import { HttpClient } from '../../channels/kit/index.js';
import { errorText } from '../../common/index.js';
import { SELF_TEST_EVENT } from '../inbound/webhook-events.js';
import type { WebhookTarget } from './webhook-registration.js';

const TIMEOUT_MS = 5_000;

/**
 * The reason that events of the bridge may not reach us.
 * - `no-answer`: the address did not answer. That proves little, because it may work from where the bridge is.
 * - `other-answer`: another program answered instead of this gateway.
 */
export interface WebhookFault {
  readonly kind: 'no-answer' | 'other-answer' | 'unregistered' | 'unannounced';
  /** The fault for an operator, without the secret and without a full stop. */
  readonly what: string;
  readonly remedy: string;
}

export interface SelfTestLimits {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Calls our webhook at the address that the bridge was given, with its secret, through the same proxies as an event
 * (wire 6.3 row 38). Never throws.
 * @returns undefined when the call arrived
 */
export async function callOwnWebhook(
  origin: string,
  { path, secret }: WebhookTarget,
  { timeoutMs = TIMEOUT_MS, signal }: SelfTestLimits = {},
): Promise<WebhookFault | undefined> {
  const address = origin + path;
  const client = new HttpClient();
  const outcome = await client.open(
    {
      url: `${address}?password=${encodeURIComponent(secret)}`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: SELF_TEST_EVENT, data: null }),
      timeoutMs,
      signal,
    },
    'whole',
  );
  try {
    if (outcome.kind !== 'answered')
      return noAnswer(
        address,
        errorText(outcome.error ?? outcome.detail).replaceAll(encodeURIComponent(secret), '***'),
      );
    const { status, stream } = outcome;
    const answer = await stream.text();
    if (answer === undefined) return noAnswer(address, 'the response is incomplete');
    if (status === 200 && answer === 'ok') return undefined;
    return otherAnswer(address, status === 200 ? 'another program responds there' : `HTTP ${status}`);
  } finally {
    await client.close();
  }
}

const otherAnswer = (address: string, found: string): WebhookFault => ({
  kind: 'other-answer',
  what: `The webhook at ${address} does not reach this gateway (${found})`,
  remedy: 'Check gateway.publicUrl, and the path and address in the proxy or tunnel in front of the gateway.',
});

const noAnswer = (address: string, error: string): WebhookFault => ({
  kind: 'no-answer',
  what: `The webhook at ${address} cannot be called from here (${error})`,
  remedy:
    'The bridge may still reach it, for example if the router does not support hairpin NAT. Send a message to the Mac; ' +
    'the first event clears this. If none arrives, check gateway.publicUrl and any proxy in front of the gateway.',
});
