import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { TurnPart } from './runtime.js';

/** `abandoned`: the answer was no longer wanted (`/stop`, or the gateway stops). */
export type TurnResult = 'answered' | 'failed' | 'timed-out' | 'abandoned';

/** A turn as it is measured. */
export interface MeasuredTurn {
  take(part: TurnPart): void;
  end(result: TurnResult): void;
}

/** Seconds; models take from a tenth to minutes. */
const BUCKETS = [0.1, 0.3, 1, 3, 10, 30, 60, 120, 300, 900];

/** Counts turns and what they cost, by agent. */
@Injectable()
export class TurnMetrics {
  private readonly tokens: Counter<'agent' | 'direction'>;
  private readonly inProgress: Gauge<'agent'>;
  private readonly waiting: Gauge<'agent'>;
  private readonly duration: Histogram<'agent' | 'outcome'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.tokens = new Counter({
      name: 'gatehouse_model_tokens_total',
      help: 'Tokens, as models count them, by agent and direction (input, output).',
      labelNames: ['agent', 'direction'],
      registers,
    });
    this.inProgress = new Gauge({
      name: 'gatehouse_turns_in_progress',
      help: 'Turns being taken now, by agent; without those that wait for agents.list[].maxConcurrentTurns.',
      labelNames: ['agent'],
      registers,
    });
    this.waiting = new Gauge({
      name: 'gatehouse_turns_waiting',
      help: 'Turns that wait in this process for agents.list[].maxConcurrentTurns, by agent.',
      labelNames: ['agent'],
      registers,
    });
    this.duration = new Histogram({
      name: 'gatehouse_turn_duration_seconds',
      help: 'How long turns took, by agent and outcome (answered, failed, timed-out, abandoned).',
      labelNames: ['agent', 'outcome'],
      buckets: BUCKETS,
      registers,
    });
  }

  /** A turn waits for a slot. @returns the function that ends the wait */
  wait(agent: string): () => void {
    this.waiting.inc({ agent });
    return () => this.waiting.dec({ agent });
  }

  begin(agent: string): MeasuredTurn {
    this.inProgress.inc({ agent });
    const stopClock = this.duration.startTimer({ agent });
    return {
      take: (part) => {
        if (part.kind !== 'usage') return;
        this.tokens.inc({ agent, direction: 'input' }, part.inputTokens);
        this.tokens.inc({ agent, direction: 'output' }, part.outputTokens);
      },
      end: (outcome) => {
        this.inProgress.dec({ agent });
        stopClock({ outcome });
      },
    };
  }
}
