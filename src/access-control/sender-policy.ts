import type { AllowList, DmPolicy } from '../common/index.js';

/** What is known of a sender without looking anything up. */
export interface SenderRule {
  readonly policy: DmPolicy;
  readonly allowFrom: AllowList;
  /** The message's keys, in the form of `allowFrom.keys`. */
  readonly accessKeys: readonly string[];
}

/** What must be known to judge a direct message. */
export interface DirectMessageCase extends SenderRule {
  /** When an operator or a pairing let this sender in, epoch ms; undefined = never. */
  readonly grantedAt: number | undefined;
  /** When the message was written, epoch ms, by the earliest account of it. */
  readonly writtenAt: number;
}

export type Verdict =
  | { readonly kind: 'admit' }
  | { readonly kind: 'pair' }
  | { readonly kind: 'refuse'; readonly reason: string };

const ADMIT: Verdict = { kind: 'admit' };

/** Whether a grant would change anything: the policy and the allowlist are at hand, a grant is to be looked up. */
export function dependsOnGrant({ policy, allowFrom, accessKeys }: SenderRule): boolean {
  return policy !== 'disabled' && policy !== 'open' && !isListed(allowFrom, accessKeys);
}

/**
 * Decides a direct message (spec 2-imbridge "Access control", DESIGN 7): a disabled channel refuses everyone;
 * then allowlist and grants admit; the policy answers for the rest. An empty list admits nobody.
 */
export function judgeDirectMessage(message: DirectMessageCase): Verdict {
  const { policy, grantedAt } = message;
  if (policy === 'disabled') return { kind: 'refuse', reason: 'dm-disabled' };
  if (!dependsOnGrant(message)) return ADMIT;
  // What a stranger wrote while they were one stays unread, even if it is judged only after the approval.
  if (grantedAt !== undefined) {
    return message.writtenAt >= grantedAt ? ADMIT : { kind: 'refuse', reason: 'before-approval' };
  }
  return policy === 'pairing' ? { kind: 'pair' } : { kind: 'refuse', reason: 'not-allowlisted' };
}

function isListed(list: AllowList, keys: readonly string[]): boolean {
  return list.anyone || keys.some((key) => list.keys.has(key));
}
