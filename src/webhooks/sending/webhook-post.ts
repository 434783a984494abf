import { retryAfterMs, traceparentOf, tracer } from '../../common/index.js';
import { HttpClient, type HttpOutcome } from '../../common/http/client/index.js';
import type { WebhookConfig } from '../../config/index.js';
import { isMetadataService, reachOf, type Resolve, systemResolve } from '../../media/index.js';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { createHmac } from 'node:crypto';

/** Addresses that only this machine's neighbours on the wire have, as those of version 4 beside the metadata services. */
const LINK_LOCAL = new BlockList();
LINK_LOCAL.addSubnet('fe80::', 10, 'ipv6');

/** An address that is never called. */
class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
  readonly code = 'EACCES';
}

/** @throws RefusedAddressError */
function refuseAddress(address: string, isPlain: boolean): void {
  if (isMetadataService(address) || (isIPv6(address) && LINK_LOCAL.check(address, 'ipv6')))
    throw new RefusedAddressError('the address is link-local or belongs to a metadata service');
  if (isPlain && mayBePublic(address))
    throw new RefusedAddressError('plain http to a public address: use https');
}

/** Forms of version 6 that hide an address of version 4 may lead anywhere. */
function mayBePublic(address: string): boolean {
  const reach = reachOf(address);
  return reach === 'public' || (reach === 'never' && isIPv6(address));
}

/** The same for the host of a URL, if it is an address: those are not looked up. @throws RefusedAddressError */
function refuseHost({ hostname, protocol }: URL): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0) refuseAddress(address, protocol === 'http:');
}

/**
 * Looks a host up for each connection, and refuses it for a single address that is never called, because chance would
 * decide which one is used.
 */
const allowedLookup =
  (resolve: Resolve, isPlain: boolean): LookupFunction =>
  (host, options, found) => {
    const allowed = async () => {
      const addresses = await resolve(host);
      for (const address of addresses) refuseAddress(address, isPlain);
      return addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    };
    allowed().then(
      (all) => {
        const [first = { address: '', family: 4 }] = all;
        if (options.all) found(null, all);
        else found(null, first.address, first.family);
      },
      (error: unknown) => found(error as NodeJS.ErrnoException, ''),
    );
  };

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

/** The signed content (Standard Webhooks, https://github.com/standard-webhooks/standard-webhooks). */
interface Signed {
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
