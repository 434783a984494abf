import type { Random } from './random.js';

interface Rule<Effect, Subject> {
  readonly effect: Effect;
  readonly probability: number;
  readonly when: (subject: Subject) => boolean;
  left: number;
}

/** Limits of a rule: how many times it fires, and for which subjects. */
export interface FaultScope<Subject> {
  readonly times?: number;
  readonly when?: (subject: Subject) => boolean;
}

/**
 * One kind of fault that can be turned on and off while the simulator runs. Rules are tried in the
 * order they were added; the first match decides, so at most one rule fires per event.
 */
export class FaultSwitch<Effect, Subject> {
  private rules: Rule<Effect, Subject>[] = [];

  constructor(private readonly random: Random) {}

  /** Applies to the next matching event (or the next `times` ones). */
  next(effect: Effect, scope: FaultScope<Subject> = {}): this {
    return this.add(effect, 1, { times: 1, ...scope });
  }

  /** Applies to every matching event until `clear()`. */
  all(effect: Effect, scope: FaultScope<Subject> = {}): this {
    return this.add(effect, 1, scope);
  }

  /** Applies to each matching event with this probability, for chaos tests. */
  sometimes(probability: number, effect: Effect, scope: FaultScope<Subject> = {}): this {
    return this.add(effect, probability, scope);
  }

  clear(): void {
    this.rules = [];
  }

  /** Returns the effect due for an event, and counts it against a rule with a limit. */
  take(subject: Subject): Effect | undefined {
    const rule = this.rules.find((each) => each.when(subject) && this.random.chance(each.probability));
    if (!rule) return undefined;
    rule.left -= 1;
    this.rules = this.rules.filter((each) => each.left > 0);
    return rule.effect;
  }

  private add(effect: Effect, probability: number, scope: FaultScope<Subject>): this {
    const { times = Infinity, when = () => true } = scope;
    this.rules.push({ effect, probability, when, left: times });
    return this;
  }
}
