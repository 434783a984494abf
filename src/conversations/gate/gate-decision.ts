import type { AdmissionReason } from '../../access-control/index.js';
import type { Tx } from '../../persistence/index.js';
import type { DropReason } from '../inbox/drop-reasons.js';
import type { ApprovalAnswer } from './asked-approvals.service.js';

/** The gate's decision about an event. */
export type GateDecision =
  /** The event goes to the assistant, or is executed if it is a command. */
  | {
      readonly kind: 'admit';
      readonly reason: AdmissionReason;
      /** Whether the sender is an operator according to the lists at the time of the call. */
      readonly isAuthorized: () => boolean;
      /** Checks the sender again after a wait. */
      readonly isStillLetIn: () => Promise<boolean>;
    }
  /** The event answers an approval: without a mention too, and whoever answers in the conversation. */
  | { readonly kind: 'decide'; readonly reason: AdmissionReason; readonly answer: ApprovalAnswer }
  /** A group message that was not for the assistant: kept as context, not answered. */
  | { readonly kind: 'hear'; readonly reason: DropReason }
  | { readonly kind: 'pair' }
  | {
      readonly kind: 'refuse';
      readonly reason: DropReason;
      /** Must be committed together with the end of the event. */
      readonly alongside?: (tx: Tx) => Promise<void>;
    };

export type Admission = Extract<GateDecision, { kind: 'admit' }>;
export type Refusal = Extract<GateDecision, { kind: 'refuse' }>;
/** The decision about a sender alone. */
export type Verdict = Refusal | { readonly kind: 'pair' } | Pick<Admission, 'kind' | 'reason'>;

export const refuse = (reason: DropReason): Refusal => ({ kind: 'refuse', reason });
