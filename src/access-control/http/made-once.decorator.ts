import { ApiHeader } from '@nestjs/swagger';
import { IDEMPOTENCY_KEY_SCHEMA } from '../../common/index.js';

/** Documents `Idempotency-Key` where a credential is made, whose secret no repeat can show again (ADR 0030). */
export const ApiMadeOnce = () =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description:
      'Makes a repeat safe: for 24 hours the same key makes nothing more. The repeat is a `CONFLICT` whose details name ' +
      'what was made, since the secret is shown once only: revoke it if you missed it, and ask with another key. A ' +
      'request that was refused frees its key. 1 to 255 visible ASCII characters.',
    schema: IDEMPOTENCY_KEY_SCHEMA,
  });
