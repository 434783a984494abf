import { NO_REMEDY, reasons } from '../../common/index.js';

/** Why an activity of the platform goes no further (docs/reference/reasons.md). */
export const DROPS = reasons({
  'no-place': { what: 'The activity does not say which conversation it belongs to.', remedy: NO_REMEDY },
  'no-sender': { what: 'The activity does not say who it is from.', remedy: NO_REMEDY },
  'no-id': { what: 'The message has no id, so that nobody could answer it.', remedy: NO_REMEDY },
  empty: { what: 'The message has neither text nor file, or the vote no choice.', remedy: NO_REMEDY },
  unreadable: { what: 'The answer to an offered file cannot be read.', remedy: 'Offer the file again.' },
  'own-message': { what: 'The bot itself wrote it.', remedy: NO_REMEDY },
  typing: { what: 'Somebody is typing.', remedy: NO_REMEDY },
  'unsupported-activity': {
    what: 'The platform sends an activity that the gateway does not know.',
    remedy: NO_REMEDY,
  },
  'unsupported-event': {
    what: 'The platform reports a change that the gateway does not use.',
    remedy: NO_REMEDY,
  },
  'unsupported-invoke': {
    what: 'Somebody used a part of a card or app that is not ours.',
    remedy: NO_REMEDY,
  },
  'approval-answered': {
    what: 'Somebody answered an approval that they may not decide, or that had ended; they saw why at once.',
    remedy: NO_REMEDY,
  },
  feedback: { what: 'Somebody rated an answer with the buttons of the platform.', remedy: NO_REMEDY },
});
export type DropReason = keyof typeof DROPS;
