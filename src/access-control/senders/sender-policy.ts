import type { AllowList, DmPolicy, GroupPolicy } from '../../common/index.js';
import type { AdmissionReason, RefusalReason } from './sender-reasons.js';

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
 * allowlist and grants admit; the policy decides about everyone else. An empty list admits nobody.
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
