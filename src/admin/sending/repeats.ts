import { ApiHeader } from '@nestjs/swagger';
import type { Response } from 'express';
import { apiHeader, type HeaderDocs, IDEMPOTENCY_KEY_SCHEMA, REPLAYED_HEADER } from '../../common/index.js';

/** Documents `Idempotency-Key`. @param outcome what a repeat with the same body does and returns */
export const ApiRepeats = (outcome: string): MethodDecorator =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description:
      `Makes retries safe. For 24 hours, a repeat with the same key and body ${outcome}; a different body fails with ` +
      '`IDEMPOTENCY_MISMATCH`. A rejected request releases its key. 1 to 255 visible ASCII characters.',
    schema: IDEMPOTENCY_KEY_SCHEMA,
  });

/** The header of an answer to a repeat, for contracts. */
export const REPLAYED: HeaderDocs = {
  [REPLAYED_HEADER]: apiHeader(
    'string',
    '`true` if this is the response to an earlier request with the same key.',
  ),
};

/** Marks the answer to a repeat. */
export function tellOfReplay(response: Response, { isReplay }: { readonly isReplay: boolean }): void {
  if (isReplay) response.setHeader(REPLAYED_HEADER, 'true');
}
