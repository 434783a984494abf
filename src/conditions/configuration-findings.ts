import type { Finding } from '../common/index.js';
import {
  ConfigInvalidError,
  type ConfigProblem,
  type ConfigScope,
  isVariableIn,
  isWithin,
  knownSetting,
} from '../config/index.js';
import type { ConditionCode } from './codes.js';
import { condition } from './condition.js';

/** A problem of a variable has its name instead of a path. */
const VARIABLE = /^[A-Z][A-Z0-9_]+$/;

interface Around {
  readonly scope: ConfigScope;
  /** By path: the variable that sets a setting; empty where it is not known. */
  readonly held: ReadonlyMap<string, string>;
  /** The problem in words. */
  readonly text: (problem: ConfigProblem) => string;
}

/** The problems of a configuration. The remedy of a single problem is its command, which a person runs. */
export const problemFindings = (problems: readonly ConfigProblem[], around: Around): readonly Finding[] =>
  problems.map((problem) => {
    // A command changes one setting, and is refused as long as another is invalid.
    const code = problems.length > 1 ? 'configuration-invalid' : codeOf(problem, around);
    return condition(code, around.text(problem), { state: 'failed', facts: { setting: problem.path } });
  });

function codeOf({ path }: ConfigProblem, { scope, held }: Around): ConditionCode {
  const { configFile, settings = new Map<string, string>() } = scope.environment;
  if (path === configFile) return 'configuration-invalid';
  const isHeld =
    [...held.keys()].some((each) => isWithin(path, each)) ||
    [...settings.keys()].some((name) => isVariableIn(path, name));
  if (isHeld || VARIABLE.test(path)) return 'variable-invalid';
  try {
    return knownSetting(scope, path).meta?.secret ? 'secret-invalid' : 'setting-invalid';
  } catch (error) {
    if (!(error instanceof ConfigInvalidError)) throw error;
    return 'setting-unknown';
  }
}
