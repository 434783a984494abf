import type { CliCall, CliCommand } from '../../channels/index.js';
import { type Clock, SystemClock } from '../../common/index.js';
import type { GatehouseConfig } from '../../config/index.js';
import type { WorkchatSettings } from '../settings/settings.js';
import { settingsFrom } from '../settings/workchat.config.js';

/** One command of `gatehouse workchat`. */
export type WorkchatCommand = CliCommand<GatehouseConfig>;
export type WorkchatCall = CliCall<GatehouseConfig>;

/** Commands run outside of the application, which would provide the clock. */
export const clock: Clock = new SystemClock();

/** @throws Error when the channel has no credentials, or is switched off */
export function settingsIn(config: GatehouseConfig): WorkchatSettings {
  const settings = settingsFrom(config);
  if (settings) return settings;
  throw new Error('channels.workchat is not set up or is switched off: gatehouse channels add workchat');
}
