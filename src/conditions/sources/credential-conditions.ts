import { Injectable } from '@nestjs/common';
import { AdminTokens, ApiKeys, MAX_TOKENS } from '../../access-control/index.js';
import { Clock, type Finding, type ReasonFacts } from '../../common/index.js';
import { condition, type ConditionSource, type HasConditions, orWell } from '../condition.js';

const DAY = 24 * 60 * 60_000;
/** Time enough to give a new one to the user of the old. */
const SOON_MS = 14 * DAY;
/** A client that used an expired one so shortly before its end probably still tries it. */
const LATELY_MS = 7 * DAY;
/** More are not listed; those that end first come first. */
const MOST_LISTED = 50;

/** The fields that an admin token and an API key have in common; times in epoch ms. */
interface Credential {
  readonly id: string;
  readonly name: string;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
}

/** Admin tokens and API keys that are about to end. */
@Injectable()
export class CredentialConditions implements HasConditions {
  readonly sources: readonly ConditionSource[] = [
    { check: 'tokens', codes: ['token-ending'], cost: 'database', find: () => this.tokens() },
    { check: 'keys', codes: ['key-ending'], cost: 'database', find: () => this.keys() },
  ];

  constructor(
    private readonly adminTokens: AdminTokens,
    private readonly apiKeys: ApiKeys,
    private readonly clock: Clock,
  ) {}

  private async tokens(): Promise<readonly Finding[]> {
    const tokens = await this.adminTokens.list({ limit: MAX_TOKENS });
    const found = tokens.flatMap((token) =>
      this.faultOf('token-ending', token, { id: token.id, role: token.role }),
    );
    return orWell(found, 'no admin token expires within 14 days');
  }

  private async keys(): Promise<readonly Finding[]> {
    const now = this.clock.now();
    const keys = await this.apiKeys.endingBetween(now - LATELY_MS, now + SOON_MS, MOST_LISTED);
    const found = keys.flatMap((key) => this.faultOf('key-ending', key, { id: key.id, user: key.userId }));
    return orWell(found, 'no API key expires within 14 days');
  }

  private faultOf(
    fault: 'token-ending' | 'key-ending',
    credential: Credential,
    facts: ReasonFacts,
  ): readonly Finding[] {
    const { id, name, expiresAt, lastUsedAt } = credential;
    const now = this.clock.now();
    // Owners alone may list admin tokens; the doctor speaks to operators too.
    const called = fault === 'token-ending' ? `the admin token ${id}` : `the API key ${name} (${id})`;
    if (expiresAt === null || expiresAt - now > SOON_MS) return [];
    if (expiresAt > now) return [condition(fault, `${called} expires at ${shown(expiresAt)}`, { facts })];
    if (lastUsedAt === null || now - lastUsedAt > LATELY_MS) return [];
    const message = `${called} expired at ${shown(expiresAt)}, and was used until ${shown(lastUsedAt)}`;
    return [condition(fault, message, { facts })];
  }
}

/** To the minute. */
const shown = (time: number): string => `${new Date(time).toISOString().slice(0, 16)}Z`;
