import { applyDecorators } from '@nestjs/common';
import { ApiHeader, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  buildMessage,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateBy,
} from 'class-validator';
import { ApiField, IDEMPOTENCY_KEY_SCHEMA, isDay } from '../../common/index.js';

/** Documents `Idempotency-Key` on routes that create a credential: a repeat cannot show its secret again (ADR 0030). */
export const ApiMadeOnce = () =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description:
      'Makes retries safe: for 24 hours, the same key creates nothing more. The retry is a `CONFLICT` whose details name ' +
      'the created object, because its secret is shown only once: if you missed it, revoke it and repeat with another key. ' +
      'With a different body it is an `IDEMPOTENCY_MISMATCH`. A ' +
      'rejected request frees its key. 1 to 255 visible ASCII characters.',
    schema: IDEMPOTENCY_KEY_SCHEMA,
  });

/** A field of a request that may be left out; null is the same. */
export const ApiOptional = (description: string, more: ApiPropertyOptions = {}) =>
  applyDecorators(ApiField(description, { ...more, required: false } as ApiPropertyOptions), IsOptional());

const trimmed = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? value.trim() : value;

/**
 * A visible character: anything but spaces, combining marks without a letter, and invisible characters (joiners,
 * direction signs, fillers).
 */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A name for people, on one line; surrounding spaces do not count. */
export const IsName = (most: number) =>
  applyDecorators(
    Transform(trimmed),
    IsString(),
    IsNotEmpty(),
    MaxLength(most),
    // No control characters and no lone surrogates: not every database can store them.
    Matches(/^[^\p{Cc}\p{Cs}]*$/u, { message: '$property must be one line of text' }),
    Matches(VISIBLE, { message: '$property must contain a visible character' }),
  );

const SHAPE = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** A time in ISO 8601 with its zone: without one it would depend on where the gateway runs. */
export const IsTime = () =>
  ValidateBy({
    name: 'isTime',
    validator: {
      validate: isTime,
      defaultMessage: buildMessage(
        (each) =>
          `${each}$property must be an ISO 8601 time with time zone, for example 2026-12-31T23:59:59Z`,
      ),
    },
  });

function isTime(value: unknown): boolean {
  const day = typeof value === 'string' ? SHAPE.exec(value)?.[1] : undefined;
  return day !== undefined && !Number.isNaN(Date.parse(value as string)) && isDay(day);
}
