import { GatehouseError } from '../../common/index.js';

/** The one answer to every invalid key: it does not say why. */
export class InvalidKeyError extends GatehouseError {
  constructor() {
    super('UNAUTHENTICATED', 'A valid API key is needed.', 'Authorization must be Bearer <API key>');
  }
}
