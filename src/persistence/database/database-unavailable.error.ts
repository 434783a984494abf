import { GatehouseError } from '../../common/index.js';

/** The database cannot be reached, keeps nothing, or does not answer in time; nothing is wrong with the query. 503 outside. */
export class DatabaseUnavailableError extends GatehouseError {
  constructor(cause: unknown) {
    super('UNAVAILABLE', 'The database cannot be reached at the moment.', '', { cause });
  }
}
