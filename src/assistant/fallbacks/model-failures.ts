import { hash } from 'node:crypto';
import type { RuntimeType } from '../../config/index.js';
import type { AgentSettings, RuntimeFailure } from '../runtime.js';

/** How long a model that failed is passed over, ms. */
const PASSED_OVER_MS = 60_000;
/** A model that no one asked for so long after that is not known to fail any more, ms. */
const KNOWN_MS = 60 * 60_000;

/** Client errors that another model need not have: this one is busy, or not open to this key. */
const FOR_ANOTHER = new Set([401, 402, 403, 404, 408, 409, 425, 429]);
/** Among them, those that an operator has to mend. */
const OF_THE_KEY = new Set([401, 402, 403, 404]);

/** A model that failed, and has not answered since, for operators. */
export interface PassedOverModel {
  readonly runtime: RuntimeType;
  readonly model?: string;
  /** Contains no secret. */
  readonly reason: string;
  /** When it failed first, epoch ms. */
  readonly since: number;
  /** Until then it is not asked, epoch ms; may be over. */
  readonly until: number;
}

/** A model at its place among those of its agent. */
export interface PlacedModel {
  readonly settings: AgentSettings;
  /** 0 for the agent's own; from 1 for its fallbacks. */
  readonly position: number;
}

interface Failed {
  readonly agentId: string;
  readonly runtime: AgentSettings['runtime'];
  readonly reason: string;
  /** Both by `performance.now()`. */
  readonly since: number;
  readonly until: number;
}

/**
 * Whether another model may answer what this one did not. Not after a refusal or a request that is wrong for all: it
 * would be so again.
 */
export function isForAnother({ status, isRetryable, code }: RuntimeFailure): boolean {
  if (code === 'refused' || code === 'too-long' || code === 'too-large') return false;
  if (code === 'wrong-key' || code === 'empty') return true;
  return status === undefined ? isRetryable : status >= 500 || FOR_ANOTHER.has(status);
}

/** Whether it will fail until an operator changes something. */
export const isOfTheKey = ({ status = 0, code }: RuntimeFailure): boolean =>
  code === 'wrong-key' || OF_THE_KEY.has(status);

/** Remembers which models failed just now, in this process: a turn does not wait for them first. */
export class ModelFailures {
  private readonly failed = new Map<string, Failed>();

  record(model: PlacedModel, { message: reason }: RuntimeFailure): void {
    const now = performance.now();
    const { id: agentId, runtime } = model.settings;
    const key = keyOf(model);
    const { since = now } = this.failed.get(key) ?? {};
    this.failed.set(key, { agentId, runtime, reason, since, until: now + PASSED_OVER_MS });
  }

  forget(model: PlacedModel): void {
    if (this.failed.size > 0) this.failed.delete(keyOf(model));
  }

  isPassedOver(model: PlacedModel): boolean {
    if (this.failed.size === 0) return false;
    const failed = this.failed.get(keyOf(model));
    return failed !== undefined && failed.until > performance.now();
  }

  /** The models of an agent that failed and have not answered since. */
  of(agentId: string): readonly PassedOverModel[] {
    const now = performance.now();
    for (const [key, { until }] of this.failed) if (now - until > KNOWN_MS) this.failed.delete(key);
    const ago = (time: number): number => Math.round(Date.now() + time - now);
    return [...this.failed.values()]
      .filter((each) => each.agentId === agentId)
      .map(({ runtime: { type, model }, reason, since, until }) => ({
        runtime: type as RuntimeType,
        ...(model !== undefined && { model }),
        reason,
        since: ago(since),
        until: ago(until),
      }));
  }
}

/**
 * A model that is moved, or whose settings are changed, is another one: the same model may stand there twice, with two
 * keys.
 */
const keyOf = ({ settings: { id, runtime }, position }: PlacedModel): string =>
  `${id} ${position} ${hash('sha256', JSON.stringify(runtime))}`;
