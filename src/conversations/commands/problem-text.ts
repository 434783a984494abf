import { GatehouseError } from '../../common/index.js';
import { ConfigInvalidError } from '../../config/index.js';

/** For the sender: names paths, never values. @throws what is no problem of the command's own */
export function problemText(error: unknown): string {
  if (error instanceof ConfigInvalidError)
    return error.problems.map(({ path, message }) => `${path} ${message}`).join('\n');
  if (error instanceof GatehouseError && error.code !== 'UNAVAILABLE')
    return `${error.message} ${error.details}`.trim();
  throw error;
}
