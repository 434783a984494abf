import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { TurnPart, UsagePart } from '../runtime.js';

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

/** `abandoned`: the answer was no longer wanted (`/stop`, or the gateway stops). */
export type TurnResult = 'answered' | 'failed' | 'timed-out' | 'abandoned';

/** The facts that are measured of a turn. */
export interface MeasuredTurn {
  record(part: TurnPart): void;
  end(result: TurnResult): void;
}

/** Seconds; models take from a tenth to minutes. */
const BUCKETS = [0.1, 0.3, 1, 3, 10, 30, 60, 120, 300, 900];

/** Counts turns and what they cost, by agent. */
@Injectable()
export class TurnMetrics {
  private readonly tokens: Counter<'agent' | 'direction' | 'kind'>;
  /** By agent. */
  private readonly inProgress = new Map<string, number>();
  private readonly waiting = new Map<string, number>();
  private readonly byModel: Counter<'agent' | 'model' | 'outcome'>;
  private readonly models = new ModelLabels();
  private readonly duration: Histogram<'agent' | 'outcome'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.tokens = new Counter({
      name: 'gatehouse_model_tokens_total',
      help: 'Tokens, as counted by the models, by agent, direction (input, output) and kind. Each token has one kind: input (uncached), cached, cache-written, output (without reasoning), reasoning.',
      labelNames: ['agent', 'direction', 'kind'],
      registers,
    });
    this.byModel = new Counter({
      name: 'gatehouse_model_turns_total',
      help: 'Turns by agent, last model called (agents.list[].fallbacks), and outcome.',
      labelNames: ['agent', 'model', 'outcome'],
      registers,
    });
    registerCounts(registry, this.inProgress, {
      name: 'gatehouse_turns_in_progress',
      help: 'Turns in progress by agent, without those waiting for agents.list[].maxConcurrentTurns.',
    });
    registerCounts(registry, this.waiting, {
      name: 'gatehouse_turns_waiting',
      help: 'Turns waiting in this process for agents.list[].maxConcurrentTurns, by agent.',
    });
    this.duration = new Histogram({
      name: 'gatehouse_turn_duration_seconds',
      help: 'Duration of turns by agent and outcome (answered, failed, timed-out, abandoned).',
      labelNames: ['agent', 'outcome'],
      buckets: BUCKETS,
      registers,
    });
  }

  /** Counts a turn that waits for a slot. @returns the function that ends the wait */
  wait(agent: string): () => void {
    add(this.waiting, agent, 1);
    return () => add(this.waiting, agent, -1);
  }

  begin(agent: string): MeasuredTurn {
    add(this.inProgress, agent, 1);
    const stopClock = this.duration.startTimer({ agent });
    let model: string | undefined;
    return {
      record: (part) => {
        if (part.kind === 'asked') model = this.models.of(part.model);
        if (part.kind === 'usage') this.countTokens(agent, part);
      },
      end: (outcome) => {
        add(this.inProgress, agent, -1);
        stopClock({ outcome });
        if (model !== undefined) this.byModel.inc({ agent, model, outcome });
      },
    };
  }

  private countTokens(agent: string, part: UsagePart): void {
    for (const [direction, kind, count] of tokensByKind(part))
      if (count > 0) this.tokens.inc({ agent, direction, kind }, count);
  }
}

type Direction = 'input' | 'output';

/** Each token once. The parts of a sum are never more than the sum, whatever a server reports. */
function tokensByKind(part: UsagePart): readonly (readonly [Direction, kind: string, count: number])[] {
  const { inputTokens: input, cachedTokens = 0, cacheWriteTokens = 0, outputTokens: output } = part;
  const cached = Math.min(cachedTokens, input);
  const written = Math.min(cacheWriteTokens, input - cached);
  const reasoning = Math.min(part.reasoningTokens ?? 0, output);
  return [
    ['input', 'input', input - cached - written],
    ['input', 'cached', cached],
    ['input', 'cache-written', written],
    ['output', 'output', output - reasoning],
    ['output', 'reasoning', reasoning],
  ];
}

function add(counts: Map<string, number>, agent: string, by: number): void {
  counts.set(agent, (counts.get(agent) ?? 0) + by);
}

/**
 * Registers a gauge that reads its counts only when it is scraped, because changing a gauge by its labels costs more
 * than counting.
 */
function registerCounts(
  registry: Registry,
  counts: ReadonlyMap<string, number>,
  named: { readonly name: string; readonly help: string },
): void {
  new Gauge({
    ...named,
    labelNames: ['agent'],
    registers: [registry],
    collect() {
      for (const [agent, count] of counts) this.set({ agent }, count);
    },
  });
}
