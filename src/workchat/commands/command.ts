import type { CliCall, CliCommand } from '../../channels/index.js';
import type { Clock } from '../../common/index.js';
import type { GatehouseConfig } from '../../config/index.js';
import type { WorkchatSettings } from '../settings/settings.js';
import { settingsFrom } from '../workchat.config.js';

/** One command of `gatehouse workchat`. */
export type WorkchatCommand = CliCommand<GatehouseConfig>;
export type WorkchatCall = CliCall<GatehouseConfig>;

/** Commands are outside of the application, which provides the clock there. */
export const clock: Clock = { now: () => Date.now() };

/** @throws Error when the channel has no credentials, or is switched off */
export function settingsIn(config: GatehouseConfig): WorkchatSettings {
  const settings = settingsFrom(config);
  if (settings) return settings;
  throw new Error('channels.workchat is not set up, or switched off: gatehouse channels add workchat');
}

/** The value of an option, where it was given one. */
export function optionIn({ options }: WorkchatCall, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}
