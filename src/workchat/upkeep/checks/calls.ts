import type { Finding } from '../../../common/index.js';
import type { Correction } from '../../service/tokens/token-source.js';
import { CORRECTABLE, type CorrectableReason } from '../../webhook/claims.js';
import { ago, type RunningChannel, settingAt } from './check-subject.js';

const CLOCK: Correction = {
  remedy: 'Let this machine set its clock by the network: `timedatectl set-ntp true`.',
};

const CORRECTIONS: Readonly<Record<CorrectableReason, Correction>> = {
  [CORRECTABLE.audience]: {
    setting: 'appId',
    remedy:
      'The bot that calls here is another: set its app ID, or enter this address as the messaging endpoint of the right bot only.',
  },
  [CORRECTABLE.ended]: CLOCK,
  [CORRECTABLE.early]: CLOCK,
  [CORRECTABLE.serviceUrl]: {
    setting: 'cloud',
    remedy: 'The bot belongs to another cloud: set the one where it was made.',
  },
  [CORRECTABLE.tenant]: {
    setting: 'tenantId',
    remedy:
      'Set the directory of the people who write. If they belong to another organization, that one needs a bot of its own.',
  },
};

/**
 * Calls that were refused since the last one that was accepted. A warning only: until its signature is verified, anybody
 * may have sent it.
 */
export function callFinding({ calledAt, refused }: RunningChannel, now: number): Finding {
  if (refused) {
    const { setting, remedy } = CORRECTIONS[refused.reason];
    return {
      state: 'warning',
      message: `a call in the name of the platform was refused ${ago(refused.at, now)}: ${refused.reason}`,
      remedy,
      ...(setting !== undefined && { setting: settingAt(setting) }),
    };
  }
  const last = calledAt === undefined ? '' : `; the last one came ${ago(calledAt, now)}`;
  return { state: 'ok', message: `no call of the platform is refused${last}` };
}
