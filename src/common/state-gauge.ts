import { Gauge, type Registry } from 'prom-client';

export interface StateGauge<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly label: Label;
  /** How many there are of each, from the database that all replicas share. */
  readonly count: () => Promise<ReadonlyMap<string, number>>;
}

/** A gauge that is counted when it is read. While the database is away it has no values, and the other metrics stay. */
export function registerStateGauge<Label extends string>(
  registry: Registry,
  { name, help, label, count }: StateGauge<Label>,
): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      const counts = await count().catch(() => new Map<string, number>());
      this.reset();
      for (const [value, number] of counts) this.set({ [label]: value } as Record<Label, string>, number);
    },
  });
}
