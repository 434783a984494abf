import { ApiProperty } from '@nestjs/swagger';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { ApiField, ApiFieldOrNull, ApiTextOrNull } from '../../common/index.js';
import { ApiOptional, IsName } from '../../access-control/index.js';
import { ACCESS_VERDICTS, type AccessAnswer, type Judgement } from '../../operator/index.js';
import type { Json } from '../http/json.js';
import { REASON, REMEDY, SETTING, WHAT } from '../http/reason.dto.js';

/** Whose message is asked about, and where they would write it. */
export class AccessQueryDto {
  @ApiProperty({ example: 'imbridge' })
  @IsName(64)
  readonly channel!: string;

  @ApiOptional('Our account on the channel. Default: the only one, or `default`.')
  @IsName(64)
  readonly account?: string;

  @ApiField('The sender, as people write it on that channel; the channel converts it to its own form.', {
    example: '+1 (202) 555-0143',
  })
  @IsString()
  @IsNotEmpty()
  @MaxLength(320)
  readonly sender_id!: string;

  @ApiOptional(
    "The conversation, in the channel's own form or as `cnv_…`. Default: their direct chat with us, which need not exist yet.",
  )
  @IsString()
  @IsNotEmpty()
  @MaxLength(512)
  readonly conversation_id?: string;
}

/** The verdict on a message, and its reason. */
export class JudgementDto {
  @ApiField(
    '`answer`: the assistant answers it; `context`: kept for the next answer, not answered; `code`: answered with a pairing code; `dropped`: not even kept.',
    { enum: ACCESS_VERDICTS, enumName: 'AccessVerdict' },
  )
  readonly verdict!: (typeof ACCESS_VERDICTS)[number];

  @ApiField(REASON, { example: 'not-paired' })
  readonly reason!: string;

  @ApiField(WHAT, { example: 'The sender has no access yet.' })
  readonly what!: string;

  @ApiTextOrNull(SETTING, { example: 'channels.imbridge.dmPolicy' })
  readonly setting!: string | null;

  @ApiField('Whether they may give the commands of an operator in the chat.', { example: false })
  readonly may_command!: boolean;

  @ApiField(REMEDY, { example: '`gatehouse grants add imbridge +12025550143`' })
  readonly remedy!: string;
}

/** The verdict on a message that someone would write now. */
export class AccessDto extends JudgementDto {
  @ApiProperty({ example: 'imbridge' })
  readonly channel!: string;

  @ApiField('Our account on the channel.', { example: 'default' })
  readonly account!: string;

  @ApiField("The id in the channel's own form.", { example: '+12025550143' })
  readonly sender_id!: string;

  @ApiTextOrNull('The conversation; null for a direct chat that does not exist yet.', {
    example: '-;+12025550143',
  })
  readonly conversation_id!: string | null;

  @ApiFieldOrNull(
    JudgementDto,
    'What a message would get that mentions the assistant; the fields above are about one that does not. Null in a direct chat, where none is needed.',
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
