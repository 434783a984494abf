import { Injectable } from '@nestjs/common';
import { dependsOnGrant, type GrantCount, Grants, judgeDirectMessage } from '../../access-control/index.js';
import { DEFAULT_ACCOUNT } from '../../channels/index.js';
import type { Finding } from '../../common/index.js';
import { GatehouseConfig } from '../../config/index.js';
import { Assistants } from '../../operator/index.js';
import { SHARED_SESSION } from '../../conversations/index.js';
import { condition, type ConditionSource, type HasConditions, ok, orWell } from '../condition.js';
import { type Account, AccountFindings } from './account-findings.js';
import { STRANGER } from './policy-conditions.js';

/** The people who are let in: whether that has its effect, and whether they share what they say. */
@Injectable()
export class GrantConditions implements HasConditions {
  readonly sources: readonly ConditionSource[] = [
    {
      check: 'dm-scope',
      codes: ['session-shared'],
      cost: 'database',
      find: async () => [await this.sharedSession()],
    },
    { check: 'grants', codes: ['account-missing'], cost: 'database', find: () => this.idleGrants() },
  ];

  constructor(
    private readonly findings: AccountFindings,
    private readonly grants: Grants,
    private readonly assistants: Assistants,
    private readonly config: GatehouseConfig,
  ) {}

  private async sharedSession(): Promise<Finding> {
    if (await this.assistants.isSessionShared()) return condition('session-shared', SHARED_SESSION);
    return ok('separate people have separate sessions');
  }

  private async idleGrants(): Promise<readonly Finding[]> {
    const accounts = new Map(this.findings.accounts().map((account) => [account.name, account]));
    const found = (await this.grants.countByAccount()).flatMap((grants) => {
      const account = accounts.get(`${grants.channel}/${grants.account}`);
      return account ? this.withoutEffect(account, grants) : this.ofNoAccount(grants);
    });
    return orWell(found, 'all grants are effective');
  }

  /** The gate's own rules say whether a grant matters; entries of a list that make single ones idle are no fault. */
  private withoutEffect(account: Account, { count }: GrantCount): readonly Finding[] {
    const { dmPolicy: policy, allowFrom } = account.settings;
    if (dependsOnGrant({ policy, allowFrom, accessKeys: [] })) return [];
    const verdict = judgeDirectMessage({ ...STRANGER, policy, allowFrom });
    const has = `${account.name} has ${counted(count)} without effect`;
    if (verdict.kind === 'admit') {
      const why = { kind: 'admission', code: verdict.reason } as const;
      return [this.findings.warning(account, why, `${has}: everyone has access, with or without a grant`)];
    }
    return [
      this.findings.warning(account, { kind: 'drop', code: 'dm-disabled' }, `${has}: no one has access`),
    ];
  }

  /** An account that is switched off keeps its grants for the day it is on again. */
  private ofNoAccount({ channel, account, count }: GrantCount): readonly Finding[] {
    const path = `channels.${channel}${account === DEFAULT_ACCOUNT ? '' : `.accounts.${account}`}`;
    if (this.config.rawAt(path) !== undefined) return [];
    const message = `${channel}/${account} has ${counted(count)}, and is not configured`;
    return [condition('account-missing', message, { facts: { channel } })];
  }
}

const counted = (count: number): string => (count === 1 ? 'one grant' : `${count} grants`);
