import { type AllowList, type DmPolicy, type GroupPolicy, reasons } from '../../common/index.js';

/** Why someone is not let in (docs/reference/reasons.md). */
export const REFUSALS = reasons({
  'dm-disabled': {
    what: 'Direct messages are switched off for this account.',
    setting: 'account.dmPolicy',
    remedy: '`gatehouse config set {setting} pairing`',
  },
  'before-approval': {
    what: 'The message was written before its sender got access; such messages are not read.',
    remedy: 'Ask the sender to write again.',
  },
  'not-allowlisted': {
    what: 'Only people on the allowlist have access here, and the sender is not on it.',
    setting: 'account.allowFrom',
    remedy: '`gatehouse grants add {channel} {sender}{option}`',
    inGroup: { setting: 'account.groupAllowFrom', remedy: '`gatehouse config set {list} {sender}`' },
  },
  'groups-disabled': {
    what: 'Groups and channels are switched off for this account.',
    setting: 'account.groupPolicy',
    remedy: '`gatehouse config set {setting} allowlist`',
  },
  'group-off': {
    what: 'This group is switched off.',
    setting: 'place.enabled',
    remedy: '`gatehouse config set {setting} true`',
  },
  'group-not-listed': {
    what: 'The account answers only in listed groups and channels, and this one is not listed.',
    setting: 'place.list',
    remedy: "`gatehouse config set {entry} '{}'`",
  },
});
export type RefusalReason = keyof typeof REFUSALS;

/** Why someone is let in. */
export const ADMISSIONS = reasons({
  listed: {
    what: 'The sender is on the allowlist.',
    setting: 'account.allowFrom',
    remedy: 'To remove their access, delete their entry from {setting}.',
    inGroup: {
      setting: 'account.groupAllowFrom',
      remedy: 'To remove their access, delete their entry from {setting}.',
    },
  },
  granted: {
    what: 'The sender has a grant, from an approved pairing or an operator.',
    remedy: 'To remove their access: `gatehouse grants list {channel}`, then `gatehouse grants remove ID`',
  },
  'policy-open': {
    what: 'The policy allows everyone.',
    setting: 'account.dmPolicy',
    remedy: 'To allow only approved senders: `gatehouse config set {setting} pairing`',
    inGroup: {
      setting: 'account.groupPolicy',
      remedy: 'To allow only listed senders: `gatehouse config set {setting} allowlist`',
    },
  },
});
export type AdmissionReason = keyof typeof ADMISSIONS;

/** The facts about a sender that need no query. */
export interface SenderRule {
  readonly policy: DmPolicy;
  readonly allowFrom: AllowList;
  /** The message's keys, in the form of `allowFrom.keys`. */
  readonly accessKeys: readonly string[];
}

/** The facts that decide about a direct message. */
export interface DirectMessageCase extends SenderRule {
  /** When an operator or a pairing let this sender in, epoch ms; undefined = never. */
  readonly grantedAt: number | undefined;
  /** When the message was written, epoch ms, by the earliest report of it. */
  readonly writtenAt: number;
}

/** The facts that decide about a message in a group or channel. Grants have no effect (DESIGN 7). */
export interface GroupMessageCase {
  readonly policy: GroupPolicy;
  readonly groupAllowFrom: AllowList;
  readonly accessKeys: readonly string[];
  /** The place is not on the account's list of places. */
  readonly isExcluded: boolean;
  /** An operator has switched the place off. */
  readonly isOff?: boolean;
}

export type GroupVerdict =
  | { readonly kind: 'admit'; readonly reason: AdmissionReason }
  | { readonly kind: 'refuse'; readonly reason: RefusalReason };
type SenderVerdict = GroupVerdict | { readonly kind: 'pair' };

const admit = (reason: AdmissionReason): GroupVerdict => ({ kind: 'admit', reason });
const refuse = (reason: RefusalReason): GroupVerdict => ({ kind: 'refuse', reason });

/**
 * Whether a grant could change the decision. Asked first, because the policy and the allowlist are at hand while a
 * grant needs a query.
 */
export function dependsOnGrant({ policy, allowFrom, accessKeys }: SenderRule): boolean {
  return policy !== 'disabled' && policy !== 'open' && !isListed(allowFrom, accessKeys);
}

/**
 * Decides a direct message (spec 2-imbridge "Access control", DESIGN 7). A disabled channel refuses everyone; then the
 * allowlist and grants admit; the policy decides about everyone else. An empty list admits no one.
 */
export function judgeDirectMessage(message: DirectMessageCase): SenderVerdict {
  const { policy, grantedAt } = message;
  if (policy === 'disabled') return refuse('dm-disabled');
  if (isListed(message.allowFrom, message.accessKeys)) return admit('listed');
  if (policy === 'open') return admit('policy-open');
  // A message written before its sender was let in stays unread, even if it is judged only afterwards.
  if (grantedAt !== undefined)
    return message.writtenAt >= grantedAt ? admit('granted') : refuse('before-approval');
  return policy === 'pairing' ? { kind: 'pair' } : refuse('not-allowlisted');
}

/**
 * Decides who may reach the assistant from a group (spec 2-imbridge and 3-workchat, groupPolicy): `allowlist`
 * needs both a listed sender and a place that is not excluded; `open` admits every member of a place that is not
 * switched off.
 */
export function judgeGroupMessage(message: GroupMessageCase): GroupVerdict {
  const { policy, isExcluded, isOff = false, groupAllowFrom, accessKeys } = message;
  if (policy === 'disabled') return refuse('groups-disabled');
  if (isOff) return refuse('group-off');
  if (policy === 'open') return admit('policy-open');
  if (isExcluded) return refuse('group-not-listed');
  return isListed(groupAllowFrom, accessKeys) ? admit('listed') : refuse('not-allowlisted');
}

/** Whether a list names one of these keys, or everyone. */
export function isListed(list: AllowList, keys: readonly string[]): boolean {
  return list.anyone || keys.some((key) => list.keys.has(key));
}
