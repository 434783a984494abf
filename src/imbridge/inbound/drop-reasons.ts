import { NO_REMEDY, reasons } from '../../common/index.js';

/** Why a row or an event of the bridge goes no further (docs/reference/reasons.md). */
export const DROPS = reasons({
  'not-a-message': { what: 'The row is a system message.', remedy: NO_REMEDY },
  balloon: { what: 'The row only changes an earlier card from an app in Messages.', remedy: NO_REMEDY },
  empty: { what: 'The message still has neither text nor a file after a while.', remedy: NO_REMEDY },
  'uuid-text': {
    what: 'Playing a voice note on macOS 26 created a row that is not a message.',
    remedy: NO_REMEDY,
  },
  'no-chat': {
    what: 'The bridge does not say which chat the message belongs to.',
    remedy: 'Update the bridge. If it continues, restart Messages and the bridge on the Mac.',
  },
  'unknown-sender': {
    what: 'The bridge does not say who wrote the message.',
    remedy: 'Update the bridge. If it continues, restart Messages and the bridge on the Mac.',
  },
  'unknown-participant': {
    what: 'The bridge does not say whom a group change concerns.',
    remedy: NO_REMEDY,
  },
  'no-files': {
    what: 'The bridge never delivered the files that the message announced.',
    remedy: 'Check on the Mac that Messages has downloaded the files. Ask the sender to send them again.',
  },
  unreadable: {
    what: 'The bridge sent a row that cannot be read.',
    remedy: 'Check that the bridge has a version listed in `gatehouse help guide/imbridge`.',
  },
  'too-old': {
    what: 'The bridge re-sent a message that is too old to answer.',
    setting: 'account.catchUp.maxAgeMinutes',
    remedy: 'Ask the sender to write again. To answer older messages, raise {setting}.',
  },
  'before-first-start': {
    what: 'The message is from before the account was connected for the first time.',
    remedy: 'Ask the sender to write again.',
  },
  'own-message': {
    what: 'The account itself wrote the message, from a phone or through the gateway.',
    remedy: NO_REMEDY,
  },
  update: { what: 'The bridge reports that a message was delivered or read.', remedy: NO_REMEDY },
  'unused-event': { what: 'The bridge sends more events than the gateway uses.', remedy: NO_REMEDY },
  'unsupported-event': {
    what: 'The bridge sends an event that the gateway does not know.',
    remedy: NO_REMEDY,
  },
});
export type DropReason = keyof typeof DROPS;
