import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ApiKeyDto } from '../../access-control/index.js';

/** The keys of one user, all of them. */
@ApiSchema({ name: 'ApiKeyList' })
export class ApiKeyListDto {
  @ApiProperty({ type: ApiKeyDto, isArray: true, description: 'In the order of their making.' })
  readonly items!: readonly ApiKeyDto[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Always null: the list is whole.',
    example: null,
  })
  readonly next_cursor!: null;
}
