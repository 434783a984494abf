import { GatehouseError } from '../../common/index.js';

/** The same answer to every invalid key, so that it does not reveal the reason. */
export class InvalidKeyError extends GatehouseError {
  constructor() {
    super('UNAUTHENTICATED', 'A valid API key is needed.', 'Authorization must be Bearer <API key>');
  }
}
