import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

const QUERY_NAMES = new Set(['guid', 'password', 'token']);
const HEADER_NAMES = ['x-guid', 'x-password', 'x-imbridge-guid', 'x-bluebubbles-guid'] as const;
/** More than there are places for a secret; the rest of a longer list is ignored. */
const MAX_CREDENTIALS = 32;

/**
 * Everything in the request that may be the secret: each of the query parameters `guid`, `password` and `token`, four
 * headers, and `Authorization` raw, Bearer or Basic (wire 5.1). An empty one counts too.
 */
export function credentialsOf(request: Pick<IncomingMessage, 'url' | 'headers'>): readonly string[] {
  const found = queryCredentials(request.url ?? '');
  found.push(...headerCredentials(request.headers));
  return found.length > MAX_CREDENTIALS ? found.slice(0, MAX_CREDENTIALS) : found;
}

/**
 * The size of the form for comparison: one byte with the length or `DIGEST`, then the bytes of the secret, then zeros.
 */
const FORM_BYTES = 128;
/** Marks a digest; greater than any length. */
const DIGEST = 255;

/**
 * A secret in its form for comparison, which has the same size for all secrets. Surrounding white space is ignored, as
 * the bridge does (wire 1.1). A secret that fits is contained unchanged, because a digest for each webhook would cost
 * more than the rest of its authentication; a longer one is replaced by its SHA-256.
 */
export function comparable(secret: string): Buffer {
  const text = secret.trim();
  const length = Buffer.byteLength(text);
  const form = Buffer.allocUnsafe(FORM_BYTES).fill(0);
  if (length < FORM_BYTES) {
    form[0] = length;
    form.write(text, 1);
  } else {
    form[0] = DIGEST;
    hash('sha256', text, 'buffer').copy(form, 1);
  }
  return form;
}

/**
 * Compares all pairs, so that the duration does not reveal which secret was nearly right.
 * @param secret and `presented` in their form for comparison
 */
export function matches(secret: Buffer, presented: readonly Buffer[]): boolean {
  let hits = 0;
  for (const each of presented) hits += timingSafeEqual(secret, each) ? 1 : 0;
  return hits > 0;
}

/** A raw `+` may be meant as itself or as a space, since people put secrets into URLs by hand: both are tried. */
function queryCredentials(url: string): string[] {
  const found: string[] = [];
  const start = url.indexOf('?');
  if (start === -1) return found;
  for (const pair of url.slice(start + 1).split('&')) {
    const at = pair.indexOf('=');
    if (!QUERY_NAMES.has(at === -1 ? pair : pair.slice(0, at))) continue;
    const value = at === -1 ? '' : pair.slice(at + 1);
    found.push(decode(value));
    if (value.includes('+')) found.push(decode(value.replaceAll('+', ' ')));
  }
  return found;
}

function headerCredentials(headers: IncomingHttpHeaders): string[] {
  const own = HEADER_NAMES.flatMap((name) => headers[name] ?? []);
  const { authorization } = headers;
  return authorization === undefined ? own : [...own, ...authorizationCredentials(authorization.trim())];
}

function authorizationCredentials(value: string): string[] {
  const [, scheme = '', rest = ''] = /^(bearer|basic)\s+(.*)$/is.exec(value) ?? [];
  if (scheme.toLowerCase() === 'bearer') return [rest, value];
  if (scheme.toLowerCase() !== 'basic') return [value];
  const pair = Buffer.from(rest, 'base64').toString('utf8');
  const at = pair.indexOf(':');
  const user = at === -1 ? pair : pair.slice(0, at);
  const password = at === -1 ? '' : pair.slice(at + 1);
  return [password === '' ? user : password, value];
}

/** Percent-decodes; returns as it is what is not encoded properly. */
export function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
