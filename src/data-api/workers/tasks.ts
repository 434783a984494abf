import type { FieldFault } from '../../common/index.js';
import type { ProfileOutcome, ProfileTask } from '../profile/types.ts';
import type { TextBytes } from '../profile/text-bytes.ts';

/** The body of a request that is too long to be parsed on the event loop. */
export interface LongBodyTask {
  readonly kind: 'long-body';
  /** JSON in UTF-8, in pieces, which are handed over. */
  readonly body: readonly Uint8Array<ArrayBuffer>[];
  /** Whether the request has an `Idempotency-Key`. */
  readonly hasKey: boolean;
}

export type LongBodyOutcome =
  | {
      readonly kind: 'taken';
      /** The body with only the beginning of `input_data`: enough to be validated. */
      readonly rest: string;
      /** `input_data`; undefined when it is no string. */
      readonly text: LongText | undefined;
    }
  /** The fault of the body; `words` follow its name. */
  | { readonly kind: 'refused'; readonly words: string; readonly code: FieldFault['code'] };

/** A text that the event loop never looks at. */
export interface LongText extends TextBytes {
  /** In UTF-8. */
  readonly byteLength: number;
  /** For the claim of the key, if there is one. */
  readonly fingerprint: string | undefined;
}

export type DataTask = (ProfileTask & { readonly kind: 'profile' }) | LongBodyTask;
export type DataOutcome = ProfileOutcome | LongBodyOutcome;

/** The memory that changes hands instead of being copied. */
export const buffersIn = (text: TextBytes | undefined): ArrayBuffer[] => (text ? [text.bytes.buffer] : []);
