import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { GatehouseError } from '../../../common/index.js';
import type { Actor } from '../../actor/actor.js';
import { SignInAuthenticator } from './sign-in-authenticator.js';
import { cookieRefused } from './sign-ins.service.js';

/** A page of another origin cannot set it: the browser would ask us first, and we answer no such question. */
const CONSOLE_HEADER = 'X-Gatehouse-Console';
/**
 * Set by browsers alone. To other ports of this host they send the cookie too, and a page there could show a file in an
 * image. `none`: a person has typed the address.
 */
const FETCH_SITE = 'Sec-Fetch-Site';
const OF_THIS_ORIGIN: ReadonlySet<string> = new Set(['same-origin', 'none']);
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Admits the console by its cookie (ADR 0100). */
@Injectable()
export class CookieAdmission {
  constructor(private readonly signIns: SignInAuthenticator) {}

  /** Undefined for a request without the cookie. @throws GatehouseError UNAUTHENTICATED, FORBIDDEN */
  async admit(request: Request): Promise<Actor | undefined> {
    const [value, ...others] = signInCookies(request);
    if (value === undefined) return undefined;
    requireOwnPage(request);
    // Two values: one of them is not from us, and there is no telling which.
    const found = others.length > 0 ? 'unknown' : await this.signIns.authenticate(value);
    if (typeof found === 'string') throw cookieRefused(found);
    return found;
  }

  /** The actor whose cookie a new one replaces, if there is one. */
  async replacedBy(request: Request): Promise<Actor | undefined> {
    const [value, ...others] = signInCookies(request);
    if (value === undefined || others.length > 0) return undefined;
    const found = await this.signIns.authenticate(value);
    return typeof found === 'string' ? undefined : found;
  }
}

/** @throws GatehouseError FORBIDDEN */
function requireOwnPage({ method, headers }: Request): void {
  const from = headers[FETCH_SITE.toLowerCase()] ?? 'none';
  if (!OF_THIS_ORIGIN.has(String(from)))
    throw refused(`the request came from a page of another origin (${FETCH_SITE})`);
  if (READING.has(method) || headers[CONSOLE_HEADER.toLowerCase()] === '1') return;
  throw refused(`a change with a cookie needs the header ${CONSOLE_HEADER}: 1`);
}

const refused = (details: string): GatehouseError =>
  new GatehouseError('FORBIDDEN', 'This call may come from another site.', details);

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
function signInCookies(request: Request): string[] {
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
