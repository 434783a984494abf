export { PAIRING_REASONS, type PairingReason } from './pairing.service.js';
export { PairingModule } from './pairing.module.js';
export {
  PAIRING_STATUSES,
  type PairingFilter,
  type PairingRequest,
  type PairingStatus,
} from './pairing.repository.js';
export {
  type RequestListener,
  CODE_LIFETIME_MS,
  MAX_PENDING,
  type PairingAnswer,
  PairingService,
} from './pairing.service.js';
