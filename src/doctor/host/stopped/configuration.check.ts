import type { Check } from '../../../common/index.js';
import type { ConfigProblem } from '../../../config/index.js';
import { faultFound, ok } from '../../faults.js';

/** The configuration of the next start. @param problems those of the file and of the environment */
export const configurationCheck = (problems: readonly ConfigProblem[]): Check => ({
  id: 'configuration',
  async run() {
    if (problems.length === 0) return [ok('the configuration is valid')];
    return problems.map(({ path, message }) =>
      faultFound('configuration-invalid', `${path}: ${message}`, {
        state: 'failed',
        facts: { setting: path },
      }),
    );
  },
});
