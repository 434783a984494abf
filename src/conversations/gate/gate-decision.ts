import type { Tx } from '../../persistence/index.js';

/** The gate's decision about an event. */
export type GateDecision =
  /** The event goes to the assistant, or is executed if it is a command. */
  | {
      readonly kind: 'admit';
      /** Whether the sender is an operator according to the lists at the time of the call. */
      readonly isAuthorized: () => boolean;
      /** Checks the sender again after a wait. */
      readonly isStillLetIn: () => Promise<boolean>;
    }
  /** A group message that was not for the assistant: kept as context, not answered. */
  | { readonly kind: 'hear'; readonly reason: string }
  | { readonly kind: 'pair' }
  | {
      readonly kind: 'refuse';
      readonly reason: string;
      /** Must be committed together with the end of the event. */
      readonly alongside?: (tx: Tx) => Promise<void>;
    };

export type Admission = Extract<GateDecision, { kind: 'admit' }>;
export type Refusal = Extract<GateDecision, { kind: 'refuse' }>;

export const refuse = (reason: string): Refusal => ({ kind: 'refuse', reason });
