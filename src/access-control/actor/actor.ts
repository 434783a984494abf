import type { Role, Scope } from '../../common/index.js';
import type { Request } from 'express';

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

/** An authenticated principal inside our system; what the audit log names. */
export interface Actor {
  /** For instance `token:owner` or `system`; safe to log. */
  readonly id: string;
  readonly role: Role;
  /** The id of a token that an owner made; the first owner token and the system have none. */
  readonly tokenId?: string;
  /** The id of the sign-in whose cookie was presented; an actor who presented a token has none. */
  readonly signInId?: string;
}

export const SYSTEM: Actor = { id: 'system', role: 'owner' };

/** Requests allowed in each fixed window. */
export interface RequestLimits {
  readonly perMinute: number;
  readonly perHour: number;
  readonly perDay: number;
}

/** A program that presented a valid API key; acts for the user the key belongs to. */
export interface KeyHolder {
  readonly keyId: string;
  readonly userId: string;
  readonly scopes: readonly Scope[];
  /** The key under which its requests are counted: the first in the line of keys it descends from, possibly itself. */
  readonly countsAs: string;
  /** Replaces `dataApi.limits`, where the operator set them for this key. */
  readonly limits: Partial<RequestLimits>;
}
