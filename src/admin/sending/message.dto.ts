import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { ApiField } from '../../common/index.js';
import { ApiOptional, IsName } from '../../access-control/index.js';
import { REPLY_STYLES, type ReplyStyle } from '../../channels/index.js';
import type { MessageRequest, SentMessages } from '../../operator/index.js';
import { AccountChoiceDto } from '../http/account.dto.js';
import type { Json } from '../http/json.js';

/** The maximum length in characters of a text that an operator sends; it is split into messages. */
const MAX_TEXT = 100_000;

export const FILE_PATH =
  "The absolute path of a file on the gateway's machine, inside a folder listed in `media.allowedFolders`.";

/** A text to send: not blank, and without characters that cannot be stored. */
export const IsWords = () =>
  applyDecorators(
    IsString(),
    MaxLength(MAX_TEXT),
    Matches(/\S/, { message: '$property must not be empty' }),
    Matches(/^[^\0\p{Cs}]*$/u, { message: '$property must not contain NUL characters or lone surrogates' }),
  );

export class OutgoingFileDto {
  @ApiOptional('The file in base64, at most `delivery.mediaMaxMb`. Send either this or `path`.', {
    example: 'SGVsbG8uCg==',
  })
  @IsString()
  @IsNotEmpty()
  readonly buffer?: string;

  @ApiOptional(FILE_PATH, { example: '/srv/outgoing/plan.pdf' })
  @IsName(4096)
  readonly path?: string;

  @ApiOptional('The file name shown to the recipient, with extension.', { example: 'hello.txt' })
  @IsName(255)
  readonly filename?: string;

  @ApiOptional('Sends the file as a voice memo (MP3, CAF or Ogg Opus; other formats are sent as files).', {
    default: false,
  })
  @IsBoolean()
  readonly as_voice?: boolean;
}

/** A message from an operator. Text, a card or a file is required. */
export class OutgoingMessageDto extends AccountChoiceDto {
  @ApiField(
    'The target, in a form that the channel accepts. On imbridge: a handle, `chat_guid:`, `chat_id:` or `chat_identifier:`. On workchat: `user:` or `conversation:`, with `;messageid=` after the id for a thread.',
    { example: '+12025550143' },
  )
  @IsName(512)
  readonly target!: string;

  @ApiOptional('The text. If it is too long for one message on the channel, it is split into several.', {
    maxLength: 100_000,
    example: 'Hello.',
  })
  @IsWords()
  readonly message?: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: "A card in the service's schema, on channels that support cards. `message` is sent with it.",
    example: { type: 'AdaptiveCard', version: '1.5', body: [{ type: 'TextBlock', text: 'Hello.' }] },
  })
  @IsOptional()
  @IsObject()
  readonly card?: Record<string, unknown>;

  @ApiOptional('A file, sent after the text.', { type: OutgoingFileDto })
  @IsObject()
  @ValidateNested()
  @Type(() => OutgoingFileDto)
  readonly media?: OutgoingFileDto;

  @ApiOptional('The full id of the message to reply to.', {
    example: '0B2F1C1E-22B7-4C55-8F0E-7B90C1AA1002',
  })
  @IsName(512)
  readonly reply_to?: string;

  @ApiPropertyOptional({
    enum: REPLY_STYLES,
    description:
      'Where to post the message, on channels with threads: in the thread of the message it replies to, or as a new post. A target with a thread accepts only `thread`.',
  })
  @IsOptional()
  @IsIn(REPLY_STYLES)
  readonly reply_style?: ReplyStyle;
}

export class SentMessageDto {
  @ApiField(
    'The delivery of the message, or of the first message if the text was split. `GET /deliveries/{id}` shows its state.',
    { example: 'dlv_01j9zq4c5x8r2m6t0w3y7v1b4d' },
  )
  readonly delivery_id!: string;

  @ApiField('All deliveries, in order.', { type: [String], example: ['dlv_01j9zq4c5x8r2m6t0w3y7v1b4d'] })
  readonly delivery_ids!: readonly string[];
}

/** Null is the same as left out. */
export function toMessageRequest({ channel, target, media, ...dto }: OutgoingMessageDto): MessageRequest {
  const file = media && {
    buffer: media.buffer ?? undefined,
    path: media.path ?? undefined,
    filename: media.filename ?? undefined,
    asVoice: media.as_voice ?? undefined,
  };
  return {
    channel,
    account: dto.account ?? undefined,
    target,
    message: dto.message ?? undefined,
    card: dto.card ?? undefined,
    media: file ?? undefined,
    replyTo: dto.reply_to ?? undefined,
    replyStyle: dto.reply_style ?? undefined,
  };
}

export const toSentMessageDto = ({ deliveryIds }: SentMessages): Json<SentMessageDto> => ({
  delivery_id: deliveryIds[0] ?? '',
  delivery_ids: deliveryIds,
});
