/** The most names of models that a metric tells apart. */
const MOST_MODELS = 100;

/** The label of a model in a metric: people who may choose a model may type any name, and a metric is kept for each. */
export class ModelLabels {
  private readonly known = new Set<string>();

  /** @returns the name itself, or `other` once there are too many */
  of(model: string): string {
    if (this.known.size < MOST_MODELS) this.known.add(model);
    return this.known.has(model) ? model : 'other';
  }
}
