import type { RuntimeType } from '../../config/index.js';
import type { AgentSettings, RuntimeFailure } from '../runtime.js';

/** How long a model that failed is passed over, ms. */
const PASSED_OVER_MS = 60_000;

/** Client errors that another model need not have: this one is busy, or not open to this key. */
const FOR_ANOTHER = new Set([401, 402, 403, 404, 408, 409, 425, 429]);
/** Among them, those that an operator has to mend. */
const OF_THE_KEY = new Set([401, 402, 403, 404]);

/** A model that is not asked for now, for operators. */
export interface PassedOverModel {
  readonly runtime: RuntimeType;
  readonly model?: string;
  /** Contains no secret. */
  readonly reason: string;
  /** Epoch ms. */
  readonly until: number;
}

interface Failed {
  readonly agentId: string;
  readonly runtime: AgentSettings['runtime'];
  readonly reason: string;
  /** By `performance.now()`. */
  readonly until: number;
}

/**
 * Whether another model may answer what this one did not. Not after a refusal or a request that is wrong for all: it
 * would be so again.
 */
export function isForAnother({ status, isRetryable, code }: RuntimeFailure): boolean {
  if (code === 'refused' || code === 'too-long') return false;
  return status === undefined ? isRetryable : status >= 500 || FOR_ANOTHER.has(status);
}

/** Whether it will fail until an operator changes something. */
export const isOfTheKey = ({ status = 0 }: RuntimeFailure): boolean => OF_THE_KEY.has(status);

/** Remembers which models failed just now, in this process: a turn does not wait for them first. */
export class ModelFailures {
  private readonly failed = new Map<string, Failed>();

  record({ id: agentId, runtime }: AgentSettings, { message: reason }: RuntimeFailure): void {
    const until = performance.now() + PASSED_OVER_MS;
    this.failed.set(keyOf(agentId, runtime), { agentId, runtime, reason, until });
  }

  forget({ id, runtime }: AgentSettings): void {
    this.failed.delete(keyOf(id, runtime));
  }

  isPassedOver({ id, runtime }: AgentSettings): boolean {
    const key = keyOf(id, runtime);
    const failed = this.failed.get(key);
    if (failed && failed.until > performance.now()) return true;
    if (failed) this.failed.delete(key);
    return false;
  }

  /** The models of an agent that are passed over now. */
  of(agentId: string): readonly PassedOverModel[] {
    const now = performance.now();
    return [...this.failed.values()]
      .filter((each) => each.agentId === agentId && each.until > now)
      .map(({ runtime: { type, model }, reason, until }) => ({
        runtime: type as RuntimeType,
        ...(model !== undefined && { model }),
        reason,
        until: Math.round(Date.now() + until - now),
      }));
  }
}

/** A model that is moved or renamed in the configuration is another one. */
const keyOf = (agentId: string, { type, baseUrl = '', model = '' }: AgentSettings['runtime']): string =>
  `${agentId} ${type} ${baseUrl} ${model}`;
