import { Injectable } from '@nestjs/common';
import { ConnectorRegistry } from '../../channels/index.js';
import type { Finding } from '../../common/index.js';
import { APPROVAL_TARGET, APPROVALS, GatehouseConfig } from '../../config/index.js';
import { Approvals, Deciders } from '../../conversations/index.js';
import { condition, type ConditionSource, type HasConditions, orWell } from '../condition.js';
import { isAccount } from './account-findings.js';

/** More than wait at the same time in any gateway that someone looks after. */
const MOST_PENDING = 200;

/** Tool calls that wait for a decision: whether someone sees the requests, and may decide. */
@Injectable()
export class ApprovalConditions implements HasConditions {
  readonly sources: readonly ConditionSource[] = [
    {
      check: 'approvals',
      codes: ['approval-target-missing', 'approval-undecidable'],
      cost: 'database',
      find: () => this.findings(),
    },
  ];

  constructor(
    private readonly approvals: Approvals,
    private readonly deciders: Deciders,
    private readonly registry: ConnectorRegistry,
    private readonly config: GatehouseConfig,
  ) {}

  private async findings() {
    const found = [...this.missingTargets(), ...(await this.undecidable())];
    return orWell(found, 'every pending approval has an approver');
  }

  private missingTargets(): readonly Finding[] {
    return this.config.get(APPROVALS).to.flatMap((target) => {
      const { channel = '', account } = APPROVAL_TARGET.exec(target)?.groups ?? {};
      if (isAccount(this.registry, channel, account)) return [];
      const name = account === undefined ? channel : `${channel}/${account}`;
      return [condition('approval-target-missing', `approvals.to names ${name}, which is not configured`)];
    });
  }

  private async undecidable(): Promise<readonly Finding[]> {
    const pending = await this.approvals.list({ states: ['pending'], limit: MOST_PENDING });
    const { length } = pending.filter((each) => !this.deciders.isAnybodyFor(each));
    if (length === 0) return [];
    const calls = length === 1 ? '1 tool call waits' : `${length} tool calls wait`;
    return [condition('approval-undecidable', `${calls} for a decision, and no one in a chat may make it`)];
  }
}
