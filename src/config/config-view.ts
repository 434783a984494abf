import { knownSetting } from './config-editor.js';
import type { ConfigScope, GatehouseConfig } from './gatehouse-config.js';
import { parsePath, valueAlong } from './parse-path.js';
import { ConfigProblem } from './problem.js';

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

/** Where the settings that are no defaults come from: `file`, or the name of an environment variable. */
export function sourcesOf(config: GatehouseConfig): Readonly<Record<string, string>> {
  const ofFile = config.settingsOfFile().map((path) => [path, 'file']);
  return Object.fromEntries([...ofFile, ...config.held]) as Record<string, string>;
}
