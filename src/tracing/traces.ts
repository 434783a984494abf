import { Logger } from '@nestjs/common';
import { Counter, type Registry } from 'prom-client';
import { traceWith, VERSION } from '../common/index.js';
import type { Environment } from '../config/index.js';
import { OtlpClient } from './export/otlp-client.js';
import { SpanQueue } from './export/span-queue.js';
import { MessageTracer } from './message-tracer.js';
import { readTraceSettings } from './settings.js';
import { SpanSource } from './spans/span-source.js';

/** How long the end of the program waits for the collector, ms. */
const LAST_EXPORT_MS = 2_000;

/** The traces of this process, from its start to its end. */
export interface Traces {
  /** Counts spans among the metrics. */
  countIn(registry: Registry): void;
  /** Exports what waits, at most 2 s. Call it when nothing is done any more. */
  stop(): Promise<void>;
}

/** Begins to trace. @throws ConfigInvalidError */
export function startTraces(environment: Environment): Traces {
  const { target, limits, sampler, resource } = readTraceSettings(environment);
  const queue = new SpanQueue(new OtlpClient(target), { resource, version: VERSION }, limits);
  traceWith(new MessageTracer(new SpanSource(sampler, queue.add)));
  new Logger('Traces').log(`spans are exported to ${target.url.origin}${target.url.pathname}`);
  return {
    countIn: (registry) => countIn(registry, queue),
    stop: async () => {
      traceWith(undefined);
      await queue.stop(LAST_EXPORT_MS);
    },
  };
}

function countIn(registry: Registry, { counts }: SpanQueue): void {
  new Counter({
    name: 'gatehouse_trace_spans_total',
    help: 'Spans of this process by outcome: exported, dropped (queue full or too late), rejected by the collector.',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [result, count] of Object.entries({ ...counts })) this.inc({ result }, count);
    },
  });
}
