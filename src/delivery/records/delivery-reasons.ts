import { reasons } from '../../common/index.js';

/** Why the gateway itself gives a delivery up; the services' own reasons are `SEND_FAILURES` of the port. */
export const DELIVERY_ENDS = reasons({
  'no-channel': {
    what: 'Its channel or account is no longer configured.',
    setting: 'account.enabled',
    remedy: 'Configure {channel} again; then `gatehouse deliveries retry {delivery}`',
  },
  'too-old': {
    what: 'It could not be sent within the retry period of deliveries.',
    setting: 'delivery.maxAgeHours',
    remedy: '`gatehouse deliveries retry {delivery}`, if it is still worth sending.',
  },
  unresolved: {
    what: 'It is unknown whether it was sent, so it is not retried automatically.',
    remedy: 'Check the conversation; if it did not arrive: `gatehouse deliveries retry {delivery}`',
  },
  'file-gone': {
    what: 'Its file is no longer kept.',
    setting: 'retention.mediaDays',
    remedy: 'Send the file again: `gatehouse message send`',
  },
  internal: {
    what: 'The gateway failed at every attempt.',
    remedy: 'Read the error in the log; then `gatehouse deliveries retry {delivery}`',
  },
  crashed: {
    what: 'The gateway crashed twice while it sent the message, so the message was set aside.',
    remedy:
      '`gatehouse dead-letters list` shows the error: report it, update, then `gatehouse deliveries retry {delivery}`',
  },
});
export type DeliveryEnd = keyof typeof DELIVERY_ENDS;

/** Why nothing follows the answer of someone who was offered a file. */
export const FILE_ANSWERS = reasons({
  'file-elsewhere': {
    what: 'The answer to an offered file came from a different conversation than the offer.',
    remedy: 'Nothing to do.',
  },
  'file-not-offered': {
    what: 'The file was offered to another person, or already answered.',
    remedy: 'Nothing to do; to send it again: `gatehouse message send`',
  },
});
export type FileAnswerReason = keyof typeof FILE_ANSWERS;
