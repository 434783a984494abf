import type { AgentSettings, AssistantRuntime, ToolDefinition, ToolProblem } from '../../runtime.js';

/** A model that does not get a tool, and why. */
export interface ModelToolProblem extends ToolProblem {
  /** The name of the model, or of its runtime. */
  readonly model: string;
}

interface PlacedRuntime {
  readonly runtime: Pick<AssistantRuntime, 'type' | 'tools'>;
  readonly settings: Pick<AgentSettings['runtime'], 'baseUrl' | 'model'>;
}

/** Tells which tools the models of an agent get. */
export class ToolFit {
  /** Another text when a tool may fit that did not, or the other way round. */
  readonly key: string;

  /** @param models the agent's own first, then its fallbacks */
  constructor(private readonly models: readonly PlacedRuntime[]) {
    this.key = JSON.stringify(
      models.map(({ runtime: { type, tools }, settings: { baseUrl, model } }) => [
        type,
        baseUrl,
        model,
        tools?.version,
      ]),
    );
  }

  /** The models that do not get a tool; empty as a rule. */
  problemsOf(tool: ToolDefinition): readonly ModelToolProblem[] {
    return this.models.flatMap(({ runtime: { type, tools }, settings }) => {
      const problem = tools?.problemOf(tool, settings);
      return problem ? [{ ...problem, model: settings.model ?? type }] : [];
    });
  }

  /** Whether no model gets it; one without problems is enough to offer it. */
  isUnfit(problems: readonly ModelToolProblem[]): boolean {
    return problems.length > 0 && problems.length === this.models.length;
  }
}
