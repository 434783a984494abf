import { ApiProperty } from '@nestjs/swagger';
import { ApiField } from '../../common/index.js';
import { ApiOptional, IsName } from '../../access-control/index.js';

/** A channel and the gateway's account there, in an operator's request. */
export class AccountChoiceDto {
  @ApiProperty({ example: 'imbridge' })
  @IsName(64)
  readonly channel!: string;

  @ApiOptional('The account on the channel. Default: the only one, or `default`.', { example: 'default' })
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
    @ApiField("The conversation's id on the channel.", { example: conversation })
    readonly conversation_id!: string;
  }
  return OfConversationDto;
}

/** The first fields of a resource that belongs to a sender. */
export function OfSender(examples: Examples) {
  class OfSenderDto extends OfAccount(examples) {
    @ApiField("The sender's id on the channel.", { example: '+12025550143' })
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

    @ApiField('The account on the channel.', { example: 'default' })
    readonly account!: string;
  }
  return OfAccountDto;
}
