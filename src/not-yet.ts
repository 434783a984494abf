import type { GatehouseConfig } from './config/index.js';

/** Known settings that nothing reads yet; each goes from this list with the release that serves it. */
const WITHOUT_EFFECT = ['mediaAuthAllowHosts'].map((key) => `channels.workchat.${key}`);

/** Paths that the file sets and that change nothing, so that nobody believes they do. */
export function settingsWithoutEffect(config: GatehouseConfig): string[] {
  return WITHOUT_EFFECT.filter((path) => config.present(path));
}
