import { Injectable } from '@nestjs/common';
import type { Check, Finding } from '../../common/index.js';
import { KeyLimits, type ReachedLimit } from '../../data-api/index.js';
import type { CheckSource } from '../check-source.js';
import { faultFound, ok } from '../faults.js';

/** More are not listed. */
const MOST_LISTED = 50;

/** API keys that are refused because they have used up a limit. */
@Injectable()
export class KeyLimitCheck implements CheckSource {
  constructor(private readonly limits: KeyLimits) {}

  checks(): readonly Check[] {
    return [{ id: 'key-limits', run: () => this.findings() }];
  }

  private async findings(): Promise<readonly Finding[]> {
    const reached = await this.limits.reached(MOST_LISTED);
    return reached.length > 0 ? reached.map(findingOf) : [ok('no API key has used up a limit')];
  }
}

function findingOf({ key, period, limit, until, setting }: ReachedLimit): Finding {
  const end = `${new Date(until).toISOString().slice(0, 19)}Z`;
  const message = `the API key ${key.name} (${key.id}) has used up its ${limit} requests of this ${period}, until ${end}`;
  const facts = { id: key.id, user: key.userId };
  return setting === undefined
    ? faultFound('own-limit-reached', message, { facts })
    : faultFound('limit-reached', message, { facts: { ...facts, setting } });
}
