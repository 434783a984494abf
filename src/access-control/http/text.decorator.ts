import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsNotEmpty, IsString, Matches, MaxLength } from 'class-validator';

const trimmed = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? value.trim() : value;

/** A name for people, on one line; spaces around it do not count. */
export const IsName = (most: number) =>
  applyDecorators(
    Transform(trimmed),
    IsString(),
    IsNotEmpty(),
    MaxLength(most),
    // No control characters, no lone halves of characters: neither can be stored by every database.
    Matches(/^[^\p{Cc}\p{Cs}]*$/u, { message: '$property must be one line of text' }),
  );
