import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { IsName } from '../../access-control/index.js';

/** A channel and our account there, as an operator names them. */
export class AccountChoiceDto {
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

/** Examples of one resource, for its documentation. */
interface Examples {
  readonly id: string;
  readonly channel?: string;
}

/** The first fields of a resource that belongs to a conversation. */
export function OfConversation({
  id,
  channel,
  conversation = '-;+12025550143',
}: Examples & { readonly conversation?: string }) {
  class OfConversationDto extends OfAccount({ id, channel }) {
    @ApiProperty({ description: "The id in the channel's own form.", example: conversation })
    readonly conversation_id!: string;
  }
  return OfConversationDto;
}

/** The first fields of a resource that belongs to a sender. */
export function OfSender(examples: Examples) {
  class OfSenderDto extends OfAccount(examples) {
    @ApiProperty({ description: "The id in the channel's own form.", example: '+12025550143' })
    readonly sender_id!: string;
  }
  return OfSenderDto;
}

function OfAccount({ id, channel = 'imbridge' }: Examples) {
  class OfAccountDto {
    @ApiProperty({ example: id })
    readonly id!: string;

    @ApiProperty({ example: channel })
    readonly channel!: string;

    @ApiProperty({ description: 'Our account on the channel.', example: 'default' })
    readonly account!: string;
  }
  return OfAccountDto;
}
