import { ApiProperty } from '@nestjs/swagger';
import { ERROR_STATUS, type ErrorCode } from '../../common/index.js';

class ErrorObjectDto {
  @ApiProperty({ enum: Object.keys(ERROR_STATUS), enumName: 'ErrorCode', example: 'NOT_FOUND' })
  readonly code!: ErrorCode;

  @ApiProperty({ description: 'For people.', example: 'No such pairing request.' })
  readonly message!: string;

  @ApiProperty({
    description: 'What to change, naming the field; may be empty.',
    example: 'code is unknown, used or expired',
  })
  readonly details!: string;
}

/** The one shape of every failure. */
export class ErrorDto {
  @ApiProperty({ type: ErrorObjectDto })
  readonly error!: ErrorObjectDto;
}
