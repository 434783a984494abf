import type { Check } from '../common/index.js';

/** A part of the gateway that has checks. */
export interface CheckSource {
  /** As the configuration is now. No I/O. */
  checks(): readonly Check[];
}
