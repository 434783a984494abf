import { ConfigInvalidError, type ConfigProblem, type ConfigScope, knownSetting } from '../config/index.js';
import type { Fault } from './faults.js';

/** A problem of a variable has its name instead of a path. */
const VARIABLE = /^[A-Z][A-Z0-9_]+$/;

/**
 * The fault, and so the command, for one problem of the configuration.
 * @param isHeld whether a variable sets what is at the path
 */
export function faultOfProblem(
  { path }: ConfigProblem,
  scope: ConfigScope,
  isHeld: (path: string) => boolean,
): Fault {
  if (path === scope.environment.configFile) return 'configuration-invalid';
  if (VARIABLE.test(path) || isHeld(path)) return 'variable-invalid';
  try {
    return knownSetting(scope, path).meta?.secret ? 'secret-invalid' : 'setting-invalid';
  } catch (error) {
    if (!(error instanceof ConfigInvalidError)) throw error;
    return 'setting-unknown';
  }
}
