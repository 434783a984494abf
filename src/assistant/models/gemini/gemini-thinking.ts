import type { AgentSettings } from '../../runtime.js';

type Reasoning = NonNullable<AgentSettings['runtime']['reasoning']>;

/** How much a model reasons: models before Gemini 3 take a number of tokens, later ones a level. */
export type GeminiThinking = { readonly includeThoughts: false } & (
  { readonly thinkingLevel: 'MINIMAL' | 'LOW' | 'MEDIUM' | 'HIGH' } | { readonly thinkingBudget: number }
);

const LEVELS = { off: 'MINIMAL', low: 'LOW', medium: 'MEDIUM', high: 'HIGH' } as const;
/** The budgets of Google's own compatibility layer (ai.google.dev/gemini-api/docs/openai), tokens. */
const BUDGETS: Readonly<Record<Reasoning, number>> = { off: 0, low: 1_024, medium: 8_192, high: 24_576 };

/** Matches the names of the models that know no levels, with or without a path before the name. */
const BEFORE_LEVELS = /(?:^|\/)gemini-(?:1|2)[.-]/;
/** Matches those of them that do not reason, and refuse a request that mentions it. */
const WITHOUT_THINKING = /(?:^|\/)gemini-(?:1\.|2\.0)/;

/** Whether the model is Gemini 3 or later: it takes levels, and refuses a call without its signature. */
export const takesLevels = (model: string): boolean => !BEFORE_LEVELS.test(model);

/**
 * `off` turns the reasoning of Gemini 2.5 Flash off. Gemini 3 and later can not turn it off, so they get their lowest
 * level. A model without that level, or one that must reason (2.5 Pro), refuses the request with status 400; it is not
 * asked for more reasoning than the operator set.
 * @returns undefined to leave it to the model
 */
export function thinkingOf({ model = '', reasoning }: AgentSettings['runtime']): GeminiThinking | undefined {
  if (reasoning === undefined) return undefined;
  if (takesLevels(model)) return { includeThoughts: false, thinkingLevel: LEVELS[reasoning] };
  if (reasoning === 'off' && WITHOUT_THINKING.test(model)) return undefined;
  return { includeThoughts: false, thinkingBudget: BUDGETS[reasoning] };
}
