import { OverBudgetError } from './over-budget.error.js';

const ours = new WeakSet();

/** Marks an error of the gateway itself, which no model is to blame for. @returns the same error */
export function asOwnFault(error: unknown): unknown {
  if (typeof error === 'object' && error !== null) ours.add(error);
  return error;
}

/** Whether an error is the gateway's own, or a budget's refusal: no other model is asked then, and none has failed. */
export const isOwnFault = (error: unknown): boolean =>
  error instanceof OverBudgetError || (typeof error === 'object' && error !== null && ours.has(error));
