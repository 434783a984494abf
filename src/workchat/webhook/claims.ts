import { type Cloud, isServiceUrl, WEB_CHAT, WEB_CHAT_HOST } from '../settings/cloud.js';
import type { Claimed } from '../service/wire/bot-adapter.js';
import {
  answerRefusal,
  type JsonRecord,
  parseJson,
  recordOf,
  retryAfter,
  WebhookRefusal,
} from '../../channels/kit/index.js';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Every failure of authentication looks the same from outside (wire 2.2, 4). */
export const unauthorized = (reason: string): WebhookRefusal =>
  new WebhookRefusal(401, 'Unauthorized', { reason });

/** The platform repeats calls with this answer (wire 2.7). */
export const unavailable = (reason: string): WebhookRefusal =>
  new WebhookRefusal(503, 'Unavailable', { reason, headers: retryAfter(5) });

/** The maximum number of bytes to discard of an unread body; a caller that sends more is cut off. */
const MAX_DISCARDED_BYTES = 4 * 1024 * 1024;

/** In JSON, as the platform writes its own. */
export function refuse(request: IncomingMessage, response: ServerResponse, refusal: WebhookRefusal): void {
  const text = JSON.stringify({ error: refusal.said });
  answerRefusal(request, response, refusal, {
    type: 'application/json',
    text,
    mostDiscarded: MAX_DISCARDED_BYTES,
  });
}

/** Three parts of base64url after the scheme in the platform's spelling (wire 2.1). */
const BEARER = /^Bearer ([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]+$/;
const MAX_TOKEN_CHARS = 16 * 1024;
const ALGORITHMS: ReadonlySet<unknown> = new Set(['RS256', 'RS384', 'RS512']);
const CLOCK_TOLERANCE_S = 300;

/** The channel of the platform's chat; the tester of the set-up page has its own. */
const CHAT = 'msteams';

/** Refusals of tokens that name the platform as their issuer, and whose cause an operator can end. */
export const CORRECTABLE = {
  audience: 'another audience',
  ended: 'expired, or without an expiry',
  early: 'not valid yet',
  serviceUrl: 'the service URL is not on a host of the cloud',
  tenant: 'the tenant is different or missing',
} as const;
export type CorrectableReason = (typeof CORRECTABLE)[keyof typeof CORRECTABLE];

/** The bot and cloud for which calls are accepted. */
export interface ExpectedCall {
  readonly appId: string;
  readonly cloud: Cloud;
}

/**
 * Reads the unverified claims of a token, and refuses it if they alone rule it out. Only tokens of the bot channel for
 * this bot, with an expiry, and for a service URL of the cloud are passed to the library (wire 2.2). Tokens of testers
 * and skills, which the library would check in other ways, never are (wire 2.6).
 * @throws WebhookRefusal 401
 */
export function claimsOf(authorization: string | undefined, expected: ExpectedCall, now: number): Claimed {
  const [header, claims] = decoded(authorization);
  if (!header || !claims) throw unauthorized('no token');
  const problem = problemOf(header, claims, expected, Math.floor(now / 1_000));
  if (problem !== undefined) throw unauthorized(problem);
  const serviceUrl = String(claims.serviceurl);
  return { serviceUrl, channelId: channelOf(serviceUrl) };
}

/** Checks that an activity matches its token (wire 2.1, 2.2). Returns the mismatch, if any. */
export function mismatch(
  activity: JsonRecord,
  { serviceUrl, channelId }: Claimed,
  tenantId: string,
): WebhookRefusal | undefined {
  if (activity.serviceUrl !== serviceUrl) return unauthorized('the service URL differs from the token');
  if (activity.channelId !== channelId) return unauthorized('the channel differs from the token');
  // The web-chat tester has no tenant; the bot's administration decides who may use it.
  if (channelId === WEB_CHAT) return undefined;
  const tenants = [
    recordOf(recordOf(activity.channelData)?.tenant)?.id,
    recordOf(activity.conversation)?.tenantId,
  ];
  const named = tenants.filter((tenant) => tenant !== undefined && tenant !== null);
  const isOurs = named.length > 0 && named.every((tenant) => isSame(tenant, tenantId));
  return isOurs ? undefined : unauthorized(CORRECTABLE.tenant);
}

const isSame = (tenant: unknown, ours: string): boolean =>
  typeof tenant === 'string' && tenant.toLowerCase() === ours.toLowerCase();

function decoded(authorization = ''): readonly [JsonRecord | undefined, JsonRecord | undefined] {
  const [, header = '', claims = ''] =
    authorization.length <= MAX_TOKEN_CHARS ? (BEARER.exec(authorization) ?? []) : [];
  return [objectIn(header), objectIn(claims)];
}

const objectIn = (part: string): JsonRecord | undefined =>
  recordOf(parseJson(Buffer.from(part, 'base64url').toString('utf8'))?.value);

function problemOf(
  header: JsonRecord,
  claims: JsonRecord,
  { appId, cloud }: ExpectedCall,
  nowS: number,
): string | undefined {
  const { iss, aud, exp, nbf, iat, serviceurl } = claims;
  if (!ALGORITHMS.has(header.alg)) return 'another algorithm';
  if (typeof header.kid !== 'string') return 'no key id';
  if (iss !== cloud.tokenIssuer) return 'another issuer';
  if (aud !== appId) return CORRECTABLE.audience;
  if (!isTime(exp) || exp <= nowS - CLOCK_TOLERANCE_S) return CORRECTABLE.ended;
  if (nbf !== undefined && !(isTime(nbf) && nbf <= nowS + CLOCK_TOLERANCE_S)) return CORRECTABLE.early;
  if (iat !== undefined && !isTime(iat)) return 'no time of issue';
  if (typeof serviceurl !== 'string' || !isServiceUrl(serviceurl, cloud)) return CORRECTABLE.serviceUrl;
  return undefined;
}

/** Seconds since 1970 (RFC 7519, 2). JSON's `1e400` is read as infinity, which would be no expiry. */
const isTime = (claim: unknown): claim is number => Number.isFinite(claim);

const channelOf = (serviceUrl: string): string =>
  new URL(serviceUrl).hostname === WEB_CHAT_HOST ? WEB_CHAT : CHAT;
