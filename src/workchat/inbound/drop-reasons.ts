import { NO_REMEDY, reasons } from '../../common/index.js';

/** Why an activity of the platform goes no further (docs/reference/reasons.md). */
export const DROPS = reasons({
  'no-place': { what: 'The activity does not say which conversation it belongs to.', remedy: NO_REMEDY },
  'no-sender': { what: 'The activity does not say who it is from.', remedy: NO_REMEDY },
  'no-id': { what: 'The message has no id, so it cannot be answered.', remedy: NO_REMEDY },
  empty: { what: 'The message has neither text nor a file, or the vote has no choice.', remedy: NO_REMEDY },
  unreadable: { what: 'The answer to an offered file cannot be read.', remedy: 'Offer the file again.' },
  'own-message': { what: 'The bot itself wrote the message.', remedy: NO_REMEDY },
  typing: { what: 'A person is typing.', remedy: NO_REMEDY },
  'unsupported-activity': {
    what: 'The platform sends an activity that the gateway does not know.',
    remedy: NO_REMEDY,
  },
  'unsupported-event': {
    what: 'The platform reports a change that the gateway does not use.',
    remedy: NO_REMEDY,
  },
  'unsupported-invoke': {
    what: "A person used another program's card or app.",
    remedy: NO_REMEDY,
  },
  'approval-answered': {
    what: 'A person answered an approval that they may not decide or that had ended, and saw the reason immediately.',
    remedy: NO_REMEDY,
  },
  feedback: { what: "A person rated an answer with the platform's buttons.", remedy: NO_REMEDY },
});
export type DropReason = keyof typeof DROPS;
