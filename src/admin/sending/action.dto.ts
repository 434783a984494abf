import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsNotEmpty, IsOptional, IsString } from 'class-validator';
import { ApiOptional, IsName } from '../../access-control/index.js';
import { REPLY_STYLES, type ReplyStyle } from '../../channels/index.js';
import { ApiField, ApiTextOrNull, fieldFault, GatehouseError } from '../../common/index.js';
import { ACTION_PARAMETERS, FILE_PARAMETER, missingIn, POLL_ACTIONS } from '../../conversations/index.js';
import type { ActionRequest, ActionResult } from '../../operator/index.js';
import { snakeCase } from '../http/snake-case.js';
import { AccountChoiceDto } from '../http/account.dto.js';
import type { Json } from '../http/json.js';
import { FILE_PATH, IsWords } from './message.dto.js';

type Action = ActionRequest['action'];

/** Actions with a route of their own. */
const ELSEWHERE: readonly string[] = ['send', ...POLL_ACTIONS];
const ACTIONS = Object.keys(ACTION_PARAMETERS).filter((name): name is Action => !ELSEWHERE.includes(name));
const RESULTS = ['done', 'sent', 'queued', 'sending', 'unknown'] as const;

/** Also accepts the spelling that `GET /channels` shows. */
const specSpelling = ({ value }: { value: unknown }): unknown =>
  ACTIONS.find((name) => snakeCase(name) === value) ?? value;

/** A connector action (spec 2-imbridge "Agent actions and their parameters"). */
export class ActionDto extends AccountChoiceDto {
  @ApiProperty({
    enum: ACTIONS,
    description: 'The action. Both `renameGroup` and `rename_group` are accepted.',
    example: 'react',
  })
  @Transform(specSpelling)
  @IsIn(ACTIONS)
  readonly action!: Action;

  @ApiOptional(
    'The target, in a form that the channel accepts. Optional if `message_id` is the full id of a message that the gateway sent.',
    { example: '+12025550143' },
  )
  @IsName(512)
  readonly target?: string;

  @ApiOptional('Alias of `target` for messages.')
  @IsName(512)
  readonly to?: string;

  @ApiOptional('Alias of `target` for groups.')
  @IsName(512)
  readonly chat_guid?: string;

  @ApiOptional(
    'react, edit, unsend, reply: the full id of the message, or its short id while the gateway remembers it.',
    { example: '0B2F1C1E-22B7-4C55-8F0E-7B90C1AA1002' },
  )
  @IsName(512)
  readonly message_id?: string;

  @ApiOptional('react: the reaction.', { example: '👍' })
  @IsName(64)
  readonly emoji?: string;

  @ApiOptional('react: removes the reaction.', { default: false })
  @IsBoolean()
  readonly remove?: boolean;

  @ApiOptional('edit, reply, sendWithEffect: the text.', { maxLength: 100_000 })
  @IsWords()
  readonly text?: string;

  @ApiPropertyOptional({
    enum: REPLY_STYLES,
    description: "reply: where to post it, on channels with threads. Default: the channel's settings.",
  })
  @IsOptional()
  @IsIn(REPLY_STYLES)
  readonly reply_style?: ReplyStyle;

  @ApiOptional('sendWithEffect: the name of the effect.', { example: 'slam' })
  @IsName(128)
  readonly effect_id?: string;

  @ApiOptional('sendAttachment, reply: the file in base64.')
  @IsString()
  @IsNotEmpty()
  readonly buffer?: string;

  @ApiOptional(`sendAttachment, reply, setGroupIcon: instead of the base64 content. ${FILE_PATH}`, {
    example: '/srv/outgoing/plan.pdf',
  })
  @IsName(4096)
  readonly path?: string;

  @ApiOptional('sendAttachment, reply: the file name with extension.', { example: 'hello.txt' })
  @IsName(255)
  readonly filename?: string;

  @ApiOptional(
    'sendAttachment, reply: sends the file as a voice memo (MP3, CAF or Ogg Opus; other formats are sent as files).',
    { default: false },
  )
  @IsBoolean()
  readonly as_voice?: boolean;

  @ApiOptional('renameGroup: the new name.', { example: 'Garden crew' })
  @IsName(256)
  readonly display_name?: string;

