import { NotFoundException } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import {
  answerError,
  API_PATH,
  GatehouseError,
  isPlainPath,
  toGatehouseError,
  wrongMethod,
} from '../common/index.js';

/**
 * Leaves the path of a target in absolute form. Express reads such a target with `url.parse`, which throws when its
 * host or user is malformed; `requireHost` sees the whole target.
 */
export function keepPath(request: Request, _response: Response, next: NextFunction): void {
  if (!request.url.startsWith('/')) request.url = request.url.replace(/^[^/?#]*:\/\/[^/?#]*\/?/, '/');
  next();
}

/**
 * Requires exactly one `Host`, and a target on this host (RFC 9112 3.2); otherwise a proxy in front of us may see
 * another host name than we do. Node itself would refuse a missing one without a body, and of two it would keep the
 * first.
 */
export function requireHost(request: Request, response: Response, next: NextFunction): void {
  const problem = hostProblem(request);
  // The log has the path, without a user whom the target may name.
  request.originalUrl = request.url;
  if (problem === undefined) next();
  else answerError(response, GatehouseError.invalid(problem));
}

function hostProblem({ headers, rawHeaders, httpVersion, originalUrl: url }: Request): string | undefined {
  if (headers.host === undefined && httpVersion === '1.1') return 'Host is required';
  if (isHostGivenTwice(rawHeaders)) return 'Host is present twice';
  if (url.startsWith('/') || url === '*') return undefined;
  const target = URL.parse(url);
  const isHere = target !== null && /^https?:$/.test(target.protocol) && isSameHost(target, headers.host);
  return isHere ? undefined : 'the request target does not match Host';
}

/** @param rawHeaders names and values alternate */
function isHostGivenTwice(rawHeaders: readonly string[]): boolean {
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') times++;
  }
  return times > 1;
}

const isSameHost = ({ protocol, host, username, password }: URL, header = ''): boolean =>
  username === '' && password === '' && URL.parse(`${protocol}//${header}`)?.host === host;

/**
 * Refuses a path that a proxy in front of us may read otherwise than we do, on all surfaces and before any route or
 * guard: behind its rule for `/v1/`, `/admin/v1/users/..%2f..%2f..%2fv1%2fx` would reach an admin route. No id in our
 * paths holds a slash; the query is free.
 */
export function requirePlainPath(request: Request, response: Response, next: NextFunction): void {
  const [path = ''] = request.url.split('?', 1);
  if (isPlainPath(path)) next();
  else answerError(response, GatehouseError.invalid(AMBIGUOUS_PATH));
}

const AMBIGUOUS_PATH =
  'the path contains //, a backslash, an encoded slash or backslash, or . or .. as a segment';

/**
 * Refuses OPTIONS, which is not a method of the APIs. The answer lists the methods; Express would do that in a format
 * of its own.
 */
export function refuseOptions(request: Request, response: Response, next: NextFunction): void {
  if (request.method !== 'OPTIONS' || !API_PATH.test(request.path)) next();
  else answerError(response, wrongMethod(request) ?? toGatehouseError(new NotFoundException()));
}
