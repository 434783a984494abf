import type { ConnectorReasons } from '../../channels/index.js';
import { DROPS } from '../inbound/drop-reasons.js';

const UNREACHABLE = {
  what: 'The bridge cannot be reached.',
  setting: 'account.serverUrl',
  remedy:
    'Start the bridge on the Mac and check {setting}; `gatehouse status --deep` shows what the bridge says.',
};
const REFUSED = {
  what: 'The bridge refuses the password.',
  setting: 'account.password',
  remedy: '`gatehouse config set {setting} -` (paste the password of the bridge, then Ctrl-D)',
};

/** Reasons that this channel tells more exactly than the core's rows. */
export const REASONS: ConnectorReasons = {
  drops: DROPS,
  states: {
    degraded: {
      what: 'Texts go in and out, but the helper of the Private API, the webhook, or an extra such as replies does not work.',
      setting: 'account.serverUrl',
      remedy: '`gatehouse doctor --only imbridge` shows which of them, and the fix.',
    },
    'transient-disconnect': UNREACHABLE,
    'bad-credentials': REFUSED,
    error: {
      what: 'The bridge receives but cannot send.',
      setting: 'account.serverUrl',
      remedy: 'Switch on the Private API in the bridge, and attach its helper on the Mac.',
    },
  },
  sends: {
    unreachable: {
      ...UNREACHABLE,
      remedy: `${UNREACHABLE.remedy} If the message has failed: \`gatehouse deliveries retry {delivery}\``,
    },
    'bad-credentials': {
      ...REFUSED,
      remedy: `${REFUSED.remedy}; then \`gatehouse deliveries retry {delivery}\``,
    },
    'not-supported': {
      what: 'The bridge cannot do this, or only with the Private API and its helper.',
      setting: 'account.serverUrl',
      remedy: 'Switch on the Private API in the bridge, and attach its helper on the Mac.',
    },
  },
};
