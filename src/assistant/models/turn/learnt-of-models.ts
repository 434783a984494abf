import { hash } from 'node:crypto';
import type { AgentSettings } from '../../runtime.js';

type Model = AgentSettings['runtime'];

/**
 * What models taught by refusals, in this process: the next turn need not find it out. A model whose settings are changed
 * is another one, so it is known until then.
 */
export class LearntOfModels {
  private readonly windows = new Map<string, number>();
  private readonly refusingUsage = new Set<string>();

  /** Tokens of a request and its answer; Infinity where nothing was learnt. @param model as the configuration has it */
  windowOf(model: Model): number {
    return this.windows.size === 0 ? Infinity : (this.windows.get(keyOf(model)) ?? Infinity);
  }

  learnWindow(model: Model, window: number): void {
    this.windows.set(keyOf(model), window);
  }

  /** As `ModelCall.refusesUsage`. */
  refusesUsage(model: Model): boolean {
    return this.refusingUsage.size > 0 && this.refusingUsage.has(keyOf(model));
  }

  learnUsageRefusal(model: Model): void {
    this.refusingUsage.add(keyOf(model));
  }
}

function keyOf(model: Model): string {
  const { type, baseUrl, apiKey, headers, maxOutputTokens, contextWindow } = model;
  const settings = [type, baseUrl, apiKey, headers, model.model, maxOutputTokens, contextWindow];
  return hash('sha256', JSON.stringify(settings));
}
