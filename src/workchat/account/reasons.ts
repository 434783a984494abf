import type { ConnectorReasons } from '../../channels/index.js';
import { DROPS } from '../inbound/drop-reasons.js';

const REFUSED = {
  what: 'The platform refuses the credentials of the bot.',
  setting: 'account.appPassword',
  remedy:
    '`gatehouse doctor --only workchat` names the problem; then `gatehouse config set {setting} -` (paste it, then Ctrl-D)',
};
const UNREACHABLE = {
  what: 'The platform cannot be reached, or gives no token.',
  setting: 'account.cloud',
  remedy: 'Check that this machine reaches the platform: `gatehouse doctor --only workchat`',
};

/** Reasons that this channel tells more exactly than the core's rows. */
export const REASONS: ConnectorReasons = {
  drops: DROPS,
  states: {
    'transient-disconnect': UNREACHABLE,
    'bad-credentials': REFUSED,
    error: {
      what: 'The listener for calls of the platform cannot be opened.',
      setting: 'account.webhook.port',
      remedy: 'Free the port, or `gatehouse config set {setting}` to another one.',
    },
  },
  sends: {
    unreachable: {
      ...UNREACHABLE,
      remedy: `${UNREACHABLE.remedy}; if the message has failed: \`gatehouse deliveries retry {delivery}\``,
    },
    'bad-credentials': {
      ...REFUSED,
      remedy: `${REFUSED.remedy}; then \`gatehouse deliveries retry {delivery}\``,
    },
  },
};
