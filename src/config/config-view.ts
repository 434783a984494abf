import { keyPath } from './config-path.js';
import { knownSetting } from './config-editor.js';
import type { ConfigScope, GatehouseConfig } from './gatehouse-config.js';
import { isOpen } from './open-settings.js';
import { parsePath, valueAlong } from './parse-path.js';
import { ConfigProblem } from './problem.js';
import { settingAt } from './setting-at.js';
import { settingsOf, type SettingsClass } from './setting.decorator.js';

/**
 * What a path says in a masked configuration; undefined when it is known and has no value.
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
  const ofVariables = config.scope.sections.flatMap((section) =>
    variablesOf(section.type, section.path, config.scope),
  );
  return Object.fromEntries([...ofFile, ...ofVariables]) as Record<string, string>;
}

/** Variables stand in for settings of a section and of its nested objects, never of lists and maps. */
function variablesOf(type: SettingsClass, base: string, scope: ConfigScope): [string, string][] {
  return settingsOf(type).flatMap(({ key, kind, of, env }) => {
    const path = keyPath(base, key);
    if (kind === 'object' && of) return variablesOf(of(), path, scope);
    const isSet = env !== undefined && scope.environment.variable?.(env).value !== undefined;
    return isSet ? [[path, env] as [string, string]] : [];
  });
}
