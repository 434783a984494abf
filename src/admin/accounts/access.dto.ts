import { ApiProperty } from '@nestjs/swagger';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { ApiField, ApiFieldOrNull, ApiTextOrNull } from '../../common/index.js';
import { ApiOptional, IsName } from '../../access-control/index.js';
import { ACCESS_VERDICTS, type AccessAnswer, type Judgement } from '../../operator/index.js';
import type { Json } from '../http/json.js';
import { REASON, REMEDY, SETTING, WHAT } from '../http/reason.dto.js';

/** The sender to check, and the conversation they would write in. */
export class AccessQueryDto {
  @ApiProperty({ example: 'imbridge' })
  @IsName(64)
  readonly channel!: string;

  @ApiOptional('The account on the channel. Default: the only one, or `default`.')
  @IsName(64)
  readonly account?: string;

  @ApiField('The sender, in any form that the channel accepts.', {
    example: '+1 (202) 555-0143',
  })
  @IsString()
  @IsNotEmpty()
  @MaxLength(320)
  readonly sender_id!: string;

  @ApiOptional(
    "The conversation, by the channel's id or as `cnv_…`. Default: the sender's direct chat, which need not exist yet.",
  )
  @IsString()
  @IsNotEmpty()
  @MaxLength(512)
  readonly conversation_id?: string;
}

/** The verdict on a message, and its reason. */
export class JudgementDto {
  @ApiField(
    '`answer`: the assistant answers; `context`: not answered, but kept as context for the next answer; `code`: answered with a pairing code; `dropped`: ignored and not kept.',
    { enum: ACCESS_VERDICTS, enumName: 'AccessVerdict' },
  )
  readonly verdict!: (typeof ACCESS_VERDICTS)[number];

  @ApiField(REASON, { example: 'not-paired' })
  readonly reason!: string;

  @ApiField(WHAT, { example: 'The sender has no access yet.' })
  readonly what!: string;

  @ApiTextOrNull(SETTING, { example: 'channels.imbridge.dmPolicy' })
  readonly setting!: string | null;

  @ApiField('Whether the sender can use operator commands in the chat.', { example: false })
  readonly may_command!: boolean;

  @ApiField(REMEDY, { example: '`gatehouse grants add imbridge +12025550143`' })
  readonly remedy!: string;
}

/** The verdict on a message that the sender would write now. */
export class AccessDto extends JudgementDto {
  @ApiProperty({ example: 'imbridge' })
  readonly channel!: string;

  @ApiField('The account on the channel.', { example: 'default' })
  readonly account!: string;

  @ApiField("The sender's id on the channel.", { example: '+12025550143' })
  readonly sender_id!: string;

  @ApiTextOrNull('The conversation; null for a direct chat that does not exist yet.', {
    example: '-;+12025550143',
  })
  readonly conversation_id!: string | null;

  @ApiFieldOrNull(
    JudgementDto,
    'The verdict on a message that mentions the assistant; the fields above apply without a mention. Null in a direct chat, where no mention is needed.',
  )
  readonly with_mention!: JudgementDto | null;
}

export function toAccessDto(answer: AccessAnswer): Json<AccessDto> {
  const { channel, account, senderId, conversationId, withMention } = answer;
  return {
    channel,
    account,
    sender_id: senderId,
    conversation_id: conversationId,
    ...toJudgementDto(answer),
    with_mention: withMention && toJudgementDto(withMention),
  };
}

const toJudgementDto = ({ verdict, reason, what, setting, mayCommand, remedy }: Judgement) => ({
  verdict,
  reason,
  what,
  setting,
  may_command: mayCommand,
  remedy,
});
