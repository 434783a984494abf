import { VERSION } from '../../common/index.js';
import {
  HttpClient,
  type HttpCall,
  type HttpHeaders,
  type HttpOutcome,
  type HttpStreamOutcome,
  retryAfterMs,
} from '../../channels/kit/index.js';

/** The longest accepted pause in ms: an absurd one would block everything (wire 3.5). */
const MAX_PAUSE_MS = 60_000;
/**
 * The pause when the service states none, ms: deliveries have a back-off of their own, but other calls wait this long.
 */
const UNSAID_PAUSE_MS = 2_000;

const client = new HttpClient();

/** A call of the platform. Its headers are named, and precede ours. */
export interface PlatformCall extends HttpCall {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** See HttpClient. */
export const exchange = (call: PlatformCall): Promise<HttpOutcome> =>
  client.exchange(withHeaders(call, 'gzip'));

/** See HttpClient. Refuses compression, because the stated length would differ from the length read. */
export const openStream = (call: PlatformCall): Promise<HttpStreamOutcome> =>
  client.open(withHeaders(call, 'identity'));

const withHeaders = (call: PlatformCall, encoding: string): HttpCall => ({
  ...call,
  headers: {
    accept: '*/*',
    'accept-encoding': encoding,
    'user-agent': `gatehouse/${VERSION}`,
    ...call.headers,
  },
});

/** The pause that the service requires, ms; undefined when it requires none (wire 3.4). */
export function pauseOf(outcome: HttpOutcome, now: number): number | undefined {
  if (outcome.kind !== 'answered' || outcome.status !== 429) return undefined;
  return askedPauseMs(outcome.headers, now);
}

/** The pause of `Retry-After`, ms. */
export const askedPauseMs = (headers: HttpHeaders, now: number): number =>
  Math.min(MAX_PAUSE_MS, retryAfterMs(headers, now) ?? UNSAID_PAUSE_MS);
