import { Injectable } from '@nestjs/common';
import { Grants, judgeDirectMessage, judgeGroupMessage } from '../../access-control/index.js';
import type { AllowList, Finding } from '../../common/index.js';
import { GatehouseConfig, USAGE } from '../../config/index.js';
import { type ConditionSource, type HasConditions, orWell } from '../condition.js';
import { type Account, AccountFindings, ANY_GROUP } from './account-findings.js';

/** Someone who is on no list and has no grant. */
export const STRANGER = { accessKeys: [], grantedAt: undefined, writtenAt: 0 };

/** Policies that let in everybody, and lists that let in no one. The gate's own rules judge. */
@Injectable()
export class PolicyConditions implements HasConditions {
  readonly sources: readonly ConditionSource[] = [
    { check: 'open-policy', codes: [], cost: 'memory', find: async () => this.openPolicies() },
    { check: 'empty-allowlist', codes: [], cost: 'database', find: () => this.emptyLists() },
  ];

  constructor(
    private readonly findings: AccountFindings,
    private readonly grants: Grants,
    private readonly config: GatehouseConfig,
  ) {}

  private openPolicies(): readonly Finding[] {
    const found = this.findings
      .accounts()
      .flatMap((account) => [...this.openToSenders(account), ...this.openToGroups(account)]);
    return orWell(found, 'no account is open to everyone');
  }

  private openToSenders(account: Account): readonly Finding[] {
    const { dmPolicy: policy, allowFrom } = account.settings;
    const verdict = judgeDirectMessage({ ...STRANGER, policy, allowFrom });
    if (verdict.kind !== 'admit') return [];
    const why = { kind: 'admission', code: verdict.reason } as const;
    return [this.findings.warning(account, why, `everyone may write to ${account.name}; ${this.costText()}`)];
  }

  private openToGroups(account: Account): readonly Finding[] {
    const { groupPolicy: policy, groupAllowFrom } = account.settings;
    const verdict = judgeGroupMessage({ policy, groupAllowFrom, isExcluded: false, accessKeys: [] });
    if (verdict.kind !== 'admit') return [];
    const why = { kind: 'admission', code: verdict.reason, isGroup: true } as const;
    const message = `everyone in the groups of ${account.name} may write there; ${this.costText()}`;
    return [this.findings.warning(account, why, message)];
  }

  private costText(): string {
    const areSet = this.config.get(USAGE).budgets.length > 0;
    return areSet ? 'budgets limit what that costs' : 'no budget limits what that costs';
  }

  private async emptyLists(): Promise<readonly Finding[]> {
    const granted = new Set(
      (await this.grants.countByAccount()).map(({ channel, account }) => `${channel}/${account}`),
    );
    const found = this.findings
      .accounts()
      .flatMap((account) => [
        ...(granted.has(account.name) ? [] : this.emptyForSenders(account)),
        ...this.emptyForGroups(account),
      ]);
    return orWell(found, 'allowlists are not empty');
  }

  private emptyForSenders(account: Account): readonly Finding[] {
    const { dmPolicy, allowFrom } = account.settings;
    if (dmPolicy !== 'allowlist' || !isEmpty(allowFrom)) return [];
    if (!this.isChosen(account, ['dmPolicy', 'allowFrom'])) return [];
    const message = `${account.name} gives no one access: only its allowlist does, and that is empty`;
    return [this.findings.warning(account, { kind: 'drop', code: 'not-allowlisted' }, message)];
  }

  /** Groups have an empty list by default, and some may have lists of their own. */
  private emptyForGroups(account: Account): readonly Finding[] {
    const { groupPolicy, groupAllowFrom } = account.settings;
    if (groupPolicy !== 'allowlist' || !isEmpty(groupAllowFrom) || this.hasPlaces(account)) return [];
    if (!this.isChosen(account, ['groupPolicy', 'groupAllowFrom'])) return [];
    const message = `${account.name} answers in no group: only its list lets people in, and that is empty`;
    return [
      this.findings.warning(account, { kind: 'drop', code: 'not-allowlisted', isGroup: true }, message),
    ];
  }

  /** Whether an operator has set one of these, for the account or its channel. */
  private isChosen({ channel, settings }: Account, names: readonly string[]): boolean {
    return names.some((name) =>
      this.config.present(
        settings.settingPath?.(`account.${name}`, name.startsWith('group') ? ANY_GROUP : undefined) ??
          `channels.${channel}.${name}`,
      ),
    );
  }

  /** Whether the account or its channel has entries for certain groups. */
  private hasPlaces({ channel, settings }: Account): boolean {
    const path = settings.settingPath?.('place.list', ANY_GROUP) ?? `channels.${channel}.groups`;
    const own = path.replace(`channels.${channel}.`, `channels.${channel}.accounts.${settings.account}.`);
    return this.config.present(path) || this.config.present(own);
  }
}

const isEmpty = ({ anyone, keys }: AllowList): boolean => !anyone && keys.size === 0;
