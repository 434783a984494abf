import type { Request } from 'express';
import type { Actor, KeyHolder } from './actor.js';

/** Carries the identity of requests that passed the guard with a credential. */
export interface AuthenticatedRequest extends Request {
  actor?: Actor;
  apiKey?: KeyHolder;
}

/** Whether the request presents a token or key, be it malformed; it decides then, not the cookie. */
export const hasBearer = ({ headers }: Request): boolean =>
  /^Bearer(?:\s|$)/i.test(headers.authorization ?? '');

/** The credential in `Authorization: Bearer <credential>`; undefined when there is none in this form. */
export function bearerToken({ headers }: Request): string | undefined {
  return /^Bearer +([^\s]+) *$/i.exec(headers.authorization ?? '')?.[1];
}
