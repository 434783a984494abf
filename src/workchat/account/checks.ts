import { urlBelow } from '../../channels/kit/index.js';
import type { Check } from '../../common/index.js';
import { GATEWAY } from '../../config/index.js';
import type { WorkchatSettings } from '../settings/settings.js';
import { channelChecks } from '../upkeep/checks/channel-checks.js';
import type { RunningChannel } from '../upkeep/checks/check-subject.js';
import { packageFile, readIfThere } from '../upkeep/checks/package-file.js';
import type { AccountDependencies } from './account-parts.js';

/** The checks that the gateway runs: those of `gatehouse workchat doctor`, and more that only a running account can. */
export function checksOf(
  settings: WorkchatSettings,
  { config, clock }: Pick<AccountDependencies, 'config' | 'clock'>,
  gateway: RunningChannel,
): readonly Check[] {
  const { publicUrl } = config.get(GATEWAY);
  const endpoint = publicUrl && urlBelow(publicUrl, settings.webhook.path);
  const file = packageFile(config.environment.stateDir);
  const readPackage = () => {
    const bytes = readIfThere(file);
    return bytes && { file, bytes };
  };
  return channelChecks({ settings, clock, endpoint, readPackage, gateway }).checks;
}
