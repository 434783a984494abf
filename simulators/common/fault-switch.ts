import type { Random } from './random.js';

interface Rule<Effect, Subject> {
  readonly effect: Effect;
  readonly probability: number;
  readonly when: (subject: Subject) => boolean;
  left: number;
}

/** How a rule is narrowed: how many times it fires, and for which subjects only. */
export interface FaultScope<Subject> {
  readonly times?: number;
  readonly when?: (subject: Subject) => boolean;
}

/**
 * One kind of fault that can be turned on and off while the simulator runs. Rules are asked in the
 * order they were added; the first that matches decides, and at most one decides per event.
 */
export class FaultSwitch<Effect, Subject> {
  private rules: Rule<Effect, Subject>[] = [];

  constructor(private readonly random: Random) {}

  /** The next event (or the next `times` events) that match. */
  next(effect: Effect, scope: FaultScope<Subject> = {}): this {
    return this.add(effect, 1, { times: 1, ...scope });
  }

  /** Every matching event until `clear()`. */
  all(effect: Effect, scope: FaultScope<Subject> = {}): this {
    return this.add(effect, 1, scope);
  }

  /** Each matching event with this probability: for chaos tests. */
  sometimes(probability: number, effect: Effect, scope: FaultScope<Subject> = {}): this {
    return this.add(effect, probability, scope);
  }

  clear(): void {
    this.rules = [];
  }

  /** Asked by the simulator at each event; uses up one of a counted rule. */
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
