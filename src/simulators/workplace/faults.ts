import { FaultSwitch } from '../fault-switch.js';
import type { Random } from '../random.js';
import type { Answer } from './http/answer.js';
import type { Activity, HostName } from './types.js';

/**
 * What can happen to any call of any host, before it is even authenticated.
 *
 * - `cut`: the connection is cut and nothing was done; `hang`: no answer, ever; `delay`: done `ms` later.
 * - `answer`: this answer instead of doing it (`http/problems.ts` has the bodies of the platform).
 * - `lost`: it is done, but the caller sees `then`: a cut line, nothing at all, or this answer (502, 504 …).
 * - `broken`: it is done, the answer begins and breaks off in its middle.
 * - `change`: it is done, and the answer is changed: no `id`, another content type, a body that lies.
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
  /** As sent, still percent-encoded. */
  readonly path: string;
}

/** What can happen to an activity on its way to the bot. `hold` sends it after the next one, or alone after `forMs`. */
export type DeliveryFault =
  | { readonly kind: 'drop' }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'repeat'; readonly times: number }
  | { readonly kind: 'hold'; readonly forMs?: number };

/** Every fault of the workplace simulator. All may be changed at any time; `clear()` ends them all. */
export class WorkplaceFaults {
  readonly requests: FaultSwitch<HttpFault, HttpSubject>;
  readonly deliveries: FaultSwitch<DeliveryFault, Activity>;

  constructor(random: Random) {
    this.requests = new FaultSwitch(random);
    this.deliveries = new FaultSwitch(random);
  }

  clear(): void {
    this.requests.clear();
    this.deliveries.clear();
  }
}

/** For `when`: calls of that host, with that method and a decoded path that holds that text. */
export const callTo =
  (host: HostName, method?: string, part = '') =>
  (subject: HttpSubject): boolean =>
    subject.host === host &&
    (method === undefined || subject.method === method) &&
    decodeURIComponent(subject.path).includes(part);
