import { Global, Module } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';

/** The metrics of this application; each module registers its own with the injected Registry. */
@Global()
@Module({ providers: [{ provide: Registry, useFactory: () => new Registry() }], exports: [Registry] })
export class MetricsModule {}

export interface NumberGauge {
  readonly name: string;
  readonly help: string;
  /** Reads it in the database that all replicas share; undefined where there is none. */
  readonly read: () => Promise<number | undefined>;
}

/** Registers a gauge without labels that is read when it is scraped. While it cannot be read it has no value. */
export function registerNumberGauge(registry: Registry, { name, help, read }: NumberGauge): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await read().catch(() => undefined);
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
}

export interface StateGauge<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly label: Label;
  /** Counts the items by label, in the database that all replicas share. */
  readonly count: () => Promise<ReadonlyMap<string, number>>;
}

/**
 * Registers a gauge that is counted when it is scraped. While the database is unavailable it has no values, and the
 * other metrics are not affected.
 */
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
