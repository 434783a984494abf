import { reasons } from '../../common/index.js';

/** Why somebody is not let in (docs/reference/reasons.md). */
export const REFUSALS = reasons({
  'dm-disabled': {
    what: 'Direct messages are switched off for this account.',
    setting: 'account.dmPolicy',
    remedy: '`gatehouse config set {setting} pairing`',
  },
  'before-approval': {
    what: 'The message was written before its sender got access; such messages stay unread.',
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
    what: 'The account answers only in the places of its list, and this place is not on it.',
    setting: 'place.list',
    remedy: "`gatehouse config set {entry} '{}'`",
  },
});
export type RefusalReason = keyof typeof REFUSALS;

/** Why somebody is let in. */
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
    what: 'The policy gives everyone access.',
    setting: 'account.dmPolicy',
    remedy: 'To admit only approved senders: `gatehouse config set {setting} pairing`',
    inGroup: {
      setting: 'account.groupPolicy',
      remedy: 'To admit only listed senders: `gatehouse config set {setting} allowlist`',
    },
  },
});
export type AdmissionReason = keyof typeof ADMISSIONS;
