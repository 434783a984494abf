import { hash } from 'node:crypto';
import type { AgentSettings } from '../../runtime.js';

type Model = AgentSettings['runtime'];

/**
 * The windows of models that refused a longer request, in this process: the next turn need not find them out. A model
 * whose settings are changed is another one, so a window is known until then.
 */
export class LearntWindows {
  private readonly windows = new Map<string, number>();

  /** Tokens of a request and its answer; Infinity where nothing was learnt. @param model as the configuration has it */
  of(model: Model): number {
    return this.windows.size === 0 ? Infinity : (this.windows.get(keyOf(model)) ?? Infinity);
  }

  learn(model: Model, window: number): void {
    this.windows.set(keyOf(model), window);
  }
}

function keyOf(model: Model): string {
  const { type, baseUrl, apiKey, headers, maxOutputTokens, contextWindow } = model;
  const settings = [type, baseUrl, apiKey, headers, model.model, maxOutputTokens, contextWindow];
  return hash('sha256', JSON.stringify(settings));
}
