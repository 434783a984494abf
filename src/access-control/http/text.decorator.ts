import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsNotEmpty, IsString, Matches, MaxLength } from 'class-validator';

const trimmed = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? value.trim() : value;

/** Anything but spaces, marks without a letter, and what is drawn as nothing: joiners, signs of direction, fillers. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A name for people, on one line; spaces around it do not count. */
export const IsName = (most: number) =>
  applyDecorators(
    Transform(trimmed),
    IsString(),
    IsNotEmpty(),
    MaxLength(most),
    // No control characters, no lone halves of characters: neither can be stored by every database.
    Matches(/^[^\p{Cc}\p{Cs}]*$/u, { message: '$property must be one line of text' }),
    Matches(VISIBLE, { message: '$property must have a character that can be seen' }),
  );
