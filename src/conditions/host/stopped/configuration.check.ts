import type { Check } from '../../../common/index.js';
import type { ConfigProblem, ConfigScope } from '../../../config/index.js';
import { problemFindings } from '../../configuration-findings.js';
import { ok } from '../../condition.js';

/** The configuration of the next start. @param problems those of the file and of the environment */
export const configurationCheck = (problems: readonly ConfigProblem[], scope: ConfigScope): Check => ({
  id: 'configuration',
  async run() {
    if (problems.length === 0) return [ok('the configuration is valid')];
    const text = ({ path, message }: ConfigProblem): string => `${path}: ${message}`;
    return problemFindings(problems, { scope, held: new Map(), text });
  },
});
