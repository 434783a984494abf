import { reasons } from '../common/index.js';

/** Why a sender without access gets no code (docs/reference/reasons.md). */
export const PAIRING_REASONS = reasons({
  'pairing-pending': {
    what: 'The sender got a pairing code within the last hour, and the request is still pending.',
    setting: 'account.dmPolicy',
    remedy: '`gatehouse pairing list {channel}`, then `gatehouse pairing approve {channel} CODE`',
  },
  'pairing-denied': {
    what: 'The last pairing request of the sender was denied.',
    setting: 'account.dmPolicy',
    remedy: '`gatehouse grants add {channel} {sender}{option}`',
  },
  'pairing-full': {
    what: 'Too many pairing requests are pending, so no code was sent.',
    setting: 'account.dmPolicy',
    remedy:
      '`gatehouse pairing list {channel}`, then approve or deny one, or at once: `gatehouse grants add {channel} {sender}{option}`',
  },
});
export type PairingReason = keyof typeof PAIRING_REASONS;
