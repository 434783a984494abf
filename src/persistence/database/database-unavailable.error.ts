import { GatehouseError } from '../../common/index.js';

/**
 * The database cannot be reached, stores nothing, or does not answer in time; the query itself is valid. Answered as
 * 503.
 */
export class DatabaseUnavailableError extends GatehouseError {
  constructor(cause: unknown) {
    super('UNAVAILABLE', 'The database cannot be reached at the moment.', '', { cause });
  }
}
