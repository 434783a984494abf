import { traceparentOf, tracer } from '../../common/index.js';
import type { WebhookConfig } from '../../config/index.js';
import { HttpClient, type HttpOutcome, retryAfterMs } from '../../channels/kit/index.js';
import { type Resolve, systemResolve } from '../../media/index.js';
import { allowedLookup, RefusedAddressError, refuseHost } from './allowed-lookup.js';
import { signatureOf } from './signature.js';

/** For the whole call. */
const TIMEOUT_MS = 15_000;
/** The body of an answer is read only to free the connection. */
const MOST_ANSWER_BYTES = 64 * 1024;
const GONE = 410;

/** A message as it goes out. */
export interface SentMessage {
  readonly id: string;
  readonly body: string;
}

/** How a try ended. */
export type PostOutcome =
  | { readonly kind: 'taken'; readonly status: number }
  /** The receiver wants no more messages. */
  | { readonly kind: 'gone'; readonly status: number; readonly reason: string }
  | {
      readonly kind: 'failed';
      readonly status?: number;
      /** No text of the answer, and no part of the address that may be secret. */
      readonly reason: string;
      /** The pause that the receiver asks for. */
      readonly afterMs?: number | undefined;
    };

/** Posts messages; never throws. */
export class WebhookPost {
  private readonly clients: Readonly<Record<'http:' | 'https:', HttpClient>>;

  constructor(
    private readonly now: () => number,
    resolve: Resolve = systemResolve,
  ) {
    const clientFor = (isPlain: boolean) =>
      new HttpClient({ maxAnswerBytes: MOST_ANSWER_BYTES, lookup: allowedLookup(resolve, isPlain) });
    this.clients = { 'http:': clientFor(true), 'https:': clientFor(false) };
  }

  async send(webhook: WebhookConfig, { id, body }: SentMessage, signal?: AbortSignal): Promise<PostOutcome> {
    const url = new URL(webhook.url);
    const timestamp = Math.floor(this.now() / 1_000);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'gatehouse',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf({ id, timestamp, body }, webhook.keys()),
      ...(tracer && traceOf(body)),
    };
    try {
      refuseHost(url);
    } catch (error) {
      return { kind: 'failed', reason: (error as RefusedAddressError).message };
    }
    const client = this.clients[url.protocol as 'http:' | 'https:'];
    const call = { url: url.href, method: 'POST', headers, body, timeoutMs: TIMEOUT_MS, signal } as const;
    return outcomeOf(await client.exchange(call), this.now());
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.clients).map((client) => client.close()));
  }
}

/** The header of the trace in which the event of a message was worked on; none for a message about something else. */
function traceOf(body: string): Readonly<Record<string, string>> {
  const { data } = JSON.parse(body) as { readonly data: { readonly event_id?: unknown } };
  const traceparent = typeof data.event_id === 'string' ? traceparentOf(data.event_id) : undefined;
  return traceparent === undefined ? {} : { traceparent };
}

function outcomeOf(outcome: HttpOutcome, now: number): PostOutcome {
  if (outcome.kind !== 'answered') {
    const { detail, error } = outcome;
    return { kind: 'failed', reason: error instanceof RefusedAddressError ? error.message : detail };
  }
  const { status, headers } = outcome;
  if (status >= 200 && status < 300) return { kind: 'taken', status };
  if (status === GONE) return { kind: 'gone', status, reason: `HTTP ${status}` };
  const isRedirect = status >= 300 && status < 400;
  const reason = `HTTP ${status}${isRedirect ? ': redirects are not followed' : ''}`;
  return { kind: 'failed', status, reason, afterMs: retryAfterMs(headers, now) };
}
