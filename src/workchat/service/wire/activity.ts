import type { Fields } from './json.js';

/** A person as the bot channel knows them; in events of the system only the id is sure (wire 1.1). */
export interface Account {
  readonly id?: string;
  readonly name?: string;
  readonly aadObjectId?: string;
}

/**
 * An activity of the bot channel, in our own words: the platform adds fields and kinds at any time, so that only what
 * the webhook controller let in has a type (wire 1.1, 1.18).
 */
export interface Activity extends Fields {
  readonly type: string;
  readonly id?: string;
  readonly serviceUrl: string;
  readonly channelId: string;
}

/** The answer to an `invoke`, and to nothing else: in the HTTP response itself (wire 1.13, 1.14). */
export interface InvokeAnswer {
  readonly status: number;
  readonly body?: unknown;
}