  @ApiOptional('setGroupIcon: the image (PNG, JPEG, GIF, WebP) in base64.')
  @IsString()
  @IsNotEmpty()
  readonly media?: string;

  @ApiOptional('addParticipant, removeParticipant: the person, in any form that the channel accepts.', {
    example: '+12025550143',
  })
  @IsName(320)
  readonly address?: string;
}

export class ActionResultDto {
  @ApiProperty({ enum: ACTIONS, example: 'react' })
  readonly action!: string;

  @ApiProperty({ example: 'imbridge' })
  readonly channel!: string;

  @ApiField('The account on the channel.', { example: 'default' })
  readonly account!: string;

  @ApiField("The conversation's id on the channel.", { example: '-;+12025550143' })
  readonly conversation_id!: string;

  @ApiField(
    '`done`, or `sent` for an action that sends a message. With 202, the current status of the delivery, which continues in the background.',
    { enum: RESULTS, enumName: 'ActionStatus' },
  )
  readonly status!: (typeof RESULTS)[number];

  @ApiTextOrNull("The service's id of the message that was sent or changed.", {
    example: '0B2F1C1E-22B7-4C55-8F0E-7B90C1AA1002',
  })
  readonly message_id!: string | null;

  @ApiField('The deliveries of an action that sends a message; otherwise empty.', {
    type: [String],
    example: [],
  })
  readonly delivery_ids!: readonly string[];

  @ApiTextOrNull('A remark on the result.', { example: null })
  readonly note!: string | null;
}

/** @throws GatehouseError INVALID_REQUEST naming a parameter that is missing or not accepted by the action */
export function toActionRequest(dto: ActionDto): ActionRequest {
  const { channel, account, action, target, to, chat_guid: chatGuid, path, ...given } = dto;
  const { required, optional } = ACTION_PARAMETERS[action];
  const values = new Map(Object.entries(given).filter(([, value]) => isGiven(value)));
  const inPath = isGiven(path) ? fileOfPath(action, values) : undefined;
  const has = (name: string): boolean => name === inPath || values.has(snakeCase(name));
  const names = [...required, ...optional];
  const foreign = [...values.keys()].filter((field) => !names.some((name) => snakeCase(name) === field));
  const faults = [
    ...missingIn(action, has, values.get('remove') === true).map((name) =>
      fieldFault(snakeCase(name), 'required', `is required for ${action}`),
    ),
    ...foreign.map((field) => fieldFault(field, 'unknown', `is not a parameter of ${action}`)),
  ];
  if (faults.length > 0) throw GatehouseError.invalidFields(faults);
  const input = names.map((name) => [name, values.get(snakeCase(name))] as const);
  return {
    channel,
    account: account ?? undefined,
    action,
    target: oneOf({ target, to, chat_guid: chatGuid }),
    input: Object.fromEntries(input.filter(([, value]) => isGiven(value))),
    path: path ?? undefined,
  };
}

/** The name of the file parameter that a path replaces. */
function fileOfPath(action: Action, values: ReadonlyMap<string, unknown>): string {
  const parameter = FILE_PARAMETER[action];
  if (parameter === undefined) throw GatehouseError.invalidField('path', `is not a parameter of ${action}`);
  if (values.has(parameter))
    throw GatehouseError.invalidField('path', `cannot be combined with ${parameter}`);
  return parameter;
}

/** The target under any of its names. */
function oneOf(spellings: Readonly<Record<string, string | null | undefined>>): string | undefined {
  const given = Object.entries(spellings).filter(([, value]) => isGiven(value));
  if (new Set(given.map(([, value]) => value)).size <= 1) return given[0]?.[1] ?? undefined;
  throw GatehouseError.invalid(`${given.map(([name]) => name).join(' and ')} name different targets`);
}

/** Null is the same as left out. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

export const toActionResultDto = ({ target, ...result }: ActionResult): Json<ActionResultDto> => ({
  action: result.action,
  channel: target.channel,
  account: target.account,
  conversation_id: target.conversation,
  status: result.status,
  message_id: result.messageId ?? null,
  delivery_ids: result.deliveryIds,
  note: result.note ?? null,
});
