import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { IsName } from '../../access-control/index.js';

/** Longest text an operator can send, characters; it is divided into messages. */
const MAX_TEXT = 100_000;

/** A channel and our account there. */
export class AccountDto {
  @ApiProperty({ example: 'imbridge' })
  @IsName(64)
  readonly channel!: string;

  @ApiPropertyOptional({
    description: 'Our account on the channel. Default: the only one, or `default`.',
    example: 'default',
  })
  @IsOptional()
  @IsName(64)
  readonly account?: string;
}

/** Words that are sent: not blank, and without what cannot be stored. */
export const IsWords = () =>
  applyDecorators(
    IsString(),
    MaxLength(MAX_TEXT),
    Matches(/\S/, { message: '$property must not be empty' }),
    Matches(/^[^\0\p{Cs}]*$/u, { message: '$property must have no NUL and no halves of characters' }),
  );
