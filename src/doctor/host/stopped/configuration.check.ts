import type { Check, Finding } from '../../../common/index.js';
import { type ConfigProblem, type ConfigScope, isVariableIn } from '../../../config/index.js';
import { faultFound, ok } from '../../faults.js';
import { faultOfProblem } from '../../problem-fault.js';

/** The configuration of the next start. @param problems those of the file and of the environment */
export const configurationCheck = (problems: readonly ConfigProblem[], scope: ConfigScope): Check => ({
  id: 'configuration',
  run: async () =>
    problems.length === 0
      ? [ok('the configuration is valid')]
      : problems.map((problem) => findingOf(problem, scope, problems.length === 1)),
});

/** A command changes one setting, and is refused as long as another is invalid. */
function findingOf(problem: ConfigProblem, scope: ConfigScope, isAlone: boolean): Finding {
  const { path, message } = problem;
  const variables = [...(scope.environment.settings?.keys() ?? [])];
  const isHeld = (at: string) => variables.some((name) => isVariableIn(at, name));
  return faultFound(
    isAlone ? faultOfProblem(problem, scope, isHeld) : 'configuration-invalid',
    `${path}: ${message}`,
    { state: 'failed', facts: { setting: path } },
  );
}
