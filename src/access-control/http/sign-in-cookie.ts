import type { Request, Response } from 'express';

/**
 * Browsers accept the prefix only over https, so a page of the same host that came over plain HTTP cannot plant the cookie
 * of an https console. They keep one cookie of a name for all ports of a host, so the port is part of it: two gateways of a
 * machine leave each other's alone.
 */
function nameOf({ protocol, headers: { host = '' } }: Request): string {
  const [port = ''] = /:\d+$/.exec(host) ?? [];
  const name = `gatehouse-console${port.replace(':', '-')}`;
  return protocol === 'https' ? `__Secure-${name}` : name;
}

/**
 * The values that the browser sent for the console's cookie: there is one at most unless a neighbour of the host plants
 * another.
 */
export function signInCookies(request: Request): string[] {
  const start = `${nameOf(request)}=`;
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(start)).map((pair) => pair.slice(start.length));
}

/**
 * Gives the browser the cookie, or takes it back. It has no `Path`: the browser's default is the folder of `/session` as
 * the browser knows it (RFC 6265, 5.1.4), which is that of the admin API, also where a proxy puts the gateway under a path.
 */
export function setSignInCookie(response: Response, value: string, maxAgeSeconds: number): void {
  const request = response.req;
  const secure = request.protocol === 'https' ? '; Secure' : '';
  const cookie = `${nameOf(request)}=${value}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
  response.append('Set-Cookie', cookie);
}
