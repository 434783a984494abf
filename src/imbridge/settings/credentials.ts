import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

const QUERY_NAMES = new Set(['guid', 'password', 'token']);
const HEADER_NAMES = ['x-guid', 'x-password', 'x-imbridge-guid', 'x-bluebubbles-guid'] as const;
/** More places than we know; the rest of a longer list is not looked at. */
const MAX_CREDENTIALS = 32;

/**
 * Everything in the request that claims to be the secret: the query parameters `guid`, `password`, `token`
 * (each time they occur), four headers, and `Authorization` raw, Bearer or Basic (wire 5.1). An empty one counts.
 */
export function credentialsOf(request: Pick<IncomingMessage, 'url' | 'headers'>): readonly string[] {
  return [...queryCredentials(request.url ?? ''), ...headerCredentials(request.headers)].slice(
    0,
    MAX_CREDENTIALS,
  );
}

/** A secret as we keep it for comparison; white space at its ends does not count, as with the bridge (wire 1.1). */
export function digestOf(secret: string): Buffer {
  return hash('sha256', secret.trim(), 'buffer');
}

/** Looks at all pairs, so that the time taken says nothing about which secret was nearly right. */
export function matches(digest: Buffer, presented: readonly Buffer[]): boolean {
  let hits = 0;
  for (const each of presented) hits += timingSafeEqual(digest, each) ? 1 : 0;
  return hits > 0;
}

/** A raw `+` may be meant as itself or as a space, since people put secrets into URLs by hand: both are tried. */
function queryCredentials(url: string): string[] {
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  return query.split('&').flatMap((pair) => {
    const at = pair.indexOf('=');
    const name = at === -1 ? pair : pair.slice(0, at);
    if (!QUERY_NAMES.has(name)) return [];
    const value = at === -1 ? '' : pair.slice(at + 1);
    return value.includes('+') ? [decode(value), decode(value.replaceAll('+', ' '))] : [decode(value)];
  });
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

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
