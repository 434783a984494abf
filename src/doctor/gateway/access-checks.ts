import { Injectable } from '@nestjs/common';
import {
  dependsOnGrant,
  type GrantCount,
  Grants,
  judgeDirectMessage,
  judgeGroupMessage,
} from '../../access-control/index.js';
import {
  type AccountId,
  type AccountSettings,
  type ChannelId,
  ConnectorRegistry,
  type ConversationId,
  type ConversationRef,
  DEFAULT_ACCOUNT,
} from '../../channels/index.js';
import type { AllowList, Check, Finding } from '../../common/index.js';
import { GatehouseConfig, USAGE } from '../../config/index.js';
import { Assistants, type ReasonKind, ReasonTable, SHARED_SESSION } from '../../conversations/index.js';
import type { CheckSource } from '../check-source.js';
import { faultFound, ok } from '../faults.js';

interface Account {
  readonly channel: ChannelId;
  readonly settings: AccountSettings;
}

interface Why {
  readonly kind: ReasonKind;
  readonly code: string;
  readonly isGroup?: boolean;
}

/** A group that no setting knows by itself. */
const GROUP: ConversationRef = { id: '' as ConversationId, kind: 'group' };
/** Somebody who is on no list and has no grant. */
const STRANGER = { accessKeys: [], grantedAt: undefined, writtenAt: 0 };

