import { FaultSwitch } from '../../common/fault-switch.js';
import type { Random } from '../../common/random.js';
import type { Answer } from '../http/answer.js';
import type { Json } from '../common/json.js';
import type { Activity, HostName } from '../common/types.js';

/**
 * Faults of any call of any host, before authentication.
 *
 * - `cut`: the connection is cut and the call not done; `hang`: there is never an answer; `delay`: done `ms` later.
 * - `answer`: the call is not done and gets this answer (`http/problems.ts` has the bodies of the platform).
 * - `lost`: it is done, but the caller sees `then`: a cut connection, no answer, or this answer (502, 504 …).
 * - `broken`: it is done, but the answer breaks off in the middle.
 * - `change`: it is done, but the answer is changed: no `id`, another content type, a false body.
 */
export type HttpFault =
  | { readonly kind: 'cut' }
  | { readonly kind: 'hang' }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'lost'; readonly then: 'cut' | 'hang' | Answer }
  | { readonly kind: 'broken' }
  | { readonly kind: 'change'; readonly change: (answer: Answer) => Answer };

export interface HttpSubject {
  readonly host: HostName;
  readonly method: string;
  /** Path as sent, still percent-encoded. */
  readonly path: string;
  /** JSON or form body; `{}` for others. */
  readonly body: Json;
}

/**
 * Faults in the delivery of an activity to the bot. `hold` sends it after the next one, or alone after `forMs`;
 * `repeat` sends a number of copies, each `afterMs` (default 0) after the previous one.
 */
export type DeliveryFault =
  | { readonly kind: 'drop' }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'repeat'; readonly times: number; readonly afterMs?: number }
  | { readonly kind: 'hold'; readonly forMs?: number };

/** All faults of the workplace simulator. They may be changed at any time; `clear()` removes them all. */
export class WorkplaceFaults {
  /** Any call of any host; tried last. */
  readonly requests: FaultSwitch<HttpFault, HttpSubject>;
  /** Calls with which the bot writes: messages, typing, streams, new posts and chats. */
  readonly sends: FaultSwitch<HttpFault, HttpSubject>;
  /** The token endpoint. */
  readonly tokens: FaultSwitch<HttpFault, HttpSubject>;
  /** The keys of inbound calls: metadata and key set. */
  readonly keys: FaultSwitch<HttpFault, HttpSubject>;
  readonly deliveries: FaultSwitch<DeliveryFault, Activity>;

  constructor(random: Random) {
    this.requests = new FaultSwitch(random);
    this.sends = new FaultSwitch(random);
    this.tokens = new FaultSwitch(random);
    this.keys = new FaultSwitch(random);
    this.deliveries = new FaultSwitch(random);
  }

  clear(): void {
    for (const each of [this.requests, this.sends, this.tokens, this.keys, this.deliveries]) each.clear();
  }

  /** The fault due for a call; the switch of its kind is tried before that of all calls. */
  ofCall(subject: HttpSubject): HttpFault | undefined {
    const own = KINDS.find(({ test }) => test.test(`${subject.host} ${subject.method} ${subject.path}`));
    return (own && this[own.name].take(subject)) ?? this.requests.take(subject);
  }
}

const KINDS = [
  { name: 'sends', test: /^service POST \S*\/v3\/conversations(\/[^/]+\/activities(\/[^/]+)?)?\/?$/ },
  { name: 'tokens', test: /^login \S+ \S*\/oauth2\/(v2\.0\/)?token$/ },
  { name: 'keys', test: /^login GET \/v1\/\.well-known\// },
] as const;

/** A `when` predicate: calls of the host with the given method and a decoded path that contains the text. */
export const callTo =
  (host: HostName, method?: string, part = '') =>
  (subject: HttpSubject): boolean =>
    subject.host === host &&
    (method === undefined || subject.method === method) &&
    decodeURIComponent(subject.path).includes(part);
