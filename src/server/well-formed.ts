import { NotFoundException } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { answerError, API_PATH, GatehouseError, toGatehouseError, wrongMethod } from '../common/index.js';

/**
 * Requires one `Host`, and a target on this host (RFC 9112 3.2): otherwise a proxy in front may see another name than
 * we do. Node's own refusal of a missing one would have no body, and of two it keeps the first.
 */
export function requireHost(request: Request, response: Response, next: NextFunction): void {
  const problem = hostProblem(request);
  if (problem === undefined) next();
  else answerError(response, GatehouseError.invalid(problem));
}

function hostProblem({ headers, rawHeaders, httpVersion, url }: Request): string | undefined {
  if (headers.host === undefined && httpVersion === '1.1') return 'Host is required';
  if (isGivenTwice('host', rawHeaders)) return 'Host is given twice';
  if (url.startsWith('/') || url === '*') return undefined;
  const target = URL.parse(url);
  const isHere = target !== null && /^https?:$/.test(target.protocol) && isSameHost(target, headers.host);
  return isHere ? undefined : 'the target of the request is not at Host';
}

function isGivenTwice(name: string, rawHeaders: readonly string[]): boolean {
  const isName = (text: string, at: number) =>
    at % 2 === 0 && text.length === name.length && text.toLowerCase() === name;
  return rawHeaders.findIndex(isName) !== rawHeaders.findLastIndex(isName);
}

const isSameHost = ({ protocol, host, username }: URL, header = ''): boolean =>
  username === '' && URL.parse(`${protocol}//${header}`)?.host === host;

/** OPTIONS is not a method of the APIs; the answer lists the methods, which Express would do in its own format. */
export function refuseOptions(request: Request, response: Response, next: NextFunction): void {
  if (request.method !== 'OPTIONS' || !API_PATH.test(request.path)) next();
  else answerError(response, wrongMethod(request) ?? toGatehouseError(new NotFoundException()));
}
