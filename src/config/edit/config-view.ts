import { isOpen } from '../describe/open-settings.js';
import { settingAt } from '../describe/setting-at.js';
import type { ConfigScope, GatehouseConfig } from '../load/gatehouse-config.js';
import { parsePath, valueAlong } from '../tree/parse-path.js';
import { ConfigProblem } from '../tree/problem.js';
import { knownSetting } from './config-editor.js';

/**
 * Returns the value at a path of a masked configuration; undefined for a known path without a value.
 * @throws ConfigInvalidError for an invalid or unknown path
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
 * Whether `/config` may show and change the setting at a path: never a section, a whole object or a list of objects,
 * nor a setting of an agent, account or group that does not exist yet, because setting it would create one.
 */
export function isOpenToChats(config: GatehouseConfig, path: string): boolean {
  const setting = settingAt(config.scope.sections, path);
  const steps = parsePath(path);
  if (setting instanceof ConfigProblem || steps instanceof ConfigProblem) return false;
  return isOpen(setting.meta) && valueAlong(config.tree(), steps.slice(0, -1)) !== undefined;
}

/** The source of each setting that is not a default: `file`, or the name of an environment variable. */
export function sourcesOf(config: GatehouseConfig): Readonly<Record<string, string>> {
  const ofFile = config.settingsOfFile().map((path) => [path, 'file']);
  return Object.fromEntries([...ofFile, ...config.held]) as Record<string, string>;
}
