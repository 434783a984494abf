import { setTimeout as pause } from 'node:timers/promises';
import type { ConversationId, RemoteMessageId, ThreadId } from '../../channels/index.js';
import { type Clock, VERSION } from '../../common/index.js';
import type { Reference } from './references/references.js';
import { type Cloud, isServiceUrl } from '../settings/cloud.js';
import type { AccessTokens } from './tokens/access-tokens.js';
import { NoToken } from './tokens/token-source.js';
import { type HttpOutcome, type JsonRecord, urlBelow } from '../../channels/kit/index.js';
import { addressOf, leavesItsPath } from '../ids/id.js';
import { exchange, type PlatformCall } from './http.js';
import { pauseOf } from './http.js';
import { RateLimits } from './rate-limits.js';

const CALL_MS = 30_000;
const COURTESY_MS = 10_000;

/** The longest pause to wait for within a call; the caller handles longer ones. */
const SHORT_WAIT_MS = 1_000;

/** The outcome of a call to the service. The kinds that HTTP outcomes lack mean that the call was never made. */
export type ServiceOutcome =
  | HttpOutcome
  | { readonly kind: 'limited'; readonly waitMs: number }
  | { readonly kind: 'no-token'; readonly isRefused: boolean; readonly detail: string }
  | { readonly kind: 'foreign'; readonly detail: string };

/** The target of a call: a conversation, in a channel optionally one post. */
export interface ServicePlace {
  readonly reference: Reference;
  readonly root?: ThreadId | undefined;
}

/**
 * The connector service's REST API (wire 3.1), with our own calls: the library's client repeats calls that may have
 * succeeded, has no time-outs, and drops unknown fields of an entity (wire 3.5, 13.16).
 */
export class ConnectorService {
  private readonly limits: RateLimits;

  constructor(
    private readonly cloud: Cloud,
    private readonly tokens: AccessTokens,
    private readonly clock: Clock,
  ) {
    this.limits = new RateLimits(clock);
  }

  send(place: ServicePlace, activity: JsonRecord, signal?: AbortSignal): Promise<ServiceOutcome> {
    return this.call(place.reference, 'POST', activitiesOf(place), { activity, signal });
  }

  /** For unimportant calls, which leave most of the rate limit to messages. */
  courtesy(place: ServicePlace, activity: JsonRecord, signal?: AbortSignal): Promise<ServiceOutcome> {
    const parts = { activity, timeoutMs: COURTESY_MS, isSpare: true, signal };
    return this.call(place.reference, 'POST', activitiesOf(place), parts);
  }

  update(
    place: ServicePlace,
    message: RemoteMessageId,
    activity: JsonRecord,
    signal: AbortSignal,
  ): Promise<ServiceOutcome> {
    return this.call(place.reference, 'PUT', messageOf(place, message), { activity, signal });
  }

  remove(place: ServicePlace, message: RemoteMessageId, signal: AbortSignal): Promise<ServiceOutcome> {
    return this.call(place.reference, 'DELETE', messageOf(place, message), { signal });
  }

  /** `{id, name, aadGroupId}`; needs no permission of the directory (wire 1.2). */
  team(reference: Reference, team: string): Promise<ServiceOutcome> {
    return this.call(reference, 'GET', `teams/${encodeURIComponent(team)}`, { timeoutMs: COURTESY_MS });
  }

  private async call(
    reference: Reference,
    method: PlatformCall['method'],
    path: string,
    parts: CallParts,
  ): Promise<ServiceOutcome> {
    const { serviceUrl, conversation } = reference;
    // The settings may have changed since the reference was stored.
    if (!isServiceUrl(serviceUrl, this.cloud))
      return { kind: 'foreign', detail: 'the service URL is not on a host of the cloud' };
    if (leavesItsPath(path))
      return { kind: 'foreign', detail: 'an id is . or .., which a path cannot contain' };
    const token = await this.token();
    if (typeof token !== 'string') return token;
    const waitMs = method === 'GET' ? 0 : await this.waited(conversation, parts);
    if (waitMs > 0) return { kind: 'limited', waitMs };
    const outcome = await exchange(callOf(urlBelow(serviceUrl, `v3/${path}`), method, token, parts));
    this.heed(conversation, token, outcome);
    return outcome;
  }

  /** @returns 0 when the call may go out now; else the necessary wait, ms */
  private async waited(conversation: string, { isSpare, signal }: CallParts): Promise<number> {
    if (isSpare) return this.limits.takeSpare(conversation) ? 0 : SHORT_WAIT_MS;
    const waitMs = this.limits.waitBeforeCall(conversation);
    if (waitMs === 0 || waitMs > SHORT_WAIT_MS) return waitMs;
    await pause(waitMs, undefined, signal ? { signal } : {}).catch(() => undefined);
    return signal?.aborted ? waitMs : this.limits.waitBeforeCall(conversation);
  }

  private heed(conversation: string, token: string, outcome: HttpOutcome): void {
    if (outcome.kind !== 'answered') return;
    if (outcome.status === 401) this.tokens.drop(this.cloud.oauthScope, token);
    const pauseMs = pauseOf(outcome, this.clock.now());
    if (pauseMs !== undefined) this.limits.pause(conversation, pauseMs);
  }

  private async token(): Promise<string | Exclude<ServiceOutcome, HttpOutcome>> {
    try {
      return await this.tokens.get(this.cloud.oauthScope);
    } catch (error) {
      if (!(error instanceof NoToken)) throw error;
      return { kind: 'no-token', isRefused: error.kind === 'refused', detail: error.message };
    }
  }
}

interface CallParts {
  readonly activity?: JsonRecord;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  /** The call is less important than a message. */
  readonly isSpare?: boolean;
}

function callOf(
  url: string,
  method: PlatformCall['method'],
  token: string,
  { activity, signal, timeoutMs = CALL_MS }: CallParts,
): PlatformCall {
  const headers = { authorization: `Bearer ${token}`, 'user-agent': `gatehouse/${VERSION}` };
  return {
    url,
    method,
    headers: activity ? { ...headers, 'content-type': 'application/json; charset=utf-8' } : headers,
    timeoutMs,
    ...(activity ? { body: JSON.stringify(activity) } : {}),
    ...(signal ? { signal } : {}),
  };
}

const conversationPath = (conversation: ConversationId, root: ThreadId | undefined): string =>
  `conversations/${encodeURIComponent(addressOf(conversation, root))}`;

const activitiesOf = ({ reference, root }: ServicePlace): string =>
  `${conversationPath(reference.conversation, root)}/activities`;

const messageOf = (place: ServicePlace, message: RemoteMessageId): string =>
  `${activitiesOf(place)}/${encodeURIComponent(message)}`;
