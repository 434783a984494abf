import { ApiHeader } from '@nestjs/swagger';
import type { Response } from 'express';
import { apiHeader, type HeaderDocs, IDEMPOTENCY_KEY_SCHEMA, REPLAYED_HEADER } from '../../common/index.js';

/** Documents `Idempotency-Key`. @param outcome what a repeat with the same body does and returns */
export const ApiRepeats = (outcome: string): MethodDecorator =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description:
      `Makes repeats safe: for 24 hours the same key with the same body ${outcome}; with another body it is an ` +
      '`IDEMPOTENCY_MISMATCH`. A request that was refused frees its key. 1 to 255 visible ASCII characters.',
    schema: IDEMPOTENCY_KEY_SCHEMA,
  });

/** The header of an answer to a repeat, for contracts. */
export const REPLAYED: HeaderDocs = {
  [REPLAYED_HEADER]: apiHeader(
    'string',
    '`true` when this is the answer to an earlier request with the same key.',
  ),
};

/** Marks the answer to a repeat. */
export function tellOfReplay(response: Response, { isReplay }: { readonly isReplay: boolean }): void {
  if (isReplay) response.setHeader(REPLAYED_HEADER, 'true');
}
