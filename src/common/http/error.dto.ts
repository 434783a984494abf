import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ERROR_STATUS, type ErrorCode } from '../errors.js';

@ApiSchema({ name: 'ErrorObject' })
class ErrorObjectDto {
  @ApiProperty({ enum: Object.keys(ERROR_STATUS), enumName: 'ErrorCode', example: 'NOT_FOUND' })
  readonly code!: ErrorCode;

  @ApiProperty({ description: 'For people.', example: 'No such request.' })
  readonly message!: string;

  @ApiProperty({
    description: 'What to change, naming the field; may be empty.',
    example: 'id names no request of yours',
  })
  readonly details!: string;
}

/** The one shape of every failure. */
@ApiSchema({ name: 'Error' })
export class ErrorDto {
  @ApiProperty({ type: ErrorObjectDto })
  readonly error!: ErrorObjectDto;
}
