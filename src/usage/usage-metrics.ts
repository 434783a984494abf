import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import {
  type CallEnd,
  type MeteredCall,
  ModelLabels,
  OverBudgetError,
  type PlannedCall,
  type UsageMeter,
} from '../assistant/index.js';

/** Counts model calls by agent and model. No label names a person. */
@Injectable()
export class UsageMetrics {
  private readonly calls: Counter<'agent' | 'model' | 'outcome'>;
  private readonly cost: Counter<'agent' | 'model'>;
  private readonly models = new ModelLabels();

  constructor(registry: Registry) {
    this.calls = new Counter({
      name: 'gatehouse_model_calls_total',
      help: 'Model calls by agent, model and outcome (answered, failed, over-budget).',
      labelNames: ['agent', 'model', 'outcome'],
      registers: [registry],
    });
    this.cost = new Counter({
      name: 'gatehouse_model_cost_total',
      help: 'Cost of model calls by agent and model, in usage.currency.',
      labelNames: ['agent', 'model'],
      registers: [registry],
    });
  }

  /** @param cost in millionths of the currency */
  paid({
    agent,
    model,
    cost,
  }: {
    readonly agent: string;
    readonly model: string;
    readonly cost: number;
  }): void {
    if (cost > 0) this.cost.inc({ agent, model: this.models.of(model) }, cost / 1_000_000);
  }

  /** The same meter, whose calls are counted. */
  measuring(meter: UsageMeter): UsageMeter {
    return { reserve: (call, signal) => this.measure(meter, call, signal) };
  }

  private async measure(meter: UsageMeter, call: PlannedCall, signal: AbortSignal): Promise<MeteredCall> {
    const { id, runtime } = call.input.agent;
    const labels = { agent: id, model: this.models.of(runtime.model ?? runtime.type) };
    try {
      const { settle, ...reserved } = await meter.reserve(call, signal);
      const counting = (end: CallEnd) => {
        this.calls.inc({ ...labels, outcome: end.outcome });
        settle(end);
      };
      return { ...reserved, settle: counting };
    } catch (error) {
      if (error instanceof OverBudgetError) this.calls.inc({ ...labels, outcome: 'over-budget' });
      throw error;
    }
  }
}
