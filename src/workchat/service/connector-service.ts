import type { ConversationId, RemoteMessageId, ThreadId } from '../../channels/index.js';
import { VERSION } from '../../common/index.js';
import type { Reference } from '../places/references.js';
import { type Cloud, isServiceUrl } from '../settings/cloud.js';
import type { AccessTokens } from '../tokens/access-tokens.js';
import { NoToken } from '../tokens/token-source.js';
import type { Fields } from '../wire/json.js';
import { addressOf } from '../workchat.id.js';
import { exchange, type HttpCall, type HttpOutcome } from './exchange.js';

const CALL_MS = 30_000;
const COURTESY_MS = 10_000;

/** What came of a call to the service; `no-token` and `foreign`: it was never made. */
export type ServiceOutcome =
  | HttpOutcome
  | { readonly kind: 'no-token'; readonly isRefused: boolean; readonly detail: string }
  | { readonly kind: 'foreign'; readonly detail: string };

/** Where a call goes: a conversation, in a channel perhaps one post of it. */
export interface ServicePlace {
  readonly reference: Reference;
  readonly root?: ThreadId | undefined;
}

/**
 * The connector service's REST API (wire 3.1), by our own calls: the library's client repeats what may have been done,
 * has no time-outs, and drops what it does not know of an entity (wire 3.5, 13.16).
 */
export class ConnectorService {
  constructor(
    private readonly cloud: Cloud,
    private readonly tokens: AccessTokens,
  ) {}

  send(place: ServicePlace, activity: Fields, signal?: AbortSignal): Promise<ServiceOutcome> {
    return this.call(place.reference, 'POST', activitiesOf(place), { activity, signal });
  }

  /** For what nobody waits for. */
  courtesy(place: ServicePlace, activity: Fields): Promise<ServiceOutcome> {
    return this.call(place.reference, 'POST', activitiesOf(place), { activity, timeoutMs: COURTESY_MS });
  }

  update(
    place: ServicePlace,
    message: RemoteMessageId,
    activity: Fields,
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
    { serviceUrl }: Reference,
    method: HttpCall['method'],
    path: string,
    { activity, signal, timeoutMs = CALL_MS }: CallParts,
  ): Promise<ServiceOutcome> {
    // The settings may have changed since the reference was kept.
    if (!isServiceUrl(serviceUrl, this.cloud))
      return { kind: 'foreign', detail: 'the service URL is not on a host of the cloud' };
    const token = await this.token();
    if (typeof token !== 'string') return token;
    const outcome = await exchange({
      url: `${serviceUrl.replace(/\/+$/, '')}/v3/${path}`,
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'user-agent': `gatehouse/${VERSION}`,
        ...(activity ? { 'content-type': 'application/json; charset=utf-8' } : {}),
      },
      timeoutMs,
      ...(activity ? { body: JSON.stringify(activity) } : {}),
      ...(signal ? { signal } : {}),
    });
    if (outcome.kind === 'answered' && outcome.status === 401) this.tokens.drop(this.cloud.oauthScope, token);
    return outcome;
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
  readonly activity?: Fields;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

const conversationPath = (conversation: ConversationId, root: ThreadId | undefined): string =>
  `conversations/${encodeURIComponent(addressOf(conversation, root))}`;

const activitiesOf = ({ reference, root }: ServicePlace): string =>
  `${conversationPath(reference.conversation, root)}/activities`;

const messageOf = (place: ServicePlace, message: RemoteMessageId): string =>
  `${activitiesOf(place)}/${encodeURIComponent(message)}`;
