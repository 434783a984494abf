import { FaultSwitch } from '../common/fault-switch.js';
import type { Random } from '../common/random.js';
import type { ModelRequest } from './types.js';
import type { RawAnswer } from './quirks/quirk.js';
import type { ErrorForm } from './wires/wire.js';

/**
 * Faults of an answer, the same on every wire.
 *
 * - `status`: an error status with the vendor's error body; `retryAfterSeconds` adds `Retry-After`.
 * - `cut`: the connection is cut before any answer.
 * - `hang`: no answer until `down()` or the caller cuts the connection, or an answer after `ms`.
 * - `cut-stream`: the stream breaks after a number of content chunks, without its end.
 * - `end-stream`: the same, but the response ends normally: only the vendor's last events are missing.
 * - `error-in-stream`: an error in the middle of the stream ends it: as an event, as bare JSON, or as a failed response.
 * - `hang-stream`: the stream stops after a number of chunks and stays open.
 * - `unknown-events`: events that no client knows yet stand before each chunk; the answer is whole.
 * - `length`: the answer is cut off after a number of tokens, as by a limit, and says so.
 * - `refusal`: the model declines to answer, or the vendor's filter keeps its answer back.
 * - `huge`: a text of the given number of words replaces the reply.
 * - `slow`: a delay in ms before each token.
 * - `malformed`: an answer of type JSON that is not JSON. (A malformed tool call is a reply, not a fault:
 *   give its arguments as text.)
 * - `empty`: a well-formed answer without content.
 * - `raw`: these bytes instead of the answer, as a real server sent them (`quirks/`).
 */
export type ModelFault =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterSeconds?: number }
  | { readonly kind: 'cut' }
  | { readonly kind: 'hang'; readonly ms?: number }
  | { readonly kind: 'cut-stream'; readonly afterChunks: number }
  | { readonly kind: 'end-stream'; readonly afterChunks: number }
  | { readonly kind: 'error-in-stream'; readonly afterChunks: number; readonly form: ErrorForm }
  | { readonly kind: 'hang-stream'; readonly afterChunks: number }
  | { readonly kind: 'unknown-events' }
  | { readonly kind: 'length'; readonly tokens: number }
  | { readonly kind: 'refusal'; readonly by: 'model' | 'filter' }
  | { readonly kind: 'huge'; readonly words: number }
  | { readonly kind: 'slow'; readonly tokenDelayMs: number }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'raw'; readonly answer: RawAnswer };

/**
 * Faults of the calls that tell the models: an error status with the vendor's body, a redirect, a web page of something
 * else, or silence.
 */
export type ListingFault =
  | { readonly kind: 'status'; readonly status: number; readonly code?: string; readonly message?: string }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'page'; readonly status?: number }
  | { readonly kind: 'hang' };

/** `faults.completions.next(…)`, `.all(…)`, `.sometimes(…)`, `.clear()`. */
export class ModelFaults {
  readonly completions: FaultSwitch<ModelFault, ModelRequest>;
  /** By path. */
  readonly listing: FaultSwitch<ListingFault, string>;

  constructor(random: Random) {
    this.completions = new FaultSwitch(random);
    this.listing = new FaultSwitch(random);
  }

  clear(): void {
    this.completions.clear();
    this.listing.clear();
  }
}

/** Delay in ms before each token. */
export const delayOf = (fault: ModelFault | undefined, usualMs: number): number =>
  fault?.kind === 'slow' ? fault.tokenDelayMs : usualMs;
