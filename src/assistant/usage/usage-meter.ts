import type { ModelUsage, StopReason } from '../models/wire.js';
import type { TurnInput } from '../runtime.js';

/** The least that an answer is allowed, in tokens, unless the agent's own limit is lower. */
export const LEAST_ANSWER_TOKENS = 256;

/** A call of a model that is about to be made. */
export interface PlannedCall {
  /** Its agent's `runtime` is the one that will be asked: with fallbacks, a call is planned for each. */
  readonly input: TurnInput;
  /** Tokens of the whole request, estimated rather too high than too low. Called only where that is needed. */
  readonly inputTokens: () => number;
  /** The most tokens of the answer. */
  readonly maxOutputTokens: number;
}

/** The end of a call. */
export interface CallEnd {
  readonly outcome: 'answered' | 'failed';
  /** As the model reported it, also of an answer that broke off. Undefined: what was planned counts as used. */
  readonly usage: ModelUsage | undefined;
  /** The usage is our own estimate of what was answered. */
  readonly isEstimate?: boolean;
  /** Why the model ended its answer. */
  readonly stop?: StopReason | undefined;
  /** The error with which it failed; absent where no one wanted the rest of the answer. */
  readonly failure?: unknown;
}

/** A call that may be made. It must be settled, however it ends. */
export interface MeteredCall {
  /** The most tokens of the answer: the planned number, or less where a budget has no room for more. */
  readonly maxOutputTokens: number;
  /** A budget relies on that number: it has to be sent, also where a server's own limit would do. */
  readonly isCapped?: boolean;
  /** For the header of that name; absent where the call is not traced. */
  readonly traceparent?: string;
  /** Does no I/O. Only the first call has an effect. */
  readonly settle: (end: CallEnd) => void;
}

/** The usage of a call that no model worked on: it was not reached, or refused the request. */
export const UNUSED: ModelUsage = {
  inputTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
};

/** Counts model calls, and limits them. */
export interface UsageMeter {
  /**
   * Reserves the most that a call can use; called before every call, also of a repeat.
   * @throws OverBudgetError when a budget has no room for it; RuntimeFailure when it can not be judged because the model
   * has no price; the errors of the database
   */
  reserve(call: PlannedCall, signal: AbortSignal): Promise<MeteredCall>;
}

/** The header by which a model, or a service, continues the trace of a call. */
export const traceHeader = ({
  traceparent,
}: Pick<MeteredCall, 'traceparent'>): Readonly<Record<string, string>> =>
  traceparent === undefined ? {} : { traceparent };

/** Counts nothing and limits nothing: for calls outside a gateway, such as a trial from the command line. */
export const UNMETERED: UsageMeter = {
  reserve: ({ maxOutputTokens }) => Promise.resolve({ maxOutputTokens, settle: () => undefined }),
};
