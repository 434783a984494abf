import type { Check } from '../../common/index.js';
import { nodeHoles } from '../../config/index.js';
import { condition, ok } from '../condition.js';

/** The Node that runs this. @param version such as 24.21.0 */
export const nodeCheck = (version: string): Check => ({
  id: 'node',
  run: async () => {
    const holes = nodeHoles(version);
    return [
      holes === undefined
        ? ok(`Node ${version} has no known security holes`)
        : condition('node-unsafe', holes),
    ];
  },
});
