import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { GatehouseError } from '../../common/index.js';

/**
 * Admits a webhook of a service that sends a secret as a bearer token. Call it before the body is read.
 * @param secret what the service and the gateway share; without one no call is admitted
 * @throws GatehouseError UNAUTHENTICATED, which the gateway answers with 401
 */
export function requireBearer(
  { headers }: Pick<IncomingMessage, 'headers'>,
  secret: string | undefined,
): void {
  const [, given] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  if (!secret || given === undefined || !isSame(given, secret))
    throw new GatehouseError('UNAUTHENTICATED', 'The secret is wrong or missing.');
}

/** Compares digests, which have one length: the time it takes tells nothing of the secret, nor how long it is. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
