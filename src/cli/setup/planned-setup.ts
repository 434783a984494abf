import type { ConfigOutcome } from '../gateway/answers.js';
import type { Wanted } from '../local/config.js';

/** A channel of any kind as it will be, once the answers are written. */
export interface PlannedSetup {
  readonly warnings: readonly string[];
  /** One per line. */
  readonly nextSteps: readonly string[];
  /** Writes it, and `also`, through the running gateway, else directly to the file. */
  readonly write: (also?: Wanted) => Promise<ConfigOutcome>;
}
