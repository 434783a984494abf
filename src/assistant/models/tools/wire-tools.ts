import { hash } from 'node:crypto';
import type { AgentSettings, ToolDefinition, ToolProblem } from '../../runtime.js';
import { adaptedSchema } from './adapt-schema.js';
import type { ModelWire } from '../wire.js';

/** Refusals that are remembered; the oldest makes room. */
const MOST_REFUSALS = 500;

type Runtime = Pick<AgentSettings['runtime'], 'baseUrl' | 'model'>;

/** A list as a model gets it. */
interface Offer {
  readonly version: number;
  readonly tools: readonly ToolDefinition[];
}

/**
 * The tools that the models of one wire get: each with a schema as its vendor takes it, without those that are not fit for
 * it or that it has refused. A list is adapted once; the result is the same object for as long as nothing is learnt, so
 * that its tokens are counted once.
 */
export class WireTools {
  private readonly adapted = new WeakMap<ToolDefinition, ToolDefinition | ToolProblem>();
  private readonly offers = new WeakMap<readonly ToolDefinition[], Map<string, Offer>>();
  /** When a model has refused a definition, epoch ms. In memory only: after a restart it costs one more refused request. */
  private readonly refusals = new Map<string, number>();
  /** Changes with each refusal that is learnt. */
  version = 0;

  constructor(private readonly wire: Pick<ModelWire, 'defaultBaseUrl' | 'schemas'>) {}

  /** The definitions in the list as the model gets them, in their order. */
  offered(tools: readonly ToolDefinition[], runtime: Runtime): readonly ToolDefinition[] {
    const { version } = this;
    const place = this.placeOf(runtime);
    const known = this.offers.get(tools) ?? new Map<string, Offer>();
    this.offers.set(tools, known);
    // Most lists are the same for all models of a wire.
    const key = this.refusals.size === 0 ? '' : place;
    const offer = known.get(key);
    if (offer?.version === version) return offer.tools;
    const fit = tools.flatMap((tool) => (this.problemOf(tool, runtime) ? [] : [this.adapt(tool)]));
    const now = { version, tools: fit.filter((tool) => 'name' in tool) };
    known.set(key, now);
    return now.tools;
  }

  /** Why the model gets no such tool; undefined when it gets it. */
  problemOf(tool: ToolDefinition, runtime: Runtime): ToolProblem | undefined {
    const adapted = this.adapt(tool);
    if ('detail' in adapted) return adapted;
    if (this.refusals.size === 0) return undefined;
    const since = this.refusals.get(this.keyOf(adapted, runtime));
    return since === undefined ? undefined : { detail: REFUSED, since };
  }

  /** Remembers that the model refuses a tool as it was offered, and takes the others. */
  noteRefusal(offered: ToolDefinition, runtime: Runtime): void {
    this.refusals.set(this.keyOf(offered, runtime), Date.now());
    this.version++;
    const [oldest] = this.refusals.keys();
    if (this.refusals.size > MOST_REFUSALS && oldest !== undefined) this.refusals.delete(oldest);
  }

  private adapt(tool: ToolDefinition): ToolDefinition | ToolProblem {
    const known = this.adapted.get(tool);
    if (known) return known;
    const adapted = adaptedSchema(tool.inputSchema, this.wire.schemas);
    const made =
      'problem' in adapted ? { detail: adapted.problem } : { ...tool, inputSchema: adapted.schema };
    this.adapted.set(tool, made);
    return made;
  }

  /** Another definition of the same name is another tool. */
  private keyOf(tool: ToolDefinition, runtime: Runtime): string {
    return `${this.placeOf(runtime)} ${hash('sha256', JSON.stringify(tool))}`;
  }

  private placeOf({ baseUrl = this.wire.defaultBaseUrl ?? '', model = '' }: Runtime): string {
    return `${baseUrl} ${model}`;
  }
}

const REFUSED = 'the model rejected a request because of its definition';