/** Settings and grants that let in others than an operator may think. The gate's own rules judge. */
@Injectable()
export class AccessChecks implements CheckSource {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly grants: Grants,
    private readonly reasons: ReasonTable,
    private readonly assistants: Assistants,
    private readonly config: GatehouseConfig,
  ) {}

  checks(): readonly Check[] {
    return [
      { id: 'dm-scope', run: async () => [await this.sharedSession()] },
      { id: 'open-policy', run: async () => orOk(this.openPolicies(), 'no account is open to everybody') },
      {
        id: 'empty-allowlist',
        run: async () => orOk(await this.emptyLists(), 'no list shuts everybody out'),
      },
      { id: 'grants', run: async () => orOk(await this.idleGrants(), 'every grant has its effect') },
    ];
  }

  private async sharedSession(): Promise<Finding> {
    if (await this.assistants.isSessionShared()) return faultFound('session-shared', SHARED_SESSION);
    return ok('people who do not know of each other share no session');
  }

  private openPolicies(): readonly Finding[] {
    const limit =
      this.config.get(USAGE).budgets.length > 0
        ? 'budgets limit what that costs'
        : 'no budget limits what that costs';
    return this.accounts().flatMap((account) => {
      const { dmPolicy: policy, allowFrom, groupPolicy, groupAllowFrom } = account.settings;
      const direct = judgeDirectMessage({ ...STRANGER, policy, allowFrom });
      const place = { isExcluded: false, isOff: false, accessKeys: [] };
      const group = judgeGroupMessage({ ...place, policy: groupPolicy, groupAllowFrom });
      const open = (who: string, code: string, isGroup: boolean) =>
        this.explained(
          account,
          { kind: 'admission', code, isGroup },
          `${who} may write to ${nameOf(account)}; ${limit}`,
        );
      return [
        ...(direct.kind === 'admit' ? [open('everybody', direct.reason, false)] : []),
        ...(group.kind === 'admit' ? [open('everybody in its groups', group.reason, true)] : []),
      ];
    });
  }

  private async emptyLists(): Promise<readonly Finding[]> {
    const granted = new Set((await this.grants.countByAccount()).map(keyOf));
    return this.accounts().flatMap((account) => {
      const isDirect =
        this.isListChosen(account, 'dmPolicy', 'allowFrom') && !granted.has(keyOf(placeOf(account)));
      const isGroup = this.isListChosen(account, 'groupPolicy', 'groupAllowFrom') && !this.hasPlaces(account);
      const empty = (text: string, isOfGroup: boolean) =>
        this.explained(
          account,
          { kind: 'drop', code: 'not-allowlisted', isGroup: isOfGroup },
          `${nameOf(account)} ${text}`,
        );
      return [
        ...(isDirect ? [empty('lets nobody in: only its list does, and that is empty', false)] : []),
        ...(isGroup
          ? [empty('answers in no group: only its list lets people in, and that is empty', true)]
          : []),
      ];
    });
  }

  /** Whether an operator has chosen a list, which is empty. By default groups have an empty one: that is no fault. */
  private isListChosen(
    { channel, settings }: Account,
    policy: 'dmPolicy' | 'groupPolicy',
    list: 'allowFrom' | 'groupAllowFrom',
  ): boolean {
    if (settings[policy] !== 'allowlist' || !isEmpty(settings[list])) return false;
    const place = policy === 'groupPolicy' ? GROUP : undefined;
    return [policy, list].some((name) =>
      this.config.present(settings.settingPath?.(`account.${name}`, place) ?? `channels.${channel}.${name}`),
    );
  }

  /** Whether some groups have entries of their own, which may let people in. */
  private hasPlaces({ channel, settings }: Account): boolean {
    const path = settings.settingPath?.('place.list', GROUP);
    return this.config.present(path ?? `channels.${channel}.groups`);
  }

  private async idleGrants(): Promise<readonly Finding[]> {
    return (await this.grants.countByAccount()).flatMap((grants) => {
      const { channel, account } = grants;
      const settings = this.registry.findAccount(channel as ChannelId, account as AccountId);
      return settings
        ? this.withoutEffect(grants, { channel: channel as ChannelId, settings })
        : this.ofNoAccount(grants);
    });
  }

  private withoutEffect({ count }: GrantCount, account: Account): readonly Finding[] {
    const { dmPolicy: policy, allowFrom } = account.settings;
    if (dependsOnGrant({ policy, allowFrom, accessKeys: [] })) return [];
    const verdict = judgeDirectMessage({ ...STRANGER, policy, allowFrom });
    const isOpen = verdict.kind === 'admit';
    const why = isOpen ? 'everybody is let in, with a grant and without' : 'nobody is let in';
    const message = `${nameOf(account)} has ${counted(count)} without effect: ${why}`;
    const code = isOpen ? verdict.reason : 'dm-disabled';
    return [this.explained(account, { kind: isOpen ? 'admission' : 'drop', code }, message)];
  }

  /** An account that is switched off keeps its grants for the day it is on again. */
  private ofNoAccount({ channel, account, count }: GrantCount): readonly Finding[] {
    const path = `channels.${channel}${account === DEFAULT_ACCOUNT ? '' : `.accounts.${account}`}`;
    if (this.config.rawAt(path) !== undefined) return [];
    const message = `${channel}/${account} has ${counted(count)}, and is not configured`;
    return [faultFound('account-missing', message, { facts: { channel } })];
  }

  /** With the setting and the remedy of the reason by which the gate decides. */
  private explained(
    { channel, settings }: Account,
    { kind, code, isGroup = false }: Why,
    message: string,
  ): Finding {
    const { account } = settings;
    const about = { channel, account, ...(isGroup && { conversation: GROUP }) };
    const explanation = this.reasons.explain(kind, code, about);
    if (!explanation) throw new Error(`the reason ${code} has no row`);
    const { setting, remedy } = explanation;
    return { state: 'warning', message, ...(setting !== null && { setting }), remedy };
  }

  private accounts(): readonly Account[] {
    return this.registry
      .all()
      .flatMap((connector) =>
        connector.accounts().map((settings) => ({ channel: connector.channel, settings })),
      );
  }
}

const orOk = (findings: readonly Finding[], message: string): readonly Finding[] =>
  findings.length > 0 ? findings : [ok(message)];

const isEmpty = ({ anyone, keys }: AllowList): boolean => !anyone && keys.size === 0;

const placeOf = ({ channel, settings }: Account) => ({ channel, account: settings.account });
const keyOf = ({ channel, account }: { readonly channel: string; readonly account: string }): string =>
  `${channel}/${account}`;
const nameOf = (account: Account): string => keyOf(placeOf(account));

const counted = (count: number): string => (count === 1 ? 'one grant' : `${count} grants`);
