import type { JsonRecord } from '../../../channels/kit/index.js';

/**
 * The longest that an activity waits for one look-up before the platform gets its answer, ms: the platform itself waits
 * about 15 s (wire 1.18).
 */
export const LOOK_UP_MS = 3_000;

/** A person in the bot channel; in events of the system only the id is certain (wire 1.1). */
export interface Account {
  readonly id?: string;
  readonly name?: string;
  readonly aadObjectId?: string;
}

/**
 * An activity of the bot channel. The platform adds fields and kinds at any time, so only the fields checked by the
 * webhook have types (wire 1.1, 1.18).
 */
export interface Activity extends JsonRecord {
  readonly type: string;
  readonly id?: string;
  readonly serviceUrl: string;
  readonly channelId: string;
}

/** The answer to an `invoke`, which is part of the HTTP response; no other activity has one (wire 1.13, 1.14). */
export interface InvokeAnswer {
  readonly status: number;
  readonly body?: unknown;
}
