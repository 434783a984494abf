import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsNotEmpty, IsString, Max, Min } from 'class-validator';
import { ApiOptional } from '../../access-control/index.js';

export const MAX_PAGE = 200;
export const DEFAULT_PAGE = 50;

/** Digits only: `1e2`, `0x10` or an empty string would otherwise pass as numbers. */
const wholeNumber = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;

/** The query of every list. */
export class PageQueryDto {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_PAGE,
    default: DEFAULT_PAGE,
    description: 'The number of items per page.',
  })
  @Transform(wholeNumber)
  @IsInt()
  @Min(1)
  @Max(MAX_PAGE)
  readonly limit: number = DEFAULT_PAGE;

  @ApiOptional('The `next_cursor` of the previous page; opaque.')
  @IsString()
  readonly cursor?: string;
}

/** The query of a list that can be limited to one channel. */
export class ChannelPageQueryDto extends PageQueryDto {
  // No example: Swagger UI would send it with the first try. The same holds for every optional parameter.
  @ApiOptional('Restricts the list to this channel, such as `imbridge`.')
  @IsString()
  @IsNotEmpty()
  readonly channel?: string;
}
