import { FaultSwitch } from '../fault-switch.js';
import type { Random } from '../random.js';
import type { ModelRequest } from './types.js';

/**
 * What can happen to a completion.
 *
 * - `status`: that status with an OpenAI error body; `retryAfterSeconds` adds `Retry-After`.
 * - `cut`: the connection is cut before any answer.
 * - `hang`: no answer, ever (`down()` or the caller ends it), or only after `ms`.
 * - `cut-stream`: the stream breaks after that many content chunks, without `[DONE]`.
 * - `slow`: that many ms before each token.
 * - `malformed`: an answer that is not the JSON it claims to be.
 * - `empty`: a well-formed answer without content.
 */
export type ModelFault =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterSeconds?: number }
  | { readonly kind: 'cut' }
  | { readonly kind: 'hang'; readonly ms?: number }
  | { readonly kind: 'cut-stream'; readonly afterChunks: number }
  | { readonly kind: 'slow'; readonly tokenDelayMs: number }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'empty' };

/** `faults.completions.next(…)`, `.all(…)`, `.sometimes(…)`, `.clear()`. */
export class ModelFaults {
  readonly completions: FaultSwitch<ModelFault, ModelRequest>;

  constructor(random: Random) {
    this.completions = new FaultSwitch(random);
  }

  clear(): void {
    this.completions.clear();
  }
}
