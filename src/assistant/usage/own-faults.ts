/** A model call that a budget has no room for. No fault of a model: nothing is asked instead, and nothing again. */
export class OverBudgetError extends Error {
  override readonly name = 'OverBudgetError';

  constructor(
    /** `usage.budgets[].name`. */
    readonly budget: string,
    /** The day or month of its limit, such as `2026-11-24` or `2026-11`. */
    readonly period: string,
    /** When there is room again, epoch ms. */
    readonly freeAt: number,
  ) {
    super(`the budget "${budget}" is used up`);
  }
}

const ours = new WeakSet();

/** Marks an error of the gateway itself, which no model is to blame for. @returns the same error */
export function asOwnFault(error: unknown): unknown {
  if (typeof error === 'object' && error !== null) ours.add(error);
  return error;
}

/** Whether an error is the gateway's own, or a budget's refusal: no other model is asked then, and none has failed. */
export const isOwnFault = (error: unknown): boolean =>
  error instanceof OverBudgetError || (typeof error === 'object' && error !== null && ours.has(error));
