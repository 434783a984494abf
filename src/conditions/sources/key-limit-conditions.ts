import { Injectable } from '@nestjs/common';
import { KeyLimits, type ReachedLimit } from '../../data-api/index.js';
import { condition, type ConditionSource, type HasConditions, orWell } from '../condition.js';

/** More are not listed. */
const MOST_LISTED = 50;

/** API keys that are refused because they have used up a limit. */
@Injectable()
export class KeyLimitConditions implements HasConditions {
  readonly sources: readonly ConditionSource[] = [
    {
      check: 'key-limits',
      codes: ['limit-reached', 'own-limit-reached'],
      cost: 'database',
      find: () => this.find(),
    },
  ];

  constructor(private readonly limits: KeyLimits) {}

  private async find() {
    const reached = await this.limits.reached(MOST_LISTED);
    return orWell(reached.map(conditionOf), 'no API key has reached a limit');
  }
}

function conditionOf({ key, period, limit, until, setting }: ReachedLimit) {
  const end = `${new Date(until).toISOString().slice(0, 19)}Z`;
  const message = `the API key ${key.name} (${key.id}) has used up its ${limit} requests of this ${period}, until ${end}`;
  const facts = { id: key.id, user: key.userId };
  return setting === undefined
    ? condition('own-limit-reached', message, { facts })
    : condition('limit-reached', message, { facts: { ...facts, setting } });
}
