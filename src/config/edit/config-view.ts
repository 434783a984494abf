import { isOpen } from '../describe/open-settings.js';
import { settingAt } from '../describe/setting-at.js';
import type { ConfigScope, GatehouseConfig } from '../load/gatehouse-config.js';
import { parsePath, valueAlong } from '../tree/parse-path.js';
import { ConfigProblem } from '../tree/problem.js';
import { knownSetting } from './config-editor.js';

/**
 * Gives the value at a path of a masked configuration; undefined when it is known and has no value.
 * @throws ConfigInvalidError for a path that is none or that nothing knows
 */
export function shownIn(
  masked: Readonly<Record<string, unknown>>,
  scope: ConfigScope,
  path: string,
): unknown {
  knownSetting(scope, path);
  const steps = parsePath(path);
  if (steps instanceof ConfigProblem) return undefined;
  return valueAlong(masked, steps);
}

/**
 * Whether `/config` may show and change what a path names: never a section, a whole object or list of them, nor a
 * setting of an agent, account or group that is not there yet, since setting it would make one.
 */
export function isOpenToChats(config: GatehouseConfig, path: string): boolean {
  const setting = settingAt(config.scope.sections, path);
  const steps = parsePath(path);
  if (setting instanceof ConfigProblem || steps instanceof ConfigProblem) return false;
  return isOpen(setting.meta) && valueAlong(config.tree(), steps.slice(0, -1)) !== undefined;
}

/** Where the settings that are no defaults come from: `file`, or the name of an environment variable. */
export function sourcesOf(config: GatehouseConfig): Readonly<Record<string, string>> {
  const ofFile = config.settingsOfFile().map((path) => [path, 'file']);
  return Object.fromEntries([...ofFile, ...config.held]) as Record<string, string>;
}
