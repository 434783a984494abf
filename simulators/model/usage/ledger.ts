/** Tokens of one call, or of many. */
export interface TokenCounts {
  /** All tokens of the request, with those from and for the cache. */
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
  /** All tokens of the answer, with those of the reasoning. */
  readonly outputTokens: number;
  readonly reasoningTokens: number;
}

export interface CallTotals extends TokenCounts {
  readonly calls: number;
}

/** The sums of a model. */
export interface ModelTotals extends CallTotals {
  readonly model: string;
  /** Calls whose answer broke off, so that the caller may not know their usage; not part of the other sums. */
  readonly cut: CallTotals;
}

const NONE: CallTotals = {
  calls: 0,
  inputTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
};

/** The simulator's own account of what each model was asked and has answered. Refused calls cost nothing. */
export class Ledger {
  private readonly models = new Map<string, ModelTotals>();

  /** @param isWhole whether the answer was sent to its end, with its usage */
  add(model: string, counts: TokenCounts, isWhole: boolean): void {
    const before = this.models.get(model) ?? { model, ...NONE, cut: NONE };
    const after = isWhole
      ? { ...before, ...sum(before, counts) }
      : { ...before, cut: sum(before.cut, counts) };
    this.models.set(model, after);
  }

  /** By model, in order of their first calls. */
  get totals(): readonly ModelTotals[] {
    return [...this.models.values()];
  }
}

const sum = (totals: CallTotals, counts: TokenCounts): CallTotals => ({
  calls: totals.calls + 1,
  inputTokens: totals.inputTokens + counts.inputTokens,
  cachedTokens: totals.cachedTokens + counts.cachedTokens,
  cacheWriteTokens: totals.cacheWriteTokens + counts.cacheWriteTokens,
  outputTokens: totals.outputTokens + counts.outputTokens,
  reasoningTokens: totals.reasoningTokens + counts.reasoningTokens,
});
