import { GatehouseError } from '../../common/index.js';

/** The one answer to every key that is not good: it says nothing of why. */
export class InvalidKeyError extends GatehouseError {
  constructor() {
    super('UNAUTHENTICATED', 'A valid API key is needed.', 'Authorization must be Bearer <API key>');
  }
}
