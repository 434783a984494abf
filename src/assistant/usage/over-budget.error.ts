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
