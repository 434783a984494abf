import type { Tx } from '../../persistence/index.js';

/** What is to become of an event. */
export type GateDecision =
  /** Goes to the assistant, or is a command if it is one. */
  | {
      readonly kind: 'admit';
      /** Whether the sender is an operator, by the lists as they are when it is asked. */
      readonly isAuthorized: () => boolean;
      /** Judges the sender again: for those who had to wait. */
      readonly isStillLetIn: () => Promise<boolean>;
    }
  /** Said in a group to others: kept as context, not answered. */
  | { readonly kind: 'hear'; readonly reason: string }
  | { readonly kind: 'pair' }
  | {
      readonly kind: 'refuse';
      readonly reason: string;
      /** What must be written down with its execution. */
      readonly alongside?: (tx: Tx) => Promise<void>;
    };

export type Admission = Extract<GateDecision, { kind: 'admit' }>;
export type Refusal = Extract<GateDecision, { kind: 'refuse' }>;

export const refuse = (reason: string): Refusal => ({ kind: 'refuse', reason });
