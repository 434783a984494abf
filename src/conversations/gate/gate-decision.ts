import type { Tx } from '../../persistence/index.js';

/** The gate's decision about an event. */
export type GateDecision =
  /** Goes to the assistant, or is a command if it is one. */
  | {
      readonly kind: 'admit';
      /** Whether the sender is an operator, by the lists as they are when it is asked. */
      readonly isAuthorized: () => boolean;
      /** Checks the sender again after a wait. */
      readonly isStillLetIn: () => Promise<boolean>;
    }
  /** Said to others in a group: kept as context, not answered. */
  | { readonly kind: 'hear'; readonly reason: string }
  | { readonly kind: 'pair' }
  | {
      readonly kind: 'refuse';
      readonly reason: string;
      /** Must be committed with the end of the event. */
      readonly alongside?: (tx: Tx) => Promise<void>;
    };

export type Admission = Extract<GateDecision, { kind: 'admit' }>;
export type Refusal = Extract<GateDecision, { kind: 'refuse' }>;

export const refuse = (reason: string): Refusal => ({ kind: 'refuse', reason });
