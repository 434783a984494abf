import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { ApiField } from '../../../common/index.js';
import { AccountChoiceDto } from '../../http/account.dto.js';

/** A sender in an operator's request. */
export class SenderDto extends AccountChoiceDto {
  @ApiField('The sender, in any form that the channel accepts.', {
    example: '+1 (202) 555-0143',
  })
  @IsString()
  @IsNotEmpty()
  @MaxLength(320)
  readonly sender_id!: string;
}
