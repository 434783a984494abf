import type { Request } from 'express';
import type { Actor, KeyHolder } from './actor.js';

/** Requests that passed the guard as somebody carry who it is. */
export interface AuthenticatedRequest extends Request {
  actor?: Actor;
  apiKey?: KeyHolder;
}

/** The credential in `Authorization: Bearer <credential>`; undefined when there is none in this form. */
export function bearerToken({ headers }: Request): string | undefined {
  return /^Bearer +([^\s]+) *$/i.exec(headers.authorization ?? '')?.[1];
}
