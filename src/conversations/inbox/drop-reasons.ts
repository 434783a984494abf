import { REFUSALS } from '../../access-control/index.js';
import { NO_REMEDY, reasons } from '../../common/index.js';
import { FILE_ANSWERS } from '../../delivery/index.js';
import { PAIRING_REASONS } from '../../pairing/index.js';

const VOTES_ELSEWHERE = 'To see what counts: `gatehouse polls show ID`';
const APPROVALS_ELSEWHERE = 'Decide about it with `gatehouse approvals approve ID` or `deny ID`';

/**
 * Why an event starts no turn: the rows of this module, with those of the modules that judge senders, pairings and files.
 * A reason without a row does not compile (ADR 0096).
 */
export const DROP_REASONS = reasons({
  ...REFUSALS,
  ...PAIRING_REASONS,
  ...FILE_ANSWERS,
  'not-paired': {
    what: 'The sender has no access yet, so the message was answered with a pairing code.',
    setting: 'account.dmPolicy',
    remedy:
      '`gatehouse pairing list {channel}`, then `gatehouse pairing approve {channel} CODE`; or directly: `gatehouse grants add {channel} {sender}{option}`',
  },
  erased: {
    what: 'Its sender was erased before it was answered.',
    remedy: NO_REMEDY,
  },
  'account-not-enabled': {
    what: 'The account that received it is disabled, or no longer configured.',
    setting: 'account.enabled',
    remedy: '`gatehouse config set {setting} true`',
  },
  bot: {
    what: 'A program wrote it; two programs could answer each other forever.',
    remedy: NO_REMEDY,
  },
  echo: { what: 'It is a copy of a message from the gateway.', remedy: NO_REMEDY },
  'self-echo': {
    what: 'It is a copy of a message from the gateway, in a chat with oneself.',
    remedy: NO_REMEDY,
  },
  'own-message': {
    what: 'The account itself wrote it, from a phone or through the gateway.',
    remedy: NO_REMEDY,
  },
  covered: { what: 'Another event has already reported it.', remedy: NO_REMEDY },
  outdated: {
    what: 'It was too old to answer when it arrived, so it was only kept as context.',
    remedy: 'Ask the sender to write again.',
  },
  'not-mentioned': {
    what: 'In this conversation, only messages that mention the assistant are answered; others are kept as context.',
    setting: 'place.requireMention',
    remedy: 'Mention the assistant, or `gatehouse config set {setting} false`',
  },
  'loop-break': {
    what: 'Programs seem to answer each other here, so the conversation gets no answers for a while.',
    setting: 'messages.loopBreaker.rounds',
    remedy: '`gatehouse loops list`, then `gatehouse loops end ID`',
  },
  held: {
    what: 'A person has taken the conversation over: messages are kept as context until it is handed back.',
    remedy: '`gatehouse conversations list --held`, then `gatehouse conversations release ID --answer`',
  },
  'command-not-allowed': {
    what: 'The sender may not use commands here: they are not on the allowlist.',
    setting: 'account.groupAllowFrom',
    remedy: '`gatehouse config set {list} {sender}`',
  },
  'over-budget': {
    what: 'A budget is used up, so no model was called.',
    setting: 'usage.budgets',
    remedy: '`gatehouse budgets list`, then `gatehouse budgets allow NAME SUBJECT --tokens N`, or wait.',
  },
  'approval-unknown': {
    what: 'It answers an approval that is no longer kept.',
    remedy: NO_REMEDY,
  },
  'approval-elsewhere': {
    what: 'It answers an approval that was requested in another conversation.',
    setting: 'approvals.to',
    remedy: APPROVALS_ELSEWHERE,
  },
  'approval-not-allowed': {
    what: 'It answers an approval, but its sender may not decide here: they are not on the allowlist.',
    setting: 'account.allowFrom',
    remedy: `${APPROVALS_ELSEWHERE}; to let the sender decide: \`gatehouse config set {list} {sender}\``,
    inGroup: {
      setting: 'account.groupAllowFrom',
      remedy: `${APPROVALS_ELSEWHERE}; to let the sender decide: \`gatehouse config set {list} {sender}\``,
    },
  },
  'approval-of-their-own': {
    what: 'It answers an approval that its sender requested, so another operator has to decide.',
    setting: 'approvals.byRequester',
    remedy: `${APPROVALS_ELSEWHERE}; or \`gatehouse config set {setting} true\``,
  },
  'approval-ended': {
    what: 'It answers an approval that had already ended; its sender saw the outcome.',
    remedy: NO_REMEDY,
  },
  'poll-unknown': { what: 'The vote names a poll that is no longer kept.', remedy: NO_REMEDY },
  'poll-elsewhere': { what: 'The vote came from another conversation than its poll.', remedy: NO_REMEDY },
  'poll-no-such-option': {
    what: 'The vote chose an option that the poll does not have.',
    remedy: VOTES_ELSEWHERE,
  },
  'poll-too-many-options': {
    what: 'The vote chose more options than the poll allows.',
    remedy: VOTES_ELSEWHERE,
  },
});
export type DropReason = keyof typeof DROP_REASONS;
